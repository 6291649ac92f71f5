"""Max^n, compiled for one game: every player takes what is best for itself, or for its coalition.

Values are rows with the utility of each player. Where the utilities of every leaf add up to a constant, shallow pruning
(Korf, 1991) is sound: what the player below has for certain is lost to the player above, and when too little is left to
change the move above, the rest is cut. Deeper cuts are not sound with more than two players.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory
from kibitz.core.game import CHANCE
from kibitz.search.common.horizon import horizon
from kibitz.search.common.node_count import (
    BEST_MOVE,
    DEPTH_LIMIT_HITS,
    MOVES_OVERFLOW,
    STOPPED,
    TOO_DEEP,
    node_count,
)
from kibitz.search.move_picker import MOST_MOVES as MAX_MOVES

MAX_PLY = 10_000

SUM_EXCEEDED, ROOT_PLAYER, COALITION, BY_ROUNDS = range(7, 11)
"""Words after the counters that all searches share: a leaf whose utilities add up to more than the constant sum, who decides,
the coalition as a set of bits, whether rounds are counted."""
MOVES = 16
"""Where the moves along the path begin: `words` is int64 [MOVES + MAX_MOVES]."""


class Traits(NamedTuple):
    """Facts about a game and a task, constants for the compiler."""

    players: int
    shallow_pruning: bool
    """Whether shallow pruning is tried: the game says what its utilities add up to and what each can be."""
    constant_sum: float
    takes_last: bool
    """Of equally good moves the last is taken, not the first."""


class Arrays(NamedTuple):
    """The arrays that the search hands down its recursion."""

    words: Any
    utilities: Any
    """float64 [MAX_PLY + 1, players]: a row for each ply of the path."""
    stop: Any
    """int64 [1]: the stop flag."""


def max_n(game: Any, jit: Jit, *, traits: Traits) -> Any:  # noqa: C901, PLR0915
    """Build `value(s, depth, arrays)`: the first row of `utilities` is what each player gets from `s` on."""
    players, shallow_pruning, constant_sum, takes_last = traits
    remaining_depth, count_node = horizon(game, jit), node_count(jit)

    @jit
    def coalition_utility(row: int, player: int, words: Any, utilities: Any) -> float:
        """Return the utility of a player in a row, or that of its coalition together."""
        if words[COALITION] >> player & 1 == 0:
            return float(utilities[row + player])
        total = 0.0
        for member in range(players):
            if words[COALITION] >> member & 1:
                total += utilities[row + member]
        return total

    @jit
    def shallow_cutoff(s: Any, best: float, mover: int, parent: int, parent_best: float) -> bool:
        """Return whether too little is left for the player above to change its move, whatever else comes."""
        if not shallow_pruning or parent < 0 or parent == mover:
            return False
        left = constant_sum - best
        for other in range(players):
            if other not in (mover, parent):
                left -= game.utility_bounds(s, other)[0]
        return left < parent_best if takes_last else left <= parent_best

    @jit
    def search(  # noqa: C901, PLR0912
        s: Any, depth: int, ply: int, start: int, parent: int, parent_best: float, arrays: Any
    ) -> None:
        words, utilities = arrays.words, arrays.utilities
        # 1. The end: a finished game, the depth limit, or the end of the search.
        count_node(words, arrays.stop)
        if ply >= MAX_PLY:
            words[TOO_DEEP] = 1
        if words[STOPPED] + words[MOVES_OVERFLOW] + words[TOO_DEEP] != 0:
            return
        row, row_below = ply * players, (ply + 1) * players
        is_over = game.is_terminal(s)
        if is_over or depth == 0:
            total = 0.0
            for player in range(players):
                utilities[row + player] = game.utility(s, player) if is_over else game.evaluate(s, player)
                total += utilities[row + player]
            words[DEPTH_LIMIT_HITS] += 0 if is_over else 1
            if shallow_pruning and total > constant_sum + 1e-9:
                words[SUM_EXCEEDED] = 1
            return

        # 2. The moves, or the outcomes, one after the other.
        end = start + game.fill_actions(s, words, start)
        if end > MOVES + MAX_MOVES:
            words[MOVES_OVERFLOW] = 1
            return
        mover, best, best_move, total = game.to_move(s), -np.inf, -1, 0.0
        for player in range(players):
            utilities[row + player] = 0.0
        for index in range(start, end):
            a = words[index]
            after = game.result(s, a)
            new_depth = remaining_depth(depth, words[BY_ROUNDS] != 0, words[ROOT_PLAYER], mover, after)
            search(after, new_depth, ply + 1, end, mover, best, arrays)
            if mover == CHANCE:
                probability = game.probability(s, a)
                total += probability
                for player in range(players):
                    utilities[row + player] += probability * utilities[row_below + player]
                continue
            value = coalition_utility(row_below, mover, words, utilities)
            if best_move == -1 or value > best or (takes_last and value == best):
                best, best_move = value, a
                for player in range(players):
                    utilities[row + player] = utilities[row_below + player]
            if shallow_cutoff(s, best, mover, parent, parent_best):
                break
        if mover == CHANCE and words[STOPPED] == 0:
            game.require_whole(s, total)
        if ply == 0:
            words[BEST_MOVE] = best_move

    @jit
    def value(s: Any, depth: int, arrays: Any) -> None:
        ply = int(np.int64(0))  # literals would be types of their own, and so a second signature
        start, nobody = int(np.int64(MOVES)), int(np.int64(CHANCE))
        raw = Arrays(memory(arrays.words), memory(arrays.utilities), memory(arrays.stop))
        search(s, depth, ply, start, nobody, float(-np.inf), raw)

    return value
