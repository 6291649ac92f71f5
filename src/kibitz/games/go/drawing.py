"""Go's board as a picture."""

from __future__ import annotations

from kibitz.games._drawing import CELL, LINE, clickable, label, picture, plate
from kibitz.games.go.notation import COLUMNS, EMPTY, STONES, point_name, stars

WOOD = "#d9a95b"
LINES = "#5d431b"
COLOURS = (("#15181b", "#000000"), ("#f4f6f8", "#8a8f94"))
"""What black and white stones are filled with, and what they are outlined with."""


def drawn(size: int, marked: str, last: int, turn: int) -> str:
    """Return the board of letters as SVG, a ring on the last move and a stone of the side to move in the corner."""
    parts = [plate(1, 0, size, size, WOOD), _lines(size)]
    parts += [_disc(point % size + 1, point // size, CELL // 12, LINES, LINES) for point in stars(size)]
    parts += [label(0, row, str(size - row)) + label(row + 1, size, COLUMNS[row]) for row in range(size)]
    for point, letter in enumerate(marked):
        if letter != EMPTY:
            parts.append(_disc(point % size + 1, point // size, CELL * 9 // 20, *COLOURS[STONES.index(letter)]))
    if 0 <= last < size * size and marked[last] != EMPTY:
        line = COLOURS[1 - STONES.index(marked[last])][0]
        parts.append(_disc(last % size + 1, last // size, CELL // 5, "none", line))
    parts.append(_disc(0, size, CELL // 6, COLOURS[turn][0], LINE))  # on the page itself, which may be dark
    parts += [clickable(point_name(size, point), point % size + 1, point // size) for point in range(size * size)]
    return picture(size + 1, size + 1, parts, sides=(("Black", COLOURS[0][0]), ("White", COLOURS[1][0])))


def _lines(size: int) -> str:
    """Return the lines that cross in the points."""
    half, length = CELL // 2, (size - 1) * CELL
    upright = "".join(f"M{place * CELL + half} {half}v{length}" for place in range(1, size + 1))
    level = "".join(f"M{CELL + half} {place * CELL + half}h{length}" for place in range(size))
    return f'<path d="{upright}{level}" fill="none" stroke="{LINES}" stroke-width="1.5" stroke-linecap="square"/>'


def _disc(x: int, y: int, radius: int, fill: str, line: str) -> str:
    """Return a stone or a mark on a point."""
    place = f'cx="{x * CELL + CELL // 2}" cy="{y * CELL + CELL // 2}"'
    return f'<circle {place} r="{radius}" fill="{fill}" stroke="{line}" stroke-width="1.5"/>'
