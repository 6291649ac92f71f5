"""Checkers games in PDN, the Portable Draughts Notation: game type 21, English draughts, in which Black moves first."""

from __future__ import annotations

from kibitz.core.errors import PositionError
from kibitz.core.registry import load
from kibitz.records import tagged
from kibitz.records.record import Record

WHITE = 1
ENGLISH = "21"


def write(record: Record) -> str:
    """Return a game of checkers as PDN."""
    result = tagged.result_of(record.utilities, WHITE)
    tags = tagged.heading(record.agents, WHITE, result) | {"GameType": ENGLISH}
    if record.position != _start():
        tags |= {"SetUp": "1", "FEN": record.position}
    return tagged.write(tags, record.moves, result, second_begins=record.position.startswith("W"))


def read(text: str) -> Record:
    """Return the first game of a PDN text."""
    found = tagged.read(text)
    kind = found.tags.get("GameType", ENGLISH)
    if kind.partition(",")[0].strip() != ENGLISH:
        raise PositionError(f"the record is of game type {kind}, not {ENGLISH}, English draughts")
    position = found.tags.get("FEN", _start())
    agents, utilities = tagged.agents_of(found.tags, WHITE), tagged.utilities_of(found.result, WHITE)
    return Record("checkers", position, tuple(found.moves), agents, utilities)


def _start() -> str:
    """Return the position in which checkers begins."""
    checkers = load("checkers")
    return checkers.notation(checkers.initial())
