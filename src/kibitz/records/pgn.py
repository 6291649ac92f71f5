"""Chess games in PGN, the Portable Game Notation."""

from __future__ import annotations

from kibitz.core.errors import PositionError
from kibitz.records import tagged
from kibitz.records.record import Record

WHITE = 0
"""White moves first."""
PLAYED = ("standard", "chess", "chess960", "fischerandom", "from position")
"""Variants that are chess as Kibitz plays it."""


def write(record: Record) -> str:
    """Return a chess game as PGN; its moves are in SAN, as their names are."""
    result = tagged.result_of(record.utilities, WHITE)
    tags = tagged.heading(record, WHITE, result) | tagged.start_tags("chess", record.position)
    fields = record.position.split()
    return tagged.write(tags, record.moves, result, int(fields[5]), second_begins=fields[1] == "b")


def read(text: str) -> Record:
    """Return the first game of a PGN text."""
    found = tagged.read(text)
    variant = found.tags.get("Variant", "Standard")
    if variant.lower() not in PLAYED:
        raise PositionError(f"the record is of a variant that Kibitz does not play: {variant}")
    return tagged.record_of("chess", found, WHITE)
