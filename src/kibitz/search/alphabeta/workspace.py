"""The workspace of one search thread: all that it writes but the transposition table, in a single array of 64-bit words.

One array is quick to hand down a recursion. Its parts, each with its shape, in this order:

    counters               [16]                          named below
    PV_LENGTHS             [MAX_PV]                      moves in each row of the triangular PV table
    PV_TABLE               [MAX_PV, MAX_PV]              the principal variation from each ply on
    KILLERS                [MAX_PLY, 2]                  killer moves
    STATIC_EVALS           [MAX_PLY]                     static evaluations along the path
    PATH_KINDS             [MAX_PLY + 2]                 kinds of the moves along the path, two of them before the root
    HISTORY                [2, HISTORY_SIZE]             history heuristic, by player and move
    COUNTER_MOVE_HISTORY   [MOVE_KINDS, MOVE_KINDS]      continuation history: the opponent's last move, the reply
    FOLLOW_UP_HISTORY      [MOVE_KINDS, MOVE_KINDS]      continuation history: one's own last move, the next one
    KEYS                   [MAX_GAME_PLY + MAX_PLY]      keys of the positions of the game and of the path, for repetitions
    EVAL_CACHE             [EVAL_CACHE_SIZE, 2]          key and static evaluation
    CELLS                  [MOST_CELLS + 1]              contents of the cells of a board whose patterns are looked up
    MOVES                  [MAX_MOVES]                   moves of the positions along the path
    move scores            [MAX_MOVES]                   of the move MAX_MOVES words before
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from kibitz.models.patterns import MOST_CELLS
from kibitz.search.common.limits import NO_NODE_LIMIT
from kibitz.search.move_picker import MOST_MOVES

MAX_PLY = 1024
"""Searches go no deeper."""
MAX_PV = 128
"""Principal variations are recorded up to this length."""
MAX_GAME_PLY = 1024
"""So many positions before the root are remembered, for repetitions."""
MAX_MOVES = MOST_MOVES
"""So many moves along one path there is memory for."""
HISTORY_SIZE = 4096
"""History is kept for so many different moves; larger action numbers share words."""
MOVE_KINDS = 512
"""So many kinds of moves a game can tell apart."""
EVAL_CACHE_SIZE = 1 << 14

(
    NODES, NODE_LIMIT, STOP, STOPPED, DEPTH_LIMIT_HITS, MOVES_OVERFLOW, GENERATION, GAME_PLY, ROOT_MOVES, SELDEPTH, TOO_DEEP,
    OFF_SCALE, ROOT_PLAYER, TABLE_HITS, TABLE_FAILED,
) = range(15)  # fmt: skip
"""Counters: nodes visited, how many may be, the stop flag, whether the search has stopped, how often the depth limit was met or
something was pruned that may matter, more moves than there is memory for, the number of the search (for the age of table
entries), positions before the root, how many root moves are searched (0: all), selective depth, a path too long to be searched
to its end, a utility that does not fit on the scale, the player whose utilities the ordinals are of, how many positions endgame
databases answered, whether one could not be read."""

PV_LENGTHS = 16
PV_TABLE = PV_LENGTHS + MAX_PV
KILLERS = PV_TABLE + MAX_PV * MAX_PV
STATIC_EVALS = KILLERS + 2 * MAX_PLY
PATH_KINDS = STATIC_EVALS + MAX_PLY
HISTORY = PATH_KINDS + MAX_PLY + 2
COUNTER_MOVE_HISTORY = HISTORY + 2 * HISTORY_SIZE
FOLLOW_UP_HISTORY = COUNTER_MOVE_HISTORY + MOVE_KINDS * MOVE_KINDS
KEYS = FOLLOW_UP_HISTORY + MOVE_KINDS * MOVE_KINDS
EVAL_CACHE = KEYS + MAX_GAME_PLY + MAX_PLY
CELLS = EVAL_CACHE + 2 * EVAL_CACHE_SIZE
MOVES = CELLS + MOST_CELLS + 1
"""Where the parts begin."""


class Arrays(NamedTuple):
    """The arrays that the search hands down its recursion where there are no endgame databases."""

    workspace: Any
    """int64 [MOVES + 2 * MAX_MOVES], of this thread alone."""
    table: Any
    """int64 [buckets * 2 * words of an entry], shared by all threads."""
    weights: Any
    """float64 [features], or the arrays of learnt patterns."""


class ArraysWithTables(NamedTuple):
    """Those where there are."""

    workspace: Any
    table: Any
    weights: Any
    blocks: Any
    """`Blocks` of endgame databases, of this thread alone."""


@dataclass
class Workspace:
    """The workspace of one thread, with names for what others than the search ask of it."""

    words: Any

    @classmethod
    def empty(cls) -> Workspace:
        """Return a new workspace."""
        workspace = cls(np.zeros(MOVES + 2 * MAX_MOVES, np.int64))  # memory is only taken where it is written
        workspace.words[NODE_LIMIT] = NO_NODE_LIMIT
        workspace.age()
        return workspace

    def principal_variation(self) -> tuple[int, ...]:
        """Return the line of best play from the root that the last search found."""
        return tuple(int(action) for action in self.words[PV_TABLE : PV_TABLE + int(self.words[PV_LENGTHS])])

    def age(self) -> None:
        """Clear the killer moves and halve the history: the next position is another, though perhaps not far away."""
        self.words[KILLERS:STATIC_EVALS] = -1
        self.words[PATH_KINDS:HISTORY] = -1
        self.words[HISTORY:COUNTER_MOVE_HISTORY] //= 2

    def clear(self) -> None:
        """Clear all that was learnt."""
        self.age()
        self.words[HISTORY:KEYS] = 0
        self.words[EVAL_CACHE:CELLS] = 0
