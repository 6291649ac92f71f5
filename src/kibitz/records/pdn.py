"""Checkers games in PDN, the Portable Draughts Notation: game type 21, English draughts, in which Black moves first."""

from __future__ import annotations

from kibitz.core.errors import PositionError
from kibitz.records import tagged
from kibitz.records.record import Record

WHITE = 1
ENGLISH = "21"


def write(record: Record) -> str:
    """Return a game of checkers as PDN."""
    result = tagged.result_of(record.utilities, WHITE)
    tags = tagged.heading(record, WHITE, result) | {"GameType": ENGLISH} | tagged.start_tags("checkers", record.position)
    return tagged.write(tags, record.moves, result, second_begins=record.position.startswith("W"))


def read(text: str) -> Record:
    """Return the first game of a PDN text."""
    found = tagged.read(text)
    kind = found.tags.get("GameType", ENGLISH)
    if kind.partition(",")[0].strip() != ENGLISH:
        raise PositionError(f"the record is of game type {kind}, not {ENGLISH}, English draughts")
    return tagged.record_of("checkers", found, WHITE)
