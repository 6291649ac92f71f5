"""What commands write: JSON with the same field names everywhere, and signs of life for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from rich.console import Console
from rich.text import Text

from kibitz.cli.streams import is_unicode
from kibitz.core.process import steps
from kibitz.core.reports import finite

CALM = 0.3
"""Seconds without a step of the compiler after which it is taken to be done: between two functions it rests for a moment."""


def console() -> Console:
    """Return where people read: stdout, in colours on a terminal."""
    return Console(highlight=False, soft_wrap=True)


def print_json(fields: dict[str, Any]) -> None:
    """Write one object on one line."""
    print(json.dumps(finite(fields), ensure_ascii=not is_unicode(), default=str), flush=True)


class StatusLine:
    """The line that says what goes on: that something is being compiled, or else what is done."""

    def __init__(self, what: str, compiled: str) -> None:
        """Say `what` goes on; `compiled` is what the compiler works on when it does."""
        self.what = what
        self.compiled = compiled
        self._compiling_until = 0.0

    def __rich__(self) -> Text:
        """Return the line as it is now."""
        now = monotonic()
        if steps:
            self._compiling_until = now + CALM
        if now < self._compiling_until:
            message = f"compiling {self.compiled} (once; Ctrl-C stops)"
        else:
            message = f"{self.what} (Ctrl-C stops)"
        return Text(message, no_wrap=True, overflow="ellipsis")


@contextmanager
def thinking(what: str, game: str = "the rules", agent: str = "") -> Iterator[Callable[[str], None]]:
    """Show that work goes on, where a person watches the terminal; the function that is given changes what is shown.

    While it is being compiled, that is shown instead: which game, and for which agent.
    """
    if not sys.stderr.isatty():
        yield lambda what: None
        return
    screen = Console(stderr=True)
    name = agent.partition(":")[0]
    line = StatusLine(what, f"{game} for {name}" if name else game)
    with screen.status(line, spinner="line" if screen.options.ascii_only else "dots"):
        yield lambda what: setattr(line, "what", what)
