"""Forward pruning and reductions of a search with `pruning=full`: each rule is one function about a move or a position.

Margins are parts of `points_at_half_win`, so that they mean the same in every game.
"""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.history import MAX_HISTORY
from kibitz.search.alphabeta.ordering import KILLER_SCORE, MAX_QUIET_SCORE, ORDER_SHIFT, ORDER_STEP
from kibitz.search.alphabeta.traits import Traits

MAX_PRUNING_DEPTH = 8
"""Moves and positions are pruned only where so little depth is left, or less."""
MAX_RAZORING_DEPTH = 2
LATE_MOVE_COUNT = 3
"""So many quiet moves are tried before the rest are pruned, and the square of the depth more."""
NULL_MOVE_MIN_DEPTH = 3
"""From this depth on the null move is tried."""
REDUCTION_MIN_DEPTH, REDUCTION_MOVES = 3, 2
"""From this depth on late moves are reduced, and after so many others."""
REDUCTIONS: Any = np.array(
    [[0.5 + 0.5 * log(max(1, depth)) * log(max(1, tried)) for tried in range(64)] for depth in range(64)]
)
"""How many plies a late move is reduced, by depth and by how many were tried before it."""

SEARCH, QUIET, FUTILE, LATE = range(4)
"""What is done with a move: it is searched; it is quiet, so it may be reduced; it is futile unless it gives check; it and all
quiet moves after it are late."""


def position_pruning(jit: Jit, traits: Traits) -> tuple[Any, Any, Any]:
    """Build `reverse_futility`, `razoring`, `null_move_search_depth`: whether a position is pruned, and how it is tested."""
    half_win = traits.points_at_half_win
    margin, razoring_margin = half_win / 5, half_win / 2

    @jit
    def reverse_futility(static_eval: int, beta: int, depth: int, improving: bool) -> bool:
        """Return whether a position is so far above beta that nothing in the depth left will spoil it."""
        return depth <= MAX_PRUNING_DEPTH and static_eval - margin * (depth - (1 if improving else 0)) >= beta

    @jit
    def razoring(static_eval: int, alpha: int, depth: int) -> bool:
        """Return whether a position is so far below alpha that only captures can save it."""
        return depth <= MAX_RAZORING_DEPTH and static_eval + razoring_margin * depth < alpha

    @jit
    def null_move_search_depth(depth: int, static_eval: int, beta: int) -> int:
        """Return how deep the position after a null move is searched: the less, the farther it is above beta."""
        return depth - 4 - depth // 3 - min(3, 2 * (static_eval - beta) // half_win)

    return reverse_futility, razoring, null_move_search_depth


def move_pruning(game: Any, jit: Jit, traits: Traits) -> Any:
    """Build `classify(s, a, move_score, depth, tried, improving, static_eval, alpha)`: SEARCH, QUIET, FUTILE or LATE.

    The rules are late move pruning, futility pruning, history pruning, and pruning by
    static exchange evaluation.
    """
    half_win, static_exchange = traits.points_at_half_win, traits.static_exchange
    futility_base, futility_step = half_win * 0.22, half_win * 0.19
    losing_margin, exchange_margin = half_win / 4, half_win / 20

    @jit
    def late_move(depth: int, tried: int, improving: bool) -> bool:
        """Return whether enough quiet moves were tried: the rest are believed to be no better."""
        return depth <= MAX_PRUNING_DEPTH and tried > (LATE_MOVE_COUNT + depth * depth) // (1 if improving else 2)

    @jit
    def futility(s: Any, a: int, order: int, history: int, depth: int, tried: int, static_eval: int, alpha: int) -> bool:
        """Return whether a move that is quiet, or loses something, will not come up to alpha in the depth left."""
        if depth > MAX_PRUNING_DEPTH:
            return False
        if order < 0:
            return order < -losing_margin * depth
        if history < -(MAX_HISTORY // 2) * depth:
            return True  # it has failed again and again
        reduced_depth = max(1, depth - int(REDUCTIONS[depth, min(tried + 1, 63)]))
        if static_eval + futility_base + futility_step * reduced_depth <= alpha:
            return True
        return static_exchange and game.exchange_gain(s, a) < -exchange_margin * reduced_depth * reduced_depth

    @jit
    def classify(s: Any, a: int, move_score: int, depth: int, tried: int, improving: bool, static_eval: int, alpha: int) -> int:
        order = move_score + MAX_QUIET_SCORE >> ORDER_SHIFT
        if order > 0 or (order == 0 and game.is_noisy(s, a)):
            return SEARCH
        if order == 0 and late_move(depth, tried, improving):
            return LATE
        return FUTILE if futility(s, a, order, move_score - order * ORDER_STEP, depth, tried, static_eval, alpha) else QUIET

    return classify


def late_move_reductions(jit: Jit, traits: Traits) -> Any:
    """Build `reduced_depth(new_depth, depth, tried, move_score, improving, is_pv, is_cut_node)` of a late move."""
    history_weight = 1 if traits.move_kinds else 2

    @jit
    def reduced_depth(
        new_depth: int, depth: int, tried: int, move_score: int, improving: bool, is_pv: bool, is_cut_node: bool
    ) -> int:
        if depth < REDUCTION_MIN_DEPTH or tried < REDUCTION_MOVES:
            return new_depth
        history = move_score - (move_score + MAX_QUIET_SCORE >> ORDER_SHIFT) * ORDER_STEP
        plies = REDUCTIONS[min(depth, 63), min(tried, 63)]
        if is_pv:
            plies -= 1
        elif not improving:
            plies += 1
        if is_cut_node:
            plies += 1
        if history >= KILLER_SCORE - MAX_QUIET_SCORE:
            plies -= 1
        else:
            plies -= history_weight * history / MAX_HISTORY
        return max(1, new_depth - max(0, int(plies)))

    return reduced_depth
