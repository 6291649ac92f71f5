"""Small SVG pictures of boards: pieces in a grid of cells, in colours that stand out on light and on dark pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from kibitz.core.marks import PAIRS, SIDES

CELL = 40
BOARD = "#2f6fb5"
HOLE = "#dbe7f3"
LINE = "#808890"
DIRT, SPECKS = "#8a6a4a", "#4a331d"
PLAYERS = ("#e5484d", "#f2b705", "#2f9e68", "#9a63d8")
"""The colours of up to four players."""
SIDES_BY_COLOUR = tuple(zip(("Red", "Yellow", "Green", "Violet"), PLAYERS, strict=True))
"""What players are called by these colours."""
FONTS = "ui-sans-serif, system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif"
"""Fonts by name, since some programs have none for the word sans-serif."""

BOLD = ' font-weight="bold"'
DIE = 36
"""The side of a die."""
_FALLING, _RISING, _BESIDE = ((-1, -1), (1, 1)), ((1, -1), (-1, 1)), ((-1, 0), (1, 0))
SPOTS = (
    ((0, 0),),
    _FALLING,
    (*_FALLING, (0, 0)),
    (*_FALLING, *_RISING),
    (*_FALLING, *_RISING, (0, 0)),
    (*_FALLING, *_RISING, *_BESIDE),
)
"""Where the spots of a die lie, for one spot to six."""


def picture(width: int, height: int, parts: Iterable[str], *, sides: Sequence[tuple[str, str]] = ()) -> str:
    """Return a whole picture of `width` by `height` cells; `sides` as in `document`."""
    margin = CELL // 20
    return document(width * CELL + 2 * margin, height * CELL + 2 * margin, parts, -margin, sides=sides)


def document(
    width: int, height: int, parts: Iterable[str], start: int = 0, *, pairs: bool = False, sides: Sequence[tuple[str, str]] = ()
) -> str:  # fmt: skip
    """Return a whole picture of `width` by `height` pixels, whose upper left corner is (start, start).

    `pairs` says that the cells of a move are from, to, from, to, for several pieces, and not the way of one; `sides` what
    the players are called, the first one first, and the colours of their pieces.
    """
    size = f'width="{width}" height="{height}" viewBox="{start} {start} {width} {height}"'
    size += f' data-path="{PAIRS}"' if pairs else ""
    size += f' {SIDES}="{escape(", ".join(map(" ".join, sides)))}"' if sides else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONTS}">{"".join(parts)}</svg>'


def plate(x: int, y: int, width: int, height: int, colour: str) -> str:
    """Return a rounded rectangle of `width` by `height` cells, its first cell at (x, y)."""
    place = f'x="{x * CELL}" y="{y * CELL}" width="{width * CELL}" height="{height * CELL}"'
    return f'<rect {place} rx="{CELL // 5}" fill="{colour}"/>'


def clickable(name: str, x: int, y: int, width: int = 1, height: int = 1) -> str:
    """Return what can be clicked and drawn on: a cell by its name, or several as one, invisible and above all else."""
    return clickable_area(name, x * CELL, y * CELL, width * CELL, height * CELL)


def clickable_area(name: str, left: int, top: int, width: int, height: int) -> str:
    """Return the same where a board has no grid of cells: a rectangle in pixels."""
    place = f'x="{left}" y="{top}" width="{width}" height="{height}"'
    return f'<rect {place} fill="none" pointer-events="all" data-cell="{escape(name)}"/>'


def disc(x: int, y: int, colour: str) -> str:
    """Return a disc in the cell at (x, y)."""
    return f'<circle cx="{_middle(x)}" cy="{_middle(y)}" r="{CELL * 2 // 5}" fill="{colour}"/>'


def dot(x: int, y: int, colour: str) -> str:
    """Return a small dot in the middle of the cell at (x, y)."""
    return f'<circle cx="{_middle(x)}" cy="{_middle(y)}" r="{CELL // 10}" fill="{colour}" fill-opacity="0.55"/>'


def specks(x: int, y: int) -> str:
    """Return specks of dirt along the edges of the cell at (x, y)."""
    places = ((5, 8), (12, 4), (27, 5), (35, 11), (34, 33), (24, 36), (9, 34), (4, 26), (36, 22))
    path = "".join(f"M{x * CELL + across} {y * CELL + down}h0" for across, down in places)
    return f'<path d="{path}" stroke="{SPECKS}" stroke-width="4" stroke-linecap="round"/>'


def cross(x: int, y: int) -> str:
    """Return a cross in the cell at (x, y), in the first player's colour."""
    left, top, right, bottom = _inside(x, y)
    return _outline(f"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}", PLAYERS[0])


