"""Opponents that answer at once: an interpreted search stands in for one that is still being compiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from kibitz.analysis.context import Context
from kibitz.analysis.messages import AgentPoint, Point
from kibitz.analysis.point import edition, game_at
from kibitz.api import Seat
from kibitz.compile.cpu import agreement_assumed
from kibitz.core.decision import Decision
from kibitz.core.randomness import Random
from kibitz.session import Session
from kibitz.stand_in import StandIn

REMEMBERED = 16
"""So many opponents are remembered, each with what is being compiled for it."""


def circumstances(session: Session) -> dict[str, Any]:
    """Return what a decision depends on besides the position: the states before, and a seed for this move of the game."""
    past = [move.state for move in session.history]
    return {"past": past, "seed": Random(session.seed, len(past)).below(1 << 31)}


def quick_decision(
    request: AgentPoint, session: Session, context: Context, listen: Callable[[Decision], None]
) -> Decision:  # fmt: skip
    """Return an agent's decision, or that of an interpreted search as long as the agent's own is being compiled."""
    with agreement_assumed():
        seat = Seat.of(session.game, request.agent)
    context.quota.check(seat.name, seat.options)
    opponent = _opponent(request.game, request.tree, edition(request.game), request.agent)
    if opponent.prepare(session.state):
        context.emit({"phase": "compiling"})
    return opponent.decide(session.state, listen=listen, **circumstances(session))


@lru_cache(maxsize=REMEMBERED)
def _opponent(game: str, tree: str | None, edition: str, agent: str | None) -> StandIn:
    """Return an agent for a game, the same one at every move."""
    return StandIn(game_at(Point.model_validate({"game": game, "tree": tree})), agent)
