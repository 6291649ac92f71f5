"""Games of any kind as one JSON object."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from typing import Any

from kibitz.core.errors import PositionError
from kibitz.records.record import Record


def write(record: Record) -> str:
    """Return a game as a JSON object on one line."""
    return json.dumps({"format": "kibitz", **asdict(record)}, ensure_ascii=False) + "\n"


def read(text: str) -> Record:
    """Return the game in a JSON object."""
    try:
        found = json.loads(text)
    except ValueError as error:
        raise PositionError(f"the record is no JSON: {error}") from None
    if not isinstance(found, dict) or found.pop("format", None) != "kibitz":
        raise PositionError('the record is no game of Kibitz: a JSON object with "format": "kibitz"')
    kinds = {"game": str, "position": str, "moves": list, "agents": list, "utilities": list, "seed": int}
    for name, kind in kinds.items():
        if name in found and found[name] is not None and not isinstance(found[name], kind):
            raise PositionError(f"the record's field {name} is no {kind.__name__}")
    if not all(isinstance(move, str) for move in found.get("moves") or ()):
        raise PositionError("the record's moves are not all names")
    missing = [name for name in ("game", "position", "moves") if found.get(name) is None]
    if missing:
        raise PositionError(f"the record has no field {missing[0]}")
    known: dict[str, Any] = {each.name: found[each.name] for each in fields(Record) if found.get(each.name) is not None}
    tuples = {name: tuple(value) for name, value in known.items() if isinstance(value, list)}
    return Record(**{**known, **tuples})
