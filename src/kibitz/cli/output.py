"""What commands write: JSON with the same field names everywhere, and signs of life for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from typing import Any

from rich.console import Console

from kibitz.cli.streams import is_unicode


def console() -> Console:
    """Return where people read: stdout, in colours on a terminal."""
    return Console(highlight=False, soft_wrap=True)


def print_json(fields: dict[str, Any]) -> None:
    """Write one object on one line."""
    print(json.dumps(finite(fields), ensure_ascii=not is_unicode(), default=str), flush=True)


def finite(value: Any) -> Any:
    """Return a JSON value in which null stands for numbers that JSON cannot hold."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    return value


@contextmanager
def thinking(what: str) -> Iterator[Callable[[str], None]]:
    """Show that work goes on, where a person watches the terminal; the function that is given changes what is shown."""
    if not sys.stderr.isatty():
        yield lambda what: None
        return
    screen = Console(stderr=True)
    with screen.status(f"{what} (Ctrl-C stops)", spinner="line" if screen.options.ascii_only else "dots") as status:
        yield lambda what: status.update(f"{what} (Ctrl-C stops)")
