"""The workspace: the memory of one thread of a Monte Carlo search."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kibitz.core.bits import wrap
from kibitz.core.randomness import stream

RANDOM_STATE, PATH_LENGTH, DEPTH, MAX_DEPTH, MOVE_COUNT, STAMP, NODES, FREE, FREE_END = range(9)
"""Registers: the state of the random numbers, the edges on the path, the moves on it, the most moves to any node so far, the
moves of this simulation that are recorded, its number, the nodes that the thread added, and the words of the tree that are
reserved for the thread: their beginning and their end."""
MAX_PATH = 2048
"""The tree does not grow deeper."""
MAX_MOVES = 4096
"""So many moves of a simulation are recorded."""
SET_SIZE = 1 << 14
MAX_ACTIONS = 1 << 16

CACHE_LINE = 8
"""Words that a processor fetches together: where one thread writes, others have to fetch the whole line again."""


class Workspace(NamedTuple):
    """The arrays that only one thread writes, as kernels take them."""

    registers: Any
    """int64 [16]: single numbers, named above."""
    path: Any
    """int64 [MAX_PATH]: the edges from the root to the leaf."""
    movers: Any
    """int64 [MAX_PATH]: who is to move at each position of the path."""
    is_local: Any
    """int64 [MAX_PATH]: whether the visit to each edge of the path is in the thread-local statistics."""
    moves: Any
    """int64 [MAX_MOVES * 2]: the player and the action of each move of the simulation, in the tree and in the playout."""
    move_set: Any
    """int64 [SET_SIZE * 3]: an open hash table of moves: player, action, number of the simulation."""
    actions: Any
    """int64 [MAX_ACTIONS]: the legal moves of a position."""
    utilities: Any
    """float64 [players]: the result of the simulation."""
    root_statistics: Any
    """float64 [root moves * (players + 1)]: for each move of the root the sums of all players' utilities, and the visits."""
    policy_weights: Any
    """float64 [move kinds]: the weights of the playout policy; the same array for all threads."""


def private(count: int, dtype: Any = np.float64) -> Any:
    """Return `count` zeros that share no cache line with anything else."""
    return np.zeros(count + 2 * CACHE_LINE, dtype)[CACHE_LINE:-CACHE_LINE]


def new_workspace(players: int, policy_weights: Any) -> Workspace:
    """Return the workspace of one thread, without random numbers and root statistics."""
    return Workspace(
        registers=private(16, np.int64),
        path=np.zeros(MAX_PATH, np.int64),
        movers=np.zeros(MAX_PATH, np.int64),
        is_local=np.zeros(MAX_PATH, np.int64),
        moves=np.zeros(2 * MAX_MOVES, np.int64),
        move_set=np.zeros(3 * SET_SIZE, np.int64),
        actions=np.zeros(MAX_ACTIONS, np.int64),
        utilities=private(players),
        root_statistics=private(0),
        policy_weights=policy_weights,
    )


def seed_workspace(workspace: Workspace, seed: int, number: int) -> None:
    """Give the workspace of thread `number` its own stream of random numbers."""
    workspace.registers[RANDOM_STATE] = stream(wrap(seed), number)
