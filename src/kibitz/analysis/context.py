"""What a verb works with besides its request: where progress goes, what it may take, and the games of the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kibitz.analysis.quota import Quota

Emit = Callable[[dict[str, Any]], None]


def _silent(fields: dict[str, Any]) -> None:
    """Drop a report of progress."""


@dataclass
class Context:
    """The circumstances of one request."""

    emit: Emit = _silent
    """Sends a report of progress to whoever asked."""
    quota: Quota = field(default_factory=Quota)
    files: Sequence[str] = ()
    """The files of users' games that were named on the command line."""
    tournaments: Sequence[str] = ()
    """The files with records of matches that were named there."""
    was_interrupted: bool = False
    """Whether the work was told to end early: its result is what there was by then."""
