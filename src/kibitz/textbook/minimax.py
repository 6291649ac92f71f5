"""Minimax: MAX takes the move whose worst answer is best; everybody else is MIN.

MINIMAX-SEARCH, Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th edition, Figure 5.3, with any number of
MINs as in the Pacman lectures: MAX is the player to move at the root. Of equally good moves the first is taken.
"""

from __future__ import annotations

from math import inf
from typing import Any

from kibitz.core.agents import agent
from kibitz.core.chance import why_not_deterministic
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits
from kibitz.core.questions import legal_actions
from kibitz.textbook.depth_first import depth_first_decision
from kibitz.textbook.horizon import Horizon
from kibitz.textbook.recorder import Recorder
from kibitz.textbook.trace import Trace


def minimax_search(game: Game, state: Any, horizon: Horizon, recorder: Recorder) -> tuple[float, int | None]:
    """Return the value of `state` for MAX and the best move (None at a leaf)."""

    def minimax(state: Any, action: int | None, horizon: Horizon) -> tuple[float, int | None]:
        is_max = game.to_move(state) == horizon.player
        leaf = recorder.leaf_value(state, horizon, "max" if is_max else "min", action)
        if leaf is not None:
            return leaf, None
        return max_value(state, horizon) if is_max else min_value(state, horizon)

    def max_value(state: Any, horizon: Horizon) -> tuple[float, int | None]:
        value, move = -inf, None
        for action in legal_actions(game, state):
            value2, _ = minimax(game.result(state, action), action, horizon.after(game, state))
            if value2 > value:
                value, move = value2, action
                recorder.value(value)
        recorder.choose(move, value)
        return value, move

    def min_value(state: Any, horizon: Horizon) -> tuple[float, int | None]:
        value, move = inf, None
        for action in legal_actions(game, state):
            value2, _ = minimax(game.result(state, action), action, horizon.after(game, state))
            if value2 < value:
                value, move = value2, action
                recorder.value(value)
        recorder.choose(move, value)
        return value, move

    return minimax(state, None, horizon)


@agent("minimax", supports=why_not_deterministic)
def decide(
    game: Game,
    state: Any,
    *,
    depth: int | None = None,
    rounds: int | None = None,
    trace: Trace | None = None,
) -> Decision:
    """Minimax: the best move against best play, every state looked at."""
    return depth_first_decision(state, minimax_search, Limits(depth=depth, rounds=rounds), Recorder(game, trace))
