"""`kibitz tree --steps`: the search tree after each event, stepped through with the arrow keys."""

from __future__ import annotations

from kibitz.cli.keys import has_keys
from kibitz.cli.stepping import left_at
from kibitz.pictures import Captions, tree_text
from kibitz.pictures.tree_text import NOW
from kibitz.textbook.trace import Trace


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
    step = left_at(lambda step, width, height: _lines(trace, captions, step, width, height), start or 0, last)
    print(f"{_caption(captions, step, last)}\n\n{tree_text(trace, step)}")


def _lines(trace: Trace, captions: Captions, step: int, width: int, height: int) -> list[str]:
    """Return the tree after a step, or the part of it around the step's node, below what happened."""
    lines = tree_text(trace, step, width=width, colour=True).splitlines()
    room = max(height - 2, 1)
    now = next((place for place, line in enumerate(lines) if NOW in line), 0)
    top = min(max(now - room // 2, 0), max(len(lines) - room, 0))
    return [_caption(captions, step, len(trace.events))[:width], "", *lines[top : top + room]]


def _caption(captions: Captions, step: int, last: int) -> str:
    """Return the number of a step and what happened at it."""
    return f"step {step} of {last}  {captions[step]}"
