"""Best-reply search: in each round only one opponent, whoever hurts most, answers; the others play their first move.

Schadd and Winands, "Best reply search for multiplayer games", IEEE Transactions on Computational Intelligence and AI in
Games, 2011, where the others pass; in the variant of Esser, Gras, Winands, Schadd and Lanctot, 2013, they play on with the
move that looks best, so that positions stay legal. Here that is the first by the game's `order`.
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


def best_reply_search(game: Game, state: Any, horizon: Horizon, recorder: Recorder) -> tuple[float, int | None]:
    """Return the value of `state` for MAX and the best move (None at a leaf)."""
    player = horizon.player

    def best_reply(state: Any, action: int | None, horizon: Horizon, replied: bool) -> tuple[float, int | None]:
        is_max = game.to_move(state) == player
        leaf = recorder.leaf_value(state, horizon, "max" if is_max else "min", action)
        if leaf is not None:
            return leaf, None
        return max_value(state, horizon) if is_max else min_value(state, horizon, replied)

    def max_value(state: Any, horizon: Horizon) -> tuple[float, int | None]:
        value, move = -inf, None
        for action in legal_actions(game, state):
            value2, _ = best_reply(game.result(state, action), action, horizon.after(game, state), False)
            if value2 > value:
                value, move = value2, action
                recorder.value(value)
        recorder.choose(move, value)
        return value, move

    def min_value(state: Any, horizon: Horizon, replied: bool) -> tuple[float, int | None]:
        value, move = inf, None
        # the first move leaves the reply to others; the rest are the reply, if nobody has replied in this round
        moves = sorted(legal_actions(game, state), key=lambda action: -game.order(state, action))
        for action in moves[:1] if replied else moves:
            successor = game.result(state, action)
            is_new_round = game.to_move(successor) == player
            has_replied = not is_new_round and (replied or action != moves[0])
            value2, _ = best_reply(successor, action, horizon.after(game, state), has_replied)
            if value2 < value:
                value, move = value2, action
                recorder.value(value)
        recorder.cut(moves[1:] if replied else [], "somebody has replied")
        recorder.estimated = recorder.estimated or replied
        recorder.choose(move, value)
        return value, move

    return best_reply(state, None, horizon, False)


@agent("bestreply", supports=why_not_deterministic)
def decide(
    game: Game,
    state: Any,
    *,
    depth: int | None = None,
    rounds: int | None = None,
    trace: Trace | None = None,
) -> Decision:
    """Best-reply search: the best move against whichever one opponent hurts most, round by round."""
    return depth_first_decision(state, best_reply_search, Limits(depth=depth, rounds=rounds), Recorder(game, trace))
