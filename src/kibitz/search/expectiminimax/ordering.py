"""Move ordering: the hash move, the game's own order, then history."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.game import CHANCE
from kibitz.search.common.node_count import MOVES_OVERFLOW
from kibitz.search.expectiminimax.traits import BEST_REPLY, Traits
from kibitz.search.expectiminimax.workspace import HISTORY, HISTORY_SIZE, MAX_MOVES, MOVES
from kibitz.search.move_picker import move_picker

HASH_MOVE_SCORE = 1 << 62
ORDER_STEP = 1 << 28
"""One step of the game's own order outweighs all history."""


def ordering(game: Any, jit: Jit, traits: Traits) -> tuple[Any, Any, Any]:
    """Build `generate(s, mover, start, hash_move, is_max, words)`, `pick(index, end, words)` and `update_history`.

    `generate` writes the moves from `start` on with their scores, or the outcomes of chance, and returns where they end, -1 if
    there is no memory for them. `pick` brings the highest score that is left to the front, and returns that move.
    """
    has_order, has_history = traits.ordering, traits.opponents != BEST_REPLY

    @jit
    def generate(s: Any, mover: int, start: int, hash_move: int, is_max: bool, words: Any) -> int:
        end = start + game.fill_actions(s, words, start)
        if end > MOVES + MAX_MOVES:
            words[MOVES_OVERFLOW] = 1
            return -1
        if mover != CHANCE:
            history = HISTORY + HISTORY_SIZE if is_max else HISTORY
            for index in range(start, end):
                a = words[index]
                score = game.order(s, a) * ORDER_STEP if has_order else 0
                if has_history:
                    known = min(words[history + (a & (HISTORY_SIZE - 1))], ORDER_STEP - 1)
                    score = HASH_MOVE_SCORE if a == hash_move else score + known
                words[index + MAX_MOVES] = score
        return int(end)

    @jit
    def update_history(a: int, depth: int, is_max: bool, words: Any) -> None:
        words[(HISTORY + HISTORY_SIZE if is_max else HISTORY) + (a & (HISTORY_SIZE - 1))] += 1 + max(depth, 0) * max(depth, 0)

    return generate, move_picker(jit), update_history
