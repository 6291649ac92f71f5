"""What a search with `pruning=full` leaves out: rules of thumb, each a question about one move or one position.

Margins are parts of the game's `half`, the number of points that is half a win, so that they mean the same in every game.
"""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.ordering import CREDIT, KILLER, MOST_HISTORY
from kibitz.search.alphabeta.traits import Traits

SHALLOW = 8
"""Moves are left out only where so little depth is left, or less."""
RAZOR_DEPTH = 2
"""Only so deep is a position given up whose evaluation is far below."""
FEWEST = 3
"""So many quiet moves are tried before the rest are left out, and the square of the depth more."""
REDUCTIONS: Any = np.array(
    [[0.5 + 0.5 * log(max(1, depth)) * log(max(1, tried)) for tried in range(64)] for depth in range(64)]
)
"""How many plies a late move is searched less deeply, by depth and by how many were tried before it."""


def rules_of_thumb(game: Any, jit: Jit, traits: Traits) -> tuple[Any, Any, Any, Any, Any]:
    """Build `is_far_above`, `is_far_below`, `is_late`, `is_hopeless` and `reduction`."""
    margin, razor, least, step = traits.half / 5, traits.half / 2, traits.half * 0.22, traits.half * 0.19
    given, offered = traits.half / 4, traits.half / 20
    gains, move_kinds = traits.gains, traits.move_kinds

    @jit
    def is_far_above(judged: int, beta: int, depth: int, improving: bool) -> bool:
        """Return whether a position is so good that nothing in the depth left will spoil it."""
        return depth <= SHALLOW and judged - margin * (depth - (1 if improving else 0)) >= beta

    @jit
    def is_far_below(judged: int, alpha: int, depth: int) -> bool:
        """Return whether a position is so bad that only captures can be hoped for."""
        return depth <= RAZOR_DEPTH and judged + razor * depth < alpha

    @jit
    def is_late(depth: int, tried: int, improving: bool) -> bool:
        """Return whether enough quiet moves were tried: the rest are believed to be no better."""
        return depth <= SHALLOW and tried > (FEWEST + depth * depth) // (1 if improving else 2)

    @jit
    def is_hopeless(s: Any, a: int, promise: int, credit: int, depth: int, tried: int, judged: int, low: int) -> bool:
        """Return whether a move that is quiet, or loses something, will not come up to `low` in the depth left."""
        if depth > SHALLOW:
            return False
        if promise < 0:
            return promise < -given * depth
        if credit < -(MOST_HISTORY // 2) * depth:
            return True  # it has failed again and again
        deep = max(1, depth - int(REDUCTIONS[depth, min(tried + 1, 63)]))
        if judged + least + step * deep <= low:
            return True
        return gains and game.exchange_gain(s, a) < -offered * deep * deep

    @jit
    def reduction(depth: int, tried: int, credit: int, improving: bool, is_open: bool, is_doubted: bool) -> int:
        """Return how many plies less deeply a late move is searched; `is_doubted` where it is expected to be refuted above."""
        plies = REDUCTIONS[min(depth, 63), min(tried, 63)]
        if is_open:
            plies -= 1
        elif not improving:
            plies += 1
        if is_doubted:
            plies += 1
        if credit >= KILLER - CREDIT:
            plies -= 1
        else:
            plies -= credit / MOST_HISTORY if move_kinds else 2 * credit / MOST_HISTORY
        return max(0, int(plies))

    return is_far_above, is_far_below, is_late, is_hopeless, reduction
