"""`kibitz agents`: who can think, and with which options."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

from kibitz.cli.options import Json, Seed, examples
from kibitz.cli.output import console, print_json

EPILOG = examples(
    "kibitz agents  the table",
    "kibitz analyse nim --agent alphabeta:depth=6  options follow a colon",
    "kibitz analyse nim --agent minimax:engine=textbook  the lecture's version",
)


def agents(seed: Seed = 0, json: Json = False) -> None:
    """List the agents: name, engine, options with their defaults, what they do.

    Where both engines know a name, search (compiled) is asked before textbook (interpreted, and the one that tree draws).
    """
    rows = _facts()
    if json:
        for row in rows:
            print_json(row)
        return
    # options stand below, so that everything has room on 80 columns
    table = Table("name", "engine", "does; options", box=None, header_style="bold", pad_edge=False)
    for row in rows:
        options = ", ".join(_written(*one) for one in row["options"].items())
        table.add_row(row["agent"], row["engine"], Text(row["summary"]).append(f"\n{options}" if options else "", "dim"))
    console().print(table)


def _facts() -> list[dict[str, Any]]:
    """Return what the table says of each agent."""
    from kibitz.core.agents import discover

    return [
        {
            "agent": name,
            "engine": search.engine,
            "options": {key: option.default for key, option in search.options.items()},
            "summary": search.summary.rstrip("."),
        }
        for name, searches in sorted(discover().items())
        for search in searches
    ]


def _written(key: str, default: Any) -> str:
    """Return an option as one writes it; one without a default is a limit that may be left out."""
    return f"{key}=" if default is None else f"{key}={str(default).lower() if isinstance(default, bool) else default}"
