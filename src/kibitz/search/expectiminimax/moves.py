"""The moves of a position in the order in which they are tried: the table's, by the game's own order, by success before."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.game import CHANCE
from kibitz.search.expectiminimax.traits import BEST_REPLY, Traits
from kibitz.search.expectiminimax.workspace import ACTIONS, CROWDED, HISTORY, MOVES
from kibitz.search.move_picker import MOST_MOVES, move_picker

FIRST = 1 << 62
PROMISE = 1 << 28
"""One step of the game's own order outweighs all history."""


def moves(game: Any, jit: Jit, traits: Traits) -> tuple[Any, Any]:
    """Build `gather(s, mover, start, first, maximising, words)` and `pick(place, end, words)`.

    `gather` writes the moves from `start` on with their ranks, and returns where they end, or -1 if there is no room.
    `pick` brings the highest rank that is left to the front, and returns that move.
    """
    ordered, learns = traits.ordered, traits.others != BEST_REPLY

    @jit
    def gather(s: Any, mover: int, start: int, first: int, maximising: bool, words: Any) -> int:
        end = start + game.fill_actions(s, words, start)
        if end > MOVES + MOST_MOVES:
            words[CROWDED] = 1
            return -1
        if mover != CHANCE:
            side = HISTORY + ACTIONS if maximising else HISTORY
            for place in range(start, end):
                a = words[place]
                rank = game.order(s, a) * PROMISE if ordered else 0
                if learns:
                    rank = FIRST if a == first else rank + min(words[side + (a & (ACTIONS - 1))], PROMISE - 1)
                words[place + MOST_MOVES] = rank
        return int(end)

    return gather, move_picker(jit)
