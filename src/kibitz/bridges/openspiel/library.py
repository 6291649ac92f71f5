"""OpenSpiel itself, imported when it is first needed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kibitz.bridges.extras import imported

STDERR = 2


def pyspiel() -> Any:
    """Return the module `pyspiel`, with OpenSpiel's games in Python registered."""
    imported("open_spiel.python.games", "OpenSpiel", "openspiel")
    return imported("pyspiel", "OpenSpiel", "openspiel")


@contextmanager
def silent() -> Iterator[None]:
    """Keep OpenSpiel's C++ from writing its errors to stderr: they are raised as well."""
    try:
        kept = os.dup(STDERR)
    except OSError:  # there is no stderr
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, STDERR)
    try:
        yield
    finally:
        os.dup2(kept, STDERR)
        os.close(kept)
        os.close(nowhere)