def ring(x: int, y: int) -> str:
    """Return a ring in the cell at (x, y), in the second player's colour."""
    return f'<circle cx="{_middle(x)}" cy="{_middle(y)}" r="{CELL // 4}" {_stroke(PLAYERS[1])}/>'


def triangle(x: int, y: int) -> str:
    """Return a triangle in the cell at (x, y), in the third player's colour."""
    left, top, right, bottom = _inside(x, y)
    return _outline(f"M{left} {bottom}L{right} {bottom}L{_middle(x)} {top}Z", PLAYERS[2])


def square(x: int, y: int) -> str:
    """Return a square in the cell at (x, y), in the fourth player's colour."""
    left, top, right, bottom = _inside(x, y)
    return _outline(f"M{left} {top}H{right}V{bottom}H{left}Z", PLAYERS[3])


MARKS = (cross, ring, triangle, square)
"""The marks of up to four players."""
MARK_SIDES = tuple(zip(("X", "O", "Triangle", "Square"), PLAYERS, strict=True))
"""What players are called by their marks, and the colours of these."""


def grid(x: int, y: int, width: int, height: int) -> str:
    """Return the lines between `width` by `height` cells, the first of them at (x, y), and around them."""
    upright = "".join(f"M{(x + column) * CELL} {y * CELL}v{height * CELL}" for column in range(width + 1))
    level = "".join(f"M{x * CELL} {(y + row) * CELL}h{width * CELL}" for row in range(height + 1))
    return f'<path d="{upright}{level}" fill="none" stroke="{LINE}" stroke-width="1.5" stroke-linecap="square"/>'


def label(x: int, y: int, text: str) -> str:
    """Return a short text in the middle of the cell at (x, y)."""
    return words(_middle(x), _middle(y), text, LINE, CELL * 2 // 5)


def words(x: int, y: int, text: str, colour: str, size: int, *, bold: bool = False, anchor: str = "middle") -> str:
    """Return a text of `size` pixels around the point (x, y), or with the `anchor` start or end from there or up to there."""
    style = f'font-size="{size}"{BOLD if bold else ""} text-anchor="{anchor}" dominant-baseline="central"'
    return f'<text x="{x}" y="{y}" {style} fill="{colour}">{escape(text)}</text>'


def die(x: int, y: int, number: int | None, fill: str, ink: str, line: str) -> str:
    """Return a die around the point (x, y): its spots, a number above six, or a question mark while it is still to fall."""
    place = f'x="{x - DIE // 2}" y="{y - DIE // 2}" width="{DIE}" height="{DIE}"'
    body = f'<rect {place} rx="7" fill="{fill}" stroke="{line}" stroke-width="2"/>'
    if number is None or number > len(SPOTS):
        return body + words(x, y, "?" if number is None else str(number), ink, 20, bold=True)
    return body + "".join(f'<circle cx="{x + 10 * i}" cy="{y + 10 * j}" r="3.5" fill="{ink}"/>' for i, j in SPOTS[number - 1])


def _middle(place: int) -> int:
    """Return the middle of a cell's row or column."""
    return place * CELL + CELL // 2


def _inside(x: int, y: int) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of what is drawn inside the cell at (x, y)."""
    reach = CELL // 4
    return _middle(x) - reach, _middle(y) - reach, _middle(x) + reach, _middle(y) + reach


def _outline(path: str, colour: str) -> str:
    """Return a shape drawn as a thick line."""
    return f'<path d="{path}" {_stroke(colour)}/>'


def _stroke(colour: str) -> str:
    """Return the style of a thick line."""
    return f'fill="none" stroke="{colour}" stroke-width="{CELL // 10}" stroke-linecap="round" stroke-linejoin="round"'
