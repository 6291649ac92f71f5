"""`record`, `read`: games and positions as text, out and in."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from kibitz.analysis.context import Context
from kibitz.analysis.messages import INITIAL, AgentText, Point, Request
from kibitz.analysis.point import session_at
from kibitz.analysis.verbs import verb
from kibitz.core.errors import InputError, KibitzError
from kibitz.core.game import constant_sum
from kibitz.core.registry import load, spec_of
from kibitz.records import Record, suffix_of, write_record
from kibitz.session import Session


class Written(Point):
    """A game that is to be written down."""

    form: str | None = Field(
        None, max_length=10, description="pgn, pdn, sgf or json; without one, what players of the game use."
    )
    agents: tuple[AgentText, ...] = Field((), max_length=32, strict=False, description="Who played, the first player first.")
    resigned: int | None = Field(None, ge=0, le=31, description="The player who resigned, if one did.")


class Text(Request):
    """A text that is a record of a game, or a position of one."""

    text: str = Field(max_length=500_000)
    game: str | None = Field(None, max_length=1_000, description="The game, where the text is a position.")


@verb("record")
def record(request: Written, context: Context) -> dict[str, Any]:
    """Return a game as text."""
    session = session_at(request)
    game, history = session.game, session.history
    result = session.result
    if result is None and request.resigned is not None:
        result = _resigned(session, request.resigned)
    start = game.notation(history[0].state if history else session.state)
    text = spec_of(game)
    kept = Record(text, start, tuple(move.name for move in history), request.agents, result, request.seed)
    return {"form": request.form or suffix_of(text), "text": write_record(kept, request.form)}


def _resigned(session: Session, player: int) -> tuple[float, ...]:
    """Return what each player gets when one has resigned: the others share what is to be had."""
    players = session.game.players
    if player >= players or players != 2:
        raise InputError("only a player of a game for two can resign")
    share = (constant_sum(session.game) or 0.0) / players
    return (share - 1.0, share + 1.0) if player == 0 else (share + 1.0, share - 1.0)


@verb("read")
def read(request: Text, context: Context) -> dict[str, Any]:
    """Return the game, position and moves in a text: a record in PGN, PDN, SGF or JSON, or a position of the game given."""
    if request.game is not None:
        game = load(request.game)
        try:
            position = game.notation(game.parse(request.text.strip()))
        except (KibitzError, RecursionError) as error:
            refusal: Exception = error
        else:
            return {"game": request.game, "position": position, "moves": []}
    try:
        session = Session.from_record(request.text)
    except KibitzError as error:
        raise (error if request.game is None or len(request.text.split()) > 12 else InputError(str(refusal))) from None
    history = session.history
    start = session.game.notation(history[0].state if history else session.state)
    initial = session.game.notation(session.game.initial())
    moves = [move.name for move in history]
    return {"game": spec_of(session.game), "position": INITIAL if start == initial else start, "moves": moves}
