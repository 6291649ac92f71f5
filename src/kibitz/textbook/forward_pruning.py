"""Forward pruning: minimax that follows only the k moves that look best at a shallow first look.

Beam search over moves: Russell and Norvig, 4th edition, section 5.3.3 (Shannon's type B strategy, 1950). It is not exact:
the best move may be among those dropped, for MAX and for MIN.
"""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any

from kibitz.core.agents import agent
from kibitz.core.chance import why_not_deterministic
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits
from kibitz.core.errors import InputError
from kibitz.core.questions import legal_actions
from kibitz.textbook.depth_first import depth_first_decision
from kibitz.textbook.horizon import Horizon
from kibitz.textbook.minimax import minimax_search
from kibitz.textbook.recorder import Recorder
from kibitz.textbook.trace import Trace


def forward_pruning_search(
    game: Game, state: Any, horizon: Horizon, recorder: Recorder, *, keep: int, look: int
) -> tuple[float, int | None]:
    """Return the value of `state` for MAX and the best move (None at a leaf) among the moves kept."""
    player = horizon.player

    def value_of(state: Any, action: int | None, horizon: Horizon) -> tuple[float, int | None]:
        is_max = game.to_move(state) == player
        leaf = recorder.leaf_value(state, horizon, "max" if is_max else "min", action)
        if leaf is not None:
            return leaf, None
        return max_value(state, horizon) if is_max else min_value(state, horizon)

    def max_value(state: Any, horizon: Horizon) -> tuple[float, int | None]:
        value, move = -inf, None
        for action in promising(state, is_max=True):
            value2, _ = value_of(game.result(state, action), action, horizon.after(game, state))
            if value2 > value:
                value, move = value2, action
                recorder.value(value)
        recorder.choose(move, value)
        return value, move

    def min_value(state: Any, horizon: Horizon) -> tuple[float, int | None]:
        value, move = inf, None
        for action in promising(state, is_max=False):
            value2, _ = value_of(game.result(state, action), action, horizon.after(game, state))
            if value2 < value:
                value, move = value2, action
                recorder.value(value)
        recorder.choose(move, value)
        return value, move

    def promising(state: Any, is_max: bool) -> list[int]:
        """Return the moves kept, in their own order; where there are no more than `keep`, nothing is looked at."""
        actions = legal_actions(game, state)
        if len(actions) <= keep:
            return actions
        best_first = sorted(actions, key=lambda action: first_look(game.result(state, action)), reverse=is_max)
        kept = best_first[:keep]
        dropped = [action for action in actions if action not in kept]
        recorder.estimated = True
        recorder.cut(dropped, f"not among the {keep} best at a first look")
        return [action for action in actions if action in kept]

    def first_look(successor: Any) -> float:
        """Return what minimax says of a move's successor with `look` moves seen, the move itself included."""
        scout = Recorder(game)
        value, _ = minimax_search(game, successor, Horizon(player, depth=look - 1), scout)
        recorder.nodes += scout.nodes
        return value

    return value_of(state, None, horizon)


@agent("forward", supports=why_not_deterministic)
def decide(
    game: Game,
    state: Any,
    *,
    depth: int | None = None,
    rounds: int | None = None,
    keep: int = 3,
    look: int = 1,
    trace: Trace | None = None,
) -> Decision:
    """Forward pruning: minimax over the few moves that look best at first; fast, and not exact."""
    if keep < 1 or look < 1:
        raise InputError(f"forward needs keep and look of at least 1, not keep={keep}, look={look}")
    search = partial(forward_pruning_search, keep=keep, look=look)
    return depth_first_decision(state, search, Limits(depth=depth, rounds=rounds), Recorder(game, trace))
