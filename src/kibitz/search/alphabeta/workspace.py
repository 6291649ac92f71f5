"""The desk of one searcher: all that it writes on, in a single array of 64-bit words.

One array is quick to hand down a recursion; its parts, each with its place and size:

    counters[16] | lengths[LINE] | lines[LINE, LINE] | killers[PLIES, 2] | statics[PLIES] | move_kinds[PLIES + 2]
    | history[2, ACTIONS] | replies[2, MOVE_KINDS, MOVE_KINDS] | path[PAST + PLIES] | judged[JUDGED, 2] | moves[MOST_MOVES]
    | ranks[MOST_MOVES]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.search.move_picker import MOST_MOVES

PLIES = 1024
"""Searches go no deeper."""
LINE = 128
"""Lines of best play are remembered this far."""
PAST = 1024
"""So many positions before the root are remembered, for repetitions."""
ACTIONS = 4096
"""History is kept for so many different moves; larger action numbers share places."""
MOVE_KINDS = 512
"""So many move_kinds of moves a game can tell apart."""
JUDGED = 1 << 14
"""So many evaluations are remembered."""

NODES, NODE_LIMIT, STOP, STOPPED, CUTOFFS, CROWDED, GENERATION, BEFORE, ROOTS, DEEPEST, ENDLESS, UNFIT, PLAYER = range(13)
"""Counters: states looked at, how many may be, told to stop, has stopped, depth limits met, too many moves for the room,
the search's number, positions before the root, how many root moves are asked about (0: all), deepest ply,
a path too long to be searched to its end, a utility that does not fit on the scale, the player whose utilities are ranked."""

LENGTHS = 16
LINES = LENGTHS + LINE
KILLERS = LINES + LINE * LINE
STATICS = KILLERS + 2 * PLIES
PLAYED = STATICS + PLIES
HISTORY = PLAYED + PLIES + 2
REPLIES = HISTORY + 2 * ACTIONS
PATH = REPLIES + 2 * MOVE_KINDS * MOVE_KINDS
EVALUATIONS = PATH + PAST + PLIES
MOVES = EVALUATIONS + 2 * JUDGED
"""Where the parts begin."""


@dataclass
class Desk:
    """The memory of one searcher, with names for its parts."""

    words: Any

    @classmethod
    def empty(cls) -> Desk:
        """Return a desk with nothing on it."""
        desk = cls(np.zeros(MOVES + 2 * MOST_MOVES, np.int64))
        desk.words[NODE_LIMIT] = np.iinfo(np.int64).max
        desk.age()
        return desk

    def line(self) -> tuple[int, ...]:
        """Return the line of best play from the root that the last search left."""
        return tuple(int(action) for action in self.words[LINES : LINES + int(self.words[LENGTHS])])

    def age(self) -> None:
        """Forget killers, and half of history: the next search is about something else, though perhaps not far away."""
        self.words[KILLERS:STATICS] = -1
        self.words[PLAYED:HISTORY] = -1
        self.words[HISTORY:REPLIES] //= 2

    def forget(self) -> None:
        """Forget all that was learnt."""
        self.age()
        self.words[HISTORY:PATH] = 0
        self.words[EVALUATIONS:MOVES] = 0
