"""The table of a report as text: for people to read, and as CSV for other programs."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Table:
    """A table to be read: the names of its columns, which of them hold numbers, and its cells as text."""

    columns: list[str]
    numeric: list[bool]
    rows: list[list[str]]

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Table:
        """Return the table of a report's rows, which all have the same columns."""
        first = rows[0] if rows else {}
        numeric = [not isinstance(cell, str) for cell in first.values()]
        return cls(list(first), numeric, [[cell_text(cell) for cell in row.values()] for row in rows])


def cell_text(cell: Any) -> str:
    """Return a cell as people read it: integers with their thousands apart, other numbers with four digits."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return f"{cell:,.4g}" if abs(cell) < 10_000 else f"{cell:,.0f}"
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


def cell_value(cell: Any) -> Any:
    """Return a cell for JSON: an estimate as an object of its numbers."""
    return cell.fields() if hasattr(cell, "fields") else cell


def csv_text(rows: Sequence[Row]) -> str:
    """Return the table as CSV with every digit; each number of an estimate has a column of its own."""
    flat = [{name: cell for column, held in row.items() for name, cell in _parts(column, held).items()} for row in rows]
    out = StringIO()
    writer = csv.DictWriter(out, list(dict.fromkeys(name for row in flat for name in row)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(flat)
    return out.getvalue()


def _parts(column: str, cell: Any) -> dict[str, Any]:
    """Return the columns that a cell takes in CSV."""
    value = cell_value(cell)
    return {f"{column}: {part}": number for part, number in value.items()} if isinstance(value, dict) else {column: value}
