"""Chess games in PGN, the Portable Game Notation."""

from __future__ import annotations

from kibitz.core.errors import PositionError
from kibitz.core.registry import load
from kibitz.records import tagged
from kibitz.records.record import Record

WHITE = 0
"""White moves first."""


def write(record: Record) -> str:
    """Return a chess game as PGN; its moves are in SAN, as their names are."""
    result = tagged.result_of(record.utilities, WHITE)
    tags = tagged.heading(record.agents, WHITE, result)
    fields = record.position.split()
    if record.position != _start():
        tags |= {"SetUp": "1", "FEN": record.position}
    return tagged.write(tags, record.moves, result, int(fields[5]), second_begins=fields[1] == "b")


def read(text: str) -> Record:
    """Return the first game of a PGN text."""
    found = tagged.read(text)
    variant = found.tags.get("Variant", "Standard").lower()
    if variant not in ("standard", "chess", "chess960", "fischerandom", "from position"):
        raise PositionError(f"the record is of a variant that Kibitz does not play: {found.tags['Variant']}")
    position = found.tags.get("FEN", _start())
    agents, utilities = tagged.agents_of(found.tags, WHITE), tagged.utilities_of(found.result, WHITE)
    return Record("chess", position, tuple(found.moves), agents, utilities)


def _start() -> str:
    """Return the FEN of the position in which chess begins."""
    chess = load("chess")
    return chess.notation(chess.initial())
