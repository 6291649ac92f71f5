"""OpenSpiel itself, imported when it is first needed."""

from __future__ import annotations

from typing import Any

from kibitz.bridges.extras import imported


def pyspiel() -> Any:
    """Return the module `pyspiel`, with OpenSpiel's games in Python registered."""
    imported("open_spiel.python.games", "OpenSpiel", "openspiel")
    return imported("pyspiel", "OpenSpiel", "openspiel")
