"""Alpha-beta: the value and move of minimax, without looking at moves that cannot matter.

ALPHA-BETA-SEARCH, Russell and Norvig, 4th edition, Figure 5.7, with any number of MINs as in the Pacman lectures. Alpha is
what MAX is sure of on the path to here, beta what the MINs are sure of. The figure cuts when v >= beta (v <= alpha at a
MIN); the Pacman project cuts only when v > beta (v < alpha), which is `strict`. Moves are tried in the order that
`move_ordering.py` gives them.

Contract: let m be the minimax value of a node. From the window alpha < beta the node returns v with v = m where
alpha < v < beta, with m <= v where v <= alpha, and with m >= v where v >= beta; `strict` makes v = m on the edges too.
"""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any

from kibitz.core.agents import agent
from kibitz.core.chance import why_not_deterministic
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits
from kibitz.textbook.depth_first import depth_first_decision
from kibitz.textbook.horizon import Horizon
from kibitz.textbook.move_ordering import MoveOrdering, Order
from kibitz.textbook.recorder import Recorder, comparison
from kibitz.textbook.trace import Trace


def alpha_beta_search(
    game: Game, state: Any, horizon: Horizon, recorder: Recorder, *, strict: bool = False, ordering: MoveOrdering | None = None
) -> tuple[float, int | None]:
    """Return the value of `state` for MAX and the best move (None at a leaf)."""
    ordered = (ordering or MoveOrdering(game)).actions

    def value_of(state: Any, action: int | None, horizon: Horizon, alpha: float, beta: float) -> tuple[float, int | None]:
        is_max = game.to_move(state) == horizon.player
        leaf = recorder.leaf_value(state, horizon, "max" if is_max else "min", action, alpha=alpha, beta=beta)
        if leaf is not None:
            return leaf, None
        return max_value(state, horizon, alpha, beta) if is_max else min_value(state, horizon, alpha, beta)

    def max_value(state: Any, horizon: Horizon, alpha: float, beta: float) -> tuple[float, int | None]:
        value, move, actions = -inf, None, ordered(state, horizon)
        for place, action in enumerate(actions):
            value2, _ = value_of(game.result(state, action), action, horizon.after(game, state), alpha, beta)
            if value2 > value:
                value, move = value2, action
                recorder.value(value)
            if value > beta or (value == beta and not strict):
                recorder.cut(actions[place + 1 :], comparison(value, ">" if strict else ">=", "beta", beta))
                break
            if value > alpha:
                alpha = value
                recorder.window(alpha, beta)
        recorder.choose(move, value)
        return value, move

    def min_value(state: Any, horizon: Horizon, alpha: float, beta: float) -> tuple[float, int | None]:
        value, move, actions = inf, None, ordered(state, horizon)
        for place, action in enumerate(actions):
            value2, _ = value_of(game.result(state, action), action, horizon.after(game, state), alpha, beta)
            if value2 < value:
                value, move = value2, action
                recorder.value(value)
            if value < alpha or (value == alpha and not strict):
                recorder.cut(actions[place + 1 :], comparison(value, "<" if strict else "<=", "alpha", alpha))
                break
            if value < beta:
                beta = value
                recorder.window(alpha, beta)
        recorder.choose(move, value)
        return value, move

    return value_of(state, None, horizon, -inf, inf)


@agent("alphabeta", supports=why_not_deterministic)
def decide(
    game: Game,
    state: Any,
    *,
    depth: int | None = None,
    rounds: int | None = None,
    strict: bool = False,
    order: Order = "given",
    seed: int = 0,
    trace: Trace | None = None,
) -> Decision:
    """Alpha-beta: minimax's value with fewer states looked at; `order=best|worst|random` shows what the order of moves does.

    A root move that was only shown to be no better than the best has no value in `moves`, and `actions` holds the equally
    good moves only as far as they are known: all of them with `strict`, the first without.
    """
    search = partial(alpha_beta_search, strict=strict, ordering=MoveOrdering(game, order, seed))
    return depth_first_decision(state, search, Limits(depth=depth, rounds=rounds), Recorder(game, trace, strict=strict))
