"""`review`: a whole game, move by move: what each was worth, and what would have been better."""

from __future__ import annotations

from typing import Any

from kibitz.analysis.compiling import compiling_reported
from kibitz.analysis.context import Context
from kibitz.analysis.messages import AgentPoint
from kibitz.analysis.point import session_at
from kibitz.analysis.values import bar, value_for
from kibitz.analysis.verbs import verb
from kibitz.analysis.verbs.analyse import allowed_seat, decided
from kibitz.core.decision import Decision
from kibitz.core.game import CHANCE
from kibitz.core.reports import line_names, value_text
from kibitz.session import Session

NOTICEABLE = 1e-6
"""A smaller loss is rounding."""


@verb("review", is_long=True)
def review(request: AgentPoint, context: Context) -> dict[str, Any]:
    """Return what an agent thinks of every position of a game, and of each player's moves the worst.

    A row is about the position after a move: its value to the side to move, what the move lost, and the better line. Rows are
    sent as they are found.
    """
    session = session_at(request).clone()
    moves = session.history
    session.undo(len(moves))
    seat = allowed_seat(session, request.agent, context.quota)
    rows: list[dict[str, Any]] = []
    before: Decision | None = None
    with compiling_reported(context):
        for ply in range(len(moves) + 1):
            decision = decided(session, seat, every=False)
            if context.was_interrupted:
                break
            rows.append(_row(session, ply, before, decision))
            context.emit({"row": rows[-1]})
            before = decision
            session.redo()
    return {"rows": rows, "worst": _worst(rows, session.game.players), "agent": seat.name}


def _row(session: Session, ply: int, before: Decision | None, decision: Decision) -> dict[str, Any]:
    """Return what is known of the position after a move, and of the move."""
    game, state = session.game, session.state
    first = value_for(game, state, decision, 0)
    row: dict[str, Any] = {
        "ply": ply,
        "value": decision.value,
        "value_text": value_text(game, decision.value),
        "bar": None if first is None or game.players > 2 else bar(game, state, first),
        "action": None, "to_move": None, "best": None, "better_line": [], "answer_line": [],
        "loss": None, "was": None, "is": None,
    }  # fmt: skip
    if before is None:
        return row
    move = session.history[-1]
    row |= {"action": move.name, "to_move": move.mover}
    if move.mover == CHANCE or before.action is None:
        return row
    had, has = (value_for(game, at, found, move.mover) for at, found in ((move.state, before), (state, decision)))
    loss = None if had is None or has is None else had - has
    row["loss"] = None if loss is None else loss if loss > NOTICEABLE and before.action != move.action else 0.0
    return row | {
        "was": None if had is None else value_text(game, had),
        "is": None if has is None else value_text(game, has),
        "answer_line": line_names(game, state, decision.line),
        "best": game.action_name(move.state, before.action),
        "better_line": line_names(game, move.state, before.line or (before.action,)),
    }


def _worst(rows: list[dict[str, Any]], players: int) -> dict[str, int | None]:
    """Return, for each player, the row of the move that lost most, or None where none lost anything."""
    worst: dict[str, int | None] = {}
    for player in range(players):
        lost = [(row["loss"], row["ply"]) for row in rows if row["to_move"] == player and row["loss"]]
        worst[str(player)] = max(lost, key=lambda pair: pair[0])[1] if lost else None
    return worst
