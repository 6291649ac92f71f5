"""Star2: before Star1 a probing phase searches one reply to each outcome, which bounds its value (Ballard, 1983).

Where MAX replies, one of its moves is a lower bound of the outcome's value, else an upper one; that of a leaf is both.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.core.game import CHANCE
from kibitz.search.common.node_count import NODES
from kibitz.search.expectiminimax.traits import AVERAGE, Traits
from kibitz.search.expectiminimax.workspace import LOWER_BOUNDS, UPPER_BOUNDS

NO_PROBE, FROM_BELOW, FROM_ABOVE, EXACT = range(4)
"""What a probe says of an outcome's value; there is none where a bound would not help, or chance moves again."""


def star2(game: Any, jit: Jit, traits: Traits, functions: Any) -> tuple[Any, Any]:
    """Build `star2_probe` and `record_probe(index, bound, value, limits, rests, outcomes)`.

    `star2_probe(after, depth, probability, window, limits, rests, ply, end, arrays)` is what is searched for an outcome that
    leads to `after`: what its value bounds, the state, the depth, low, high, the ply, and where moves are written. `window` is
    (alpha, beta), `limits` the lowest and the highest value, `rests` what outcomes not searched yet add at least and at most.
    `record_probe` writes down the bound and returns the rests with it.
    """
    is_max, depth_after, hash_move_of, generate, pick = functions
    averages = traits.opponents == AVERAGE

    @jit
    def star2_probe(
        after: Any, depth: int, probability: float, window: Any, limits: Any, rests: Any, ply: int, end: int, arrays: Any
    ) -> tuple[int, Any, int, float, float, int, int]:
        words, (alpha, beta), (lowest, highest), (low_rest, high_rest) = arrays.words, window, limits, rests
        if depth == 0 or game.is_terminal(after):
            return EXACT, after, depth, -np.inf, np.inf, ply + 1, end
        replier = game.to_move(after)
        max_replies = is_max(replier, words)
        helps = beta < highest if max_replies else alpha > lowest and not averages
        if replier == CHANCE or not helps:
            return NO_PROBE, after, depth, -np.inf, np.inf, ply, end
        hash_move = hash_move_of(game.key(after), arrays.table, arrays.values)
        end_of_replies = generate(after, replier, end, hash_move, max_replies, words)
        if end_of_replies < 0:
            return NO_PROBE, after, depth, -np.inf, np.inf, ply, end
        words[NODES] += 1
        reply = game.result(after, pick(end, end_of_replies, words))
        new_depth = depth_after(depth, replier, reply, words)
        if max_replies:
            high = (beta - low_rest) / probability + lowest
            return FROM_BELOW, reply, new_depth, lowest, high, ply + 2, end_of_replies
        low = (alpha - high_rest) / probability + highest
        return FROM_ABOVE, reply, new_depth, low, highest, ply + 2, end_of_replies

    @jit
    def record_probe(index: int, bound: int, value: float, limits: Any, rests: Any, outcomes: Any) -> tuple[float, float]:
        (lowest, highest), (low_rest, high_rest), probability = limits, rests, outcomes[index]
        value = min(max(value, lowest), highest)
        if bound != FROM_ABOVE:
            outcomes[LOWER_BOUNDS + index] = value
            low_rest += probability * (value - lowest)
        if bound != FROM_BELOW:
            outcomes[UPPER_BOUNDS + index] = value
            high_rest -= probability * (highest - value)
        return low_rest, high_rest

    return star2_probe, record_probe
