"""Keys of a terminal, read as they are pressed."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|.", re.DOTALL)
"""One key: what a terminal sends for an arrow or the like, or a letter."""


def has_keys() -> bool:
    """Return whether a person sits at a terminal whose keys can be read as they are pressed."""
    return sys.stdin.isatty() and sys.stdout.isatty() and find_spec("termios") is not None


@contextmanager
def keys_at_once() -> Iterator[None]:
    """Let keys be read as they are pressed, without Enter, on terminals that can."""
    if not sys.stdin.isatty():
        yield
        return
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def pressed_keys() -> Iterator[str]:
    """Yield the keys that are pressed, one by one, until the terminal is closed."""
    while typed := os.read(sys.stdin.fileno(), 64):
        yield from _KEY.findall(typed.decode(errors="replace"))
