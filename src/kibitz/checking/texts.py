"""Laws about texts: moves and positions are named and read back."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.checking.asking import Asked
from kibitz.checking.effort import spread
from kibitz.checking.report import Breach, NotLookedAt
from kibitz.checking.walk import WIDEST, Position, Walk
from kibitz.core.content import content
from kibitz.core.contract import ParsedActions, implements
from kibitz.core.places import short


def names(asked: Asked, walk: Walk) -> str:
    """Check that moves have different names, and are found by them."""
    for position in asked.effort.through(walk.open):
        for name, action in _read_back(asked, position):
            again = asked("names", "parse_action", position.state, name, moves=position.moves)
            if again != action:
                message = f"reads {name!r}, the name of move {action}, as {short(again)}"
                raise asked.breach("names", "parse_action", message, position.moves)
    return "moves are found by their names"


def _read_back(asked: Asked, position: Position) -> Sequence[tuple[str, int]]:
    """Return the names to read back: none where Kibitz itself reads them, few of many, since each may cost them all."""
    found = list(_different(asked, position).items())
    return spread(found, lambda _: len(position.actions), WIDEST * WIDEST) if implements(asked.game, ParsedActions) else ()


def _different(asked: Asked, position: Position) -> dict[str, int]:
    """Return the moves of a position by name, after a look at whether the names will do."""
    found: dict[str, int] = {}
    for action in position.tried:
        name = asked("names", "action_name", position.state, action, moves=position.moves)
        complaint = None
        if not isinstance(name, str) or not name.strip():
            complaint = f"returned {short(name)} for move {action}, which is no text"
        elif name in found:
            complaint = f"calls the moves {found[name]} and {action} both {name!r}"
        elif "parse" not in asked.given and name.replace(",", " ").split() != [name]:
            complaint = f"returned {name!r}; spaces and commas stand between moves where a position is written as moves"
        if complaint is not None:
            raise asked.breach("names", "action_name", complaint, position.moves)
        found[name] = action
    return found


def notation(asked: Asked, walk: Walk) -> str:
    """Check that a position written as text is read back as the same position."""
    is_own = bool({"notation", "parse"} & asked.given)
    for position in asked.effort.through(walk.positions):
        try:
            text = asked("notation", "notation", position.state, moves=position.moves)
            if not isinstance(text, str):
                raise asked.breach("notation", "notation", f"returned {short(text)}, which is no text", position.moves)
            again = asked("notation", "parse", text, moves=position.moves)
            if type(again) is not type(position.state) or content(again) != content(position.state):
                raise asked.breach(
                    "notation", "parse", f"reads {short(text)} as {short(again)}, not {short(position.state)}", position.moves
                )
        except Breach:
            if is_own:
                raise
            message = "positions of this kind need the game's own notation and parse to be read back from text"
            raise NotLookedAt(message) from None
    return "positions are read back from their texts"
