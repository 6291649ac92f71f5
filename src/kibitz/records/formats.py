"""The formats of records: which one a game is kept in, and which one a text is."""

from __future__ import annotations

import re
from types import ModuleType

from kibitz.core.errors import InputError, UnknownNameError
from kibitz.core.registry import parse_game
from kibitz.records import json_lines, pdn, pgn, sgf, tagged
from kibitz.records.record import Record

FORMATS: dict[str, ModuleType] = {"json": json_lines, "pgn": pgn, "pdn": pdn, "sgf": sgf}
OWN = {"chess": "pgn", "checkers": "pdn", "go": "sgf"}
"""The format that players of a game use."""
NOT_IN_SGF = {"superko", "moves"}
"""Parameters of Go for which SGF has no place."""


def suffix_of(game: str) -> str:
    """Return the format in which a game's records are kept: its players' own, or else JSON."""
    spec = parse_game(game)
    return "json" if spec.options.keys() & NOT_IN_SGF else OWN.get(spec.name, "json")


def write_record(record: Record, form: str | None = None) -> str:
    """Return a record as text, in the format of the game's players or in the one named."""
    chosen = suffix_of(record.game) if form is None else form
    if chosen not in FORMATS:
        raise UnknownNameError("format of records", chosen, FORMATS)
    if chosen not in ("json", suffix_of(record.game)):
        can = " or ".join(dict.fromkeys(("json", suffix_of(record.game))))
        raise InputError(f"a record of {record.game} cannot be written as {chosen}; {can} can")
    return str(FORMATS[chosen].write(record))


def read_record(text: str, form: str | None = None) -> Record:
    """Return the game in a text, whose format shows by its first letters where it is not named."""
    start = text.lstrip("\ufeff \t\r\n")
    if form is None:
        form = "json" if start.startswith("{") else "sgf" if start.startswith("(") else "pdn" if _is_draughts(start) else "pgn"
    if form not in FORMATS:
        raise UnknownNameError("format of records", form, FORMATS)
    record: Record = FORMATS[form].read(start)
    return record


def _is_draughts(text: str) -> bool:
    """Return whether a text in tags and moves is of a game of draughts, whose moves are numbers of squares."""
    found = tagged.read(text)
    return "GameType" in found.tags or any(re.fullmatch(r"\d+[-x]\d+.*", move) for move in found.moves[:1])
