"""Forward pruning of a search with `pruning=full`: each rule is one function about a move or a position.

Margins are parts of `points_at_half_win`, so that they mean the same in every game.
"""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.history import MAX_HISTORY
from kibitz.search.alphabeta.late_move_reductions import REDUCTIONS
from kibitz.search.alphabeta.node_functions import UNDECIDED
from kibitz.search.alphabeta.ordering import MAX_QUIET_SCORE, ORDER_SHIFT, ORDER_STEP
from kibitz.search.alphabeta.traits import Traits
from kibitz.search.alphabeta.workspace import DEPTH_LIMIT_HITS, NODES, STOPPED

MAX_PRUNING_DEPTH = 8
"""Moves and positions are pruned only where so little depth is left, or less."""
MAX_RAZORING_DEPTH = 2
LATE_MOVE_COUNT = 3
"""So many quiet moves are tried before the rest are pruned, and the square of the depth more."""

SEARCH, QUIET, FUTILE, LATE = range(4)
"""What is done with a move: it is searched; it is quiet, so it may be reduced; it is futile unless it gives check; it and all
quiet moves after it are late."""


def position_pruning(jit: Jit, traits: Traits, quiesce: Any) -> Any:
    """Build `pruned_value(s, mover, static_eval, improving, depth, alpha, beta, ply, start, arrays)`: UNDECIDED, or the value.

    The rules are reverse futility pruning and razoring. Beta is no mate score, and the window is a null window.
    """
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
    def pruned_value(
        s: Any,
        mover: int,
        static_eval: int,
        improving: bool,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        start: int,
        arrays: Any,
    ) -> Any:
        workspace = arrays.workspace
        if reverse_futility(static_eval, beta, depth, improving):
            workspace[DEPTH_LIMIT_HITS] += 1
            return static_eval
        if razoring(static_eval, alpha, depth):
            workspace[NODES] -= 1  # quiescence search counts the same node again
            value = quiesce(s, mover, alpha, beta, ply, start, arrays)
            if workspace[STOPPED] != 0 or value <= alpha:
                workspace[DEPTH_LIMIT_HITS] += 1
                return value
        return UNDECIDED

    return pruned_value


def move_pruning(game: Any, jit: Jit, traits: Traits) -> Any:
    """Build `classify(s, a, move_score, depth, tried, improving, static_eval, alpha)`: SEARCH, QUIET, FUTILE or LATE.

    The rules are late move pruning, futility pruning, history pruning, and pruning by static exchange evaluation.
    """
    half_win, static_exchange = traits.points_at_half_win, traits.static_exchange
    futility_base, futility_step = half_win * 0.22, half_win * 0.19
    losing_margin, exchange_margin = half_win / 4, half_win / 20

    @jit
    def late_move_pruning(depth: int, tried: int, improving: bool) -> bool:
        """Return whether enough quiet moves were tried: the rest are believed to be no better."""
        return depth <= MAX_PRUNING_DEPTH and tried > (LATE_MOVE_COUNT + depth * depth) // (1 if improving else 2)

    @jit
    def losing_move_pruning(order: int, depth: int) -> bool:
        """Return whether a move loses too much, by its static exchange, for the depth left."""
        return order < -losing_margin * depth

    @jit
    def history_pruning(history: int, depth: int) -> bool:
        """Return whether a quiet move has failed again and again."""
        return history < -(MAX_HISTORY // 2) * depth

    @jit
    def futility_pruning(static_eval: int, alpha: int, reduced_depth: int) -> bool:
        """Return whether a position is so far below alpha that no quiet move will come up to it."""
        return static_eval + futility_base + futility_step * reduced_depth <= alpha

    @jit
    def static_exchange_pruning(s: Any, a: int, reduced_depth: int) -> bool:
        """Return whether a quiet move puts too much at stake."""
        return static_exchange and game.exchange_gain(s, a) < -exchange_margin * reduced_depth * reduced_depth

    @jit
    def is_futile(s: Any, a: int, order: int, history: int, depth: int, tried: int, static_eval: int, alpha: int) -> bool:
        """Return whether a move that is quiet, or loses something, will not come up to alpha in the depth left."""
        if depth > MAX_PRUNING_DEPTH:
            return False
        if order < 0:
            return losing_move_pruning(order, depth)
        if history_pruning(history, depth):
            return True
        reduced_depth = max(1, depth - int(REDUCTIONS[depth, min(tried + 1, 63)]))
        return futility_pruning(static_eval, alpha, reduced_depth) or static_exchange_pruning(s, a, reduced_depth)

    @jit
    def classify(s: Any, a: int, move_score: int, depth: int, tried: int, improving: bool, static_eval: int, alpha: int) -> int:
        order = move_score + MAX_QUIET_SCORE >> ORDER_SHIFT
        if order > 0 or (order == 0 and game.is_noisy(s, a)):
            return SEARCH
        if order == 0 and late_move_pruning(depth, tried, improving):
            return LATE
        return FUTILE if is_futile(s, a, order, move_score - order * ORDER_STEP, depth, tried, static_eval, alpha) else QUIET

    return classify
