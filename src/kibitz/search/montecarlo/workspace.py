"""The working memory of one thread of a Monte Carlo search, as one row of words; its parts are named here."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.bits import wrap
from kibitz.core.randomness import stream

RANDOM_STATE, PLIES, DEPTH, DEEPEST, LENGTH, STAMP, NODES, FREE, FREE_END = range(9)
"""The generator of random numbers, the length of the path, the moves on it, the most moves to a node, how many moves of this
simulation are written down, its number, how many nodes the thread made, the first word of the tree that is free for it and the
end of these words."""
LONGEST_PATH = 2048
"""Deeper, the tree does not grow."""
PATH = 16
"""The slots along the path."""
MOVERS = PATH + LONGEST_PATH
"""Who chooses at each of them."""
PLAYED_ROOM = 4096
BOOKED = MOVERS + LONGEST_PATH
"""Whether the visit to each of them stands in the thread's own book."""
PLAYED = BOOKED + LONGEST_PATH
"""The moves of the simulation, in the tree and after it: the player, then the move."""
KEYS_ROOM = 1 << 14
KEYS = PLAYED + 2 * PLAYED_ROOM
"""A set of players and moves, as an open hash table; three words each: player, move, the simulation they belong to."""
BUFFER = KEYS + 3 * KEYS_ROOM
"""A list of moves."""
BUFFER_ROOM = 1 << 16


CACHE_LINE = 8
"""Words that a processor fetches together: what one thread writes there, others have to fetch again."""


def private(count: int) -> Any:
    """Return so many fractions, all 0, for one thread to write: far enough from all else not to slow down others."""
    return np.zeros(count + 2 * CACHE_LINE)[CACHE_LINE:-CACHE_LINE]


def new_desk(seed: int, number: int) -> Any:
    """Return the memory of thread `number`, with its own stream of random numbers."""
    desk = np.zeros(BUFFER + BUFFER_ROOM, np.int64)
    desk[RANDOM_STATE] = stream(wrap(seed), number)
    return desk
