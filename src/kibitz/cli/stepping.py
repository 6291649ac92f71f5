"""Stepping through something at a terminal with the arrow keys."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size

from kibitz.cli.keys import keys_at_once, pressed_keys
from kibitz.core.process import answered

PAGE = 10
"""So many steps are one page."""
MOVES = {
    "\x1b[C": 1, "\x1bOC": 1, "n": 1, " ": 1, "\n": 1, "\x1b[B": 1,
    "\x1b[D": -1, "\x1bOD": -1, "p": -1, "\x7f": -1, "\x1b[A": -1,
    "\x1b[6~": PAGE, "\x1b[5~": -PAGE,
}  # fmt: skip
"""By how many steps a key moves: right, n, space, Enter and down; left, p, backspace and up; page down and page up."""
FIRST = ("\x1b[H", "\x1bOH", "\x1b[1~")
LAST = ("\x1b[F", "\x1bOF", "\x1b[4~")
HELP = "right/n/space next   left/p back   home/end   q quit"

ANOTHER_SCREEN, OWN_SCREEN, EMPTY = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l", "\x1b[H\x1b[J"

Lines = Callable[[int, int, int], list[str]]
"""What is seen at a step, on a screen of so many columns and rows."""


def left_at(lines: Lines, step: int, last: int) -> int:
    """Let a person step from 0 to `last`, beginning at `step`, and return the step at which they leave."""
    try:
        with _screen(), keys_at_once():
            _draw(lines, step)
            for key in pressed_keys():
                if key.lower() == "q":
                    break
                if key in FIRST or key in LAST:
                    step = 0 if key in FIRST else last
                else:
                    step = min(max(step + MOVES.get(key.lower() if len(key) == 1 else key, 0), 0), last)
                _draw(lines, step)
    except KeyboardInterrupt:
        answered()  # Ctrl-C is another way to leave
    return step


@contextmanager
def _screen() -> Iterator[None]:
    """Use the terminal's other screen, so that what was written before is there again afterwards."""
    sys.stdout.write(ANOTHER_SCREEN)
    try:
        yield
    finally:
        sys.stdout.write(OWN_SCREEN)
        sys.stdout.flush()


def _draw(lines: Lines, step: int) -> None:
    """Show what is seen at a step, and the keys below it."""
    width, height = get_terminal_size()
    shown = "\n".join([*lines(step, width, max(height - 2, 1)), "", HELP[:width]])
    sys.stdout.write(EMPTY + shown)
    sys.stdout.flush()
