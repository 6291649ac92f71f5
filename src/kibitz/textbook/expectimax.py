"""Expectimax: MAX takes the move that is best on average; dice and opponents are averaged over.

The expectimax search of the Pacman lectures (Berkeley CS 188); Michie 1966 for games against nature. Opponents are not
assumed to play well: the model `uniform` has each of their moves equally likely, and any agent or mixture of agents may
be a model. Chance outcomes weigh as the rules say.
"""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any

from kibitz.core.agents import agent
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits
from kibitz.core.game import CHANCE
from kibitz.core.mixtures import UNIFORM
from kibitz.core.questions import legal_actions, outcomes_at
from kibitz.textbook.depth_first import depth_first_decision
from kibitz.textbook.horizon import Horizon
from kibitz.textbook.opponents import Model
from kibitz.textbook.recorder import Recorder
from kibitz.textbook.trace import Trace


def expectimax_search(
    game: Game, state: Any, horizon: Horizon, recorder: Recorder, *, model: Model | None = None
) -> tuple[float, int | None]:  # fmt: skip
    """Return the expected value of `state` for MAX and the best move (None at a leaf or where MAX does not move)."""
    expected = model or Model(game, UNIFORM)

    def expectimax(
        state: Any, action: int | None, probability: float | None, horizon: Horizon
    ) -> tuple[float, int | None]:  # fmt: skip
        is_max = game.to_move(state) == horizon.player
        leaf = recorder.leaf_value(state, horizon, "max" if is_max else "chance", action, probability=probability)
        if leaf is not None:
            return leaf, None
        return max_value(state, horizon) if is_max else exp_value(state, horizon)

    def max_value(state: Any, horizon: Horizon) -> tuple[float, int | None]:
        value, move = -inf, None
        for action in legal_actions(game, state):
            value2, _ = expectimax(game.result(state, action), action, None, horizon.after(game, state))
            if value2 > value:
                value, move = value2, action
                recorder.value(value)
        recorder.choose(move, value)
        return value, move

    def exp_value(state: Any, horizon: Horizon) -> tuple[float, int | None]:
        value = 0.0
        for action, probability in outcomes_at(game, state) if game.to_move(state) == CHANCE else modelled(state):
            value2, _ = expectimax(game.result(state, action), action, probability, horizon.after(game, state))
            value += probability * value2
        recorder.conclude(value)
        return value, None

    def modelled(state: Any) -> list[tuple[int, float]]:
        """Return the opponent's moves that the model thinks possible; that is a guess."""
        recorder.estimated = True
        return [(action, probability) for action, probability in expected.likely(state) if probability > 0]

    return expectimax(state, None, None, horizon)


@agent("expectimax")
def decide(
    game: Game,
    state: Any,
    *,
    depth: int | None = None,
    rounds: int | None = None,
    model: str = UNIFORM,
    trace: Trace | None = None,
) -> Decision:
    """Expectimax: the best move on average against opponents who move at random, or as `model=` says."""
    search = partial(expectimax_search, model=Model(game, model))
    return depth_first_decision(state, search, Limits(depth=depth, rounds=rounds), Recorder(game, trace))
