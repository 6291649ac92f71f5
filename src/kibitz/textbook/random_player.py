"""The random player: any move, all equally likely; what every other player should beat."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from kibitz.core.agents import agent
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, MoveValue
from kibitz.core.questions import legal_actions, player_at, static_eval
from kibitz.core.randomness import Random
from kibitz.textbook.trace import NullTrace, Trace


@agent("random")
def decide(game: Game, state: Any, *, seed: int = 0, trace: Trace | None = None) -> Decision:
    """Random player: a move at random. It has no opinion, so the value is the game's own evaluation of the position."""
    began = perf_counter()
    watched = NullTrace(game) if trace is None else trace
    actions = [] if game.is_terminal(state) else legal_actions(game, state)
    action = Random(seed).choice(actions) if actions else None
    watched.choose(watched.enter(state, "player"), action)
    return Decision(
        action=action,
        value=static_eval(game, state, player_at(game, state)),
        actions=tuple(actions),
        line=() if action is None else (action,),
        moves=tuple(MoveValue(move, None) for move in actions),
        depth=0,
        nodes=1,
        seconds=perf_counter() - began,
    )
