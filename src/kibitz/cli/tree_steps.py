"""`kibitz tree --steps`: the search tree after each event, stepped through with the arrow keys."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import get_terminal_size

from kibitz.cli.keys import has_keys, keys_at_once, pressed_keys
from kibitz.core.process import answered
from kibitz.pictures import Captions, tree_text
from kibitz.pictures.tree_text import NOW
from kibitz.textbook.trace import Trace

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


def show_steps(trace: Trace, start: int | None = None) -> None:
    """Step through a trace at a terminal, from `start` (0 by default); elsewhere write all steps up to it (the end by default).

    At the terminal the tree of the step at which one leaves stays on the screen.
    """
    captions, last, tree = Captions(trace), len(trace.events), tree_text(trace, start)
    if not has_keys():
        for step in range(1, (last if start is None else start) + 1):
            print(f"{step:>{len(str(last))}}  {captions[step]}")
        print(f"\n{tree}")
        return
    step = _left_at(trace, captions, start or 0)
    print(f"{_caption(captions, step, last)}\n\n{tree_text(trace, step)}")


def _left_at(trace: Trace, captions: Captions, step: int) -> int:
    """Let a person step through the trace, and return the step at which they leave."""
    last = len(trace.events)
    try:
        with _screen(), keys_at_once():
            _draw(trace, captions, step)
            for key in pressed_keys():
                if key.lower() == "q":
                    break
                if key in FIRST or key in LAST:
                    step = 0 if key in FIRST else last
                else:
                    step = min(max(step + MOVES.get(key.lower() if len(key) == 1 else key, 0), 0), last)
                _draw(trace, captions, step)
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


def _draw(trace: Trace, captions: Captions, step: int) -> None:
    """Show the tree after a step, or the part of it around the step's node, with what happened and the keys."""
    width, height = get_terminal_size()
    lines = tree_text(trace, step, width=width, colour=True).splitlines()
    room = max(height - 4, 1)
    now = next((place for place, line in enumerate(lines) if NOW in line), 0)
    top = min(max(now - room // 2, 0), max(len(lines) - room, 0))
    caption = _caption(captions, step, len(trace.events))[:width]
    shown = "\n".join([caption, "", *lines[top : top + room], "", HELP[:width]])
    sys.stdout.write(EMPTY + shown)
    sys.stdout.flush()


def _caption(captions: Captions, step: int, last: int) -> str:
    """Return the number of a step and what happened at it."""
    return f"step {step} of {last}  {captions[step]}"
