"""Values of single positions in points: finished games and static evaluation."""

from __future__ import annotations

from math import floor
from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.models.net.valuation import net_value
from kibitz.models.patterns import pattern_sum
from kibitz.search.alphabeta.scale import MAX_EVAL, ordinals
from kibitz.search.alphabeta.traits import Traits
from kibitz.search.alphabeta.workspace import CELLS, EVAL_CACHE, EVAL_CACHE_SIZE, OFF_SCALE, ROOT_PLAYER, STATIC_EVALS, STOPPED
from kibitz.search.common.table_entry import BOUND_MASK, EXACT, LOWER_BOUND

MOST_CERTAIN = 0.9999
"""A net is never surer of a win: what it says is finite in points."""


def signed_ordinal(jit: Jit) -> Any:
    """Build `ordinal_for(mover, utility, workspace)`: the ordinal of the root player's utility, as a value for the mover."""
    ordinal_of = ordinals(jit)

    @jit
    def ordinal_for(mover: int, utility: float, workspace: Any) -> Any:
        return ordinal_of(utility) if mover == workspace[ROOT_PLAYER] else -ordinal_of(utility)

    return ordinal_for


def terminal_values(game: Any, jit: Jit, traits: Traits) -> tuple[Any, Any]:
    """Build `terminal_value(s, mover, ply, workspace)` and `draw_value(mover, workspace)`."""
    scored, is_ordinal, equal_share = traits.scored, traits.is_ordinal, traits.equal_share
    unit, steps, max_utility = traits.unit, traits.steps, traits.max_utility
    ordinal_for = signed_ordinal(jit)

    @jit
    def terminal_value(s: Any, mover: int, ply: int, workspace: Any) -> Any:
        """Return the value of a finished game; except among ordinals, one that is won sooner, or lost later, is better.

        Where the utility does not fit on the scale the search stops.
        """
        if scored:
            return int(game.score(s, mover))
        if is_ordinal:
            return ordinal_for(mover, float(game.utility(s, workspace[ROOT_PLAYER])), workspace)
        utility = game.utility(s, mover) - equal_share
        if not abs(utility) <= max_utility or utility * steps != floor(utility * steps):
            workspace[OFF_SCALE] = workspace[STOPPED] = 1
            return 0
        value = floor(utility * unit)
        return value - ply if value > 0 else value + ply if value < 0 else value

    @jit
    def draw_value(mover: int, workspace: Any) -> Any:
        return ordinal_for(mover, equal_share, workspace) if is_ordinal else 0

    return terminal_value, draw_value


def evaluation(game: Any, jit: Jit, traits: Traits) -> tuple[Any, Any]:
    """Build `evaluate(s, mover, ply, workspace, weights)` and `cached_eval(s, mover, ply, key, workspace, weights)`.

    Both return the static evaluation in points; `weights` are those of features, or the arrays of learnt patterns. The cached
    one is remembered for a while: iterative deepening meets the same positions again and again.
    """
    in_points, is_ordinal, weighted_features = traits.in_points, traits.is_ordinal, traits.weighted_features
    unit, equal_share, half_win = traits.unit, traits.equal_share, traits.points_at_half_win
    ordinal_of, ordinal_for = ordinals(jit), signed_ordinal(jit)
    value_by_net: Any = None if traits.net_planes is None else net_value(game, jit, planes=traits.net_planes)
    sum_of_patterns: Any = None if traits.patterns is None else pattern_sum(game, jit, traits.patterns)

    @jit
    def evaluate_patterns(s: Any, mover: int, ply: int, workspace: Any, weights: Any) -> Any:
        lead = sum_of_patterns(s, weights, workspace, CELLS)  # 1 is half a win
        if in_points:
            return max(-MAX_EVAL, min(MAX_EVAL, floor(lead * half_win + 0.5)))
        estimate = lead / (1.0 + abs(lead))
        if is_ordinal:
            return ordinal_of(estimate)
        value = floor(estimate * unit + 0.5)
        return max(value - ply, 0) if value > 0 else min(value + ply, 0)

    @jit
    def evaluate_game(s: Any, mover: int, ply: int, workspace: Any, weights: Any) -> Any:
        if in_points:
            return max(-MAX_EVAL, min(MAX_EVAL, game.points(s, weights)))
        if is_ordinal and weighted_features:
            lead = game.points(s, weights)
            return ordinal_of(lead / (abs(lead) + half_win))
        if is_ordinal:
            return ordinal_for(mover, float(game.evaluate(s, workspace[ROOT_PLAYER])), workspace)
        value = floor((game.evaluate(s, mover) - equal_share) * unit + 0.5)
        return max(value - ply, 0) if value > 0 else min(value + ply, 0)

    @jit
    def evaluate_net(s: Any, mover: int, ply: int, workspace: Any, weights: Any) -> Any:
        estimate = value_by_net(s, weights)
        if in_points:
            share = min(abs(estimate), MOST_CERTAIN)
            lead = half_win * share / (1.0 - share)
            return max(-MAX_EVAL, min(MAX_EVAL, floor((lead if estimate > 0 else -lead) + 0.5)))
        if is_ordinal:
            return ordinal_of(estimate)
        value = floor(estimate * unit + 0.5)
        return max(value - ply, 0) if value > 0 else min(value + ply, 0)

    evaluate = evaluate_game if traits.patterns is None else evaluate_patterns
    if traits.net_planes is not None:
        evaluate = evaluate_net

    @jit
    def cached_eval(s: Any, mover: int, ply: int, key: int, workspace: Any, weights: Any) -> Any:
        if not in_points:
            return evaluate(s, mover, ply, workspace, weights)
        entry = EVAL_CACHE + 2 * (key & (EVAL_CACHE_SIZE - 1))
        if workspace[entry] != key:
            workspace[entry], workspace[entry + 1] = key, evaluate(s, mover, ply, workspace, weights)
        return workspace[entry + 1]

    return evaluate, cached_eval


def node_evaluation(jit: Jit, cached_eval: Any) -> tuple[Any, Any]:
    """Build `static_eval(s, mover, ply, key, in_check, workspace, weights)` and `refined_eval(static_eval, info, table_value)`.

    The first returns the static evaluation, and whether it improves on that of the same side's last move. The second returns
    the table's value in its place, where that is a bound on the better side of it: the table has searched further.
    """

    @jit
    def static_eval(s: Any, mover: int, ply: int, key: int, in_check: bool, workspace: Any, weights: Any) -> tuple[int, bool]:
        if in_check and ply >= 2:  # in check an evaluation says little: that of two plies before stands for it
            value = workspace[STATIC_EVALS + ply - 2]
        else:
            value = cached_eval(s, mover, ply, key, workspace, weights)
        workspace[STATIC_EVALS + ply] = value
        return value, ply < 2 or value > workspace[STATIC_EVALS + ply - 2]

    @jit
    def refined_eval(static_eval: int, info: int, table_value: int) -> int:
        bound = info & BOUND_MASK
        if (
            info != 0
            and abs(table_value) < MAX_EVAL
            and (bound == EXACT or (table_value > static_eval) == (bound == LOWER_BOUND))
        ):
            return table_value
        return static_eval

    return static_eval, refined_eval
