"""`analyse`, `solve`: what a search thinks of a position, told while it thinks."""

from __future__ import annotations

from time import monotonic
from typing import Any

from pydantic import Field

from kibitz.analysis.compiling import compiling_reported
from kibitz.analysis.context import Context
from kibitz.analysis.messages import AgentPoint, Point
from kibitz.analysis.opponents import circumstances, quick_decision
from kibitz.analysis.point import session_at
from kibitz.analysis.quota import Quota
from kibitz.analysis.values import decision_message
from kibitz.analysis.verbs import verb
from kibitz.api import Seat, ask_agent
from kibitz.api import solve as solved
from kibitz.core.decision import Decision
from kibitz.search.defaults import default_agent, judging_agent
from kibitz.session import Session

REPORT_SECONDS = 0.1
"""Reports of progress are no closer together."""


class Analyse(AgentPoint):
    """A position, who thinks about it, and how."""

    every: bool = Field(True, description="Ask for a value of every move; without it, only for a move, as an opponent does.")
    stand_in: bool = Field(False, description="Let an interpreted search answer while the agent's kernel is being compiled.")


class Solve(Point):
    """A position to be solved."""

    seconds: float | None = Field(None, gt=0, description="How long it may take; without it, as long as one search may.")


@verb("analyse", is_long=True)
def analyse(request: Analyse, context: Context) -> dict[str, Any]:
    """Return what an agent thinks of a position; reports of progress are the same, as far as it is known."""
    session = session_at(request)
    last = 0.0
    agent = request.agent or (judging_agent if request.every else default_agent)(session.game)

    def message(decision: Decision) -> dict[str, Any]:
        return decision_message(request.game, session.game, session.state, decision, seed=request.seed, agent=agent)

    def listen(decision: Decision) -> None:
        nonlocal last
        if monotonic() - last >= REPORT_SECONDS:
            last = monotonic()
            context.emit(message(decision))

    if request.stand_in and not request.every:
        return message(quick_decision(request, session, context, listen))
    seat = allowed_seat(session, agent, context.quota)
    with compiling_reported(context):
        decision = decided(session, seat, every=request.every, listen=listen)
    return message(decision)


@verb("solve", is_long=True)
def solve(request: Solve, context: Context) -> dict[str, Any]:
    """Return the exact value of a position, all best moves and a line of best play; `exact` is false where time was short."""
    session = session_at(request)
    context.quota.check("solve", {"time": request.seconds})
    with compiling_reported(context):
        decision = solved(session.game, session.state, seconds=request.seconds)
    return decision_message(request.game, session.game, session.state, decision, seed=request.seed)


def allowed_seat(session: Session, agent: str | None, quota: Quota) -> Seat:
    """Return an agent in its seat, or raise if it cannot play the game or asks for more than it is given."""
    seat = Seat.of(session.game, agent)
    quota.check(seat.name, seat.options)
    return seat


def decided(session: Session, seat: Seat, *, every: bool, listen: Any = None) -> Decision:
    """Return an agent's decision at a point of a game, whose seed and number of moves are all that chance depends on."""
    return ask_agent(session.game, session.state, seat, every=every, listen=listen, **circumstances(session))
