"""Expectiminimax: minimax with dice. MAX, MIN and CHANCE nodes in any order; chance nodes are averaged.

EXPECTIMINIMAX, Russell and Norvig, 4th edition, section 5.5; any number of MINs. MAX is the player to move at the root, or
the first player where chance is to move. As printed it prunes nothing; `star.py` is the same search with windows.
"""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any, Literal

from kibitz.core.agents import agent
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits
from kibitz.core.game import CHANCE
from kibitz.core.questions import legal_actions, outcomes_at
from kibitz.textbook.depth_first import depth_first_decision
from kibitz.textbook.horizon import Horizon
from kibitz.textbook.recorder import Recorder
from kibitz.textbook.star import star_search
from kibitz.textbook.trace import Role, Trace


def expectiminimax_search(game: Game, state: Any, horizon: Horizon, recorder: Recorder) -> tuple[float, int | None]:
    """Return the expected value of `state` for MAX and the best move (None at leaves and chance nodes)."""

    def expectiminimax(
        state: Any, action: int | None, probability: float | None, horizon: Horizon
    ) -> tuple[float, int | None]:  # fmt: skip
        mover = game.to_move(state)
        role: Role = "max" if mover == horizon.player else "chance" if mover == CHANCE else "min"
        leaf = recorder.leaf_value(state, horizon, role, action, probability=probability)
        if leaf is not None:
            return leaf, None
        if role == "chance":
            return exp_value(state, horizon)
        return max_value(state, horizon) if role == "max" else min_value(state, horizon)

    def max_value(state: Any, horizon: Horizon) -> tuple[float, int | None]:
        value, move = -inf, None
        for action in legal_actions(game, state):
            value2, _ = expectiminimax(game.result(state, action), action, None, horizon.after(game, state))
            if value2 > value:
                value, move = value2, action
                recorder.value(value)
        recorder.choose(move, value)
        return value, move

    def min_value(state: Any, horizon: Horizon) -> tuple[float, int | None]:
        value, move = inf, None
        for action in legal_actions(game, state):
            value2, _ = expectiminimax(game.result(state, action), action, None, horizon.after(game, state))
            if value2 < value:
                value, move = value2, action
                recorder.value(value)
        recorder.choose(move, value)
        return value, move

    def exp_value(state: Any, horizon: Horizon) -> tuple[float, int | None]:
        value = 0.0
        for outcome, probability in outcomes_at(game, state):
            value2, _ = expectiminimax(game.result(state, outcome), outcome, probability, horizon.after(game, state))
            value += probability * value2
        recorder.conclude(value)
        return value, None

    return expectiminimax(state, None, None, horizon)


@agent("expectiminimax")
def decide(
    game: Game,
    state: Any,
    *,
    depth: int | None = None,
    rounds: int | None = None,
    pruning: Literal["none", "star1", "star2"] = "none",
    trace: Trace | None = None,
) -> Decision:
    """Expectiminimax: the best move against best play where chance has its turns too; `pruning=star1|star2` cuts at it."""
    search = expectiminimax_search if pruning == "none" else partial(star_search, probing=pruning == "star2")
    return depth_first_decision(state, search, Limits(depth=depth, rounds=rounds), Recorder(game, trace))
