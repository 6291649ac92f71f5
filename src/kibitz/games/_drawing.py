"""Small SVG pictures of boards: pieces in a grid of cells, in colours that stand out on light and on dark pages."""

from __future__ import annotations

from collections.abc import Iterable

CELL = 40
BOARD = "#2f6fb5"
HOLE = "#dbe7f3"
LINE = "#808890"
DIRT = "#8a6a4a"
PLAYERS = ("#e5484d", "#f2b705", "#2f9e68", "#9a63d8")
"""The colours of up to four players."""
FONTS = "ui-sans-serif, system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif"
"""Fonts by name, since some programs have none for the word sans-serif."""


def picture(width: int, height: int, parts: Iterable[str]) -> str:
    """Return a whole picture of `width` by `height` cells."""
    margin = CELL // 20
    return document(width * CELL + 2 * margin, height * CELL + 2 * margin, parts, -margin)


def document(width: int, height: int, parts: Iterable[str], start: int = 0) -> str:
    """Return a whole picture of `width` by `height` pixels, whose upper left corner is (start, start)."""
    size = f'width="{width}" height="{height}" viewBox="{start} {start} {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONTS}">{"".join(parts)}</svg>'


def plate(x: int, y: int, width: int, height: int, colour: str) -> str:
    """Return a rounded rectangle of `width` by `height` cells, its first cell at (x, y)."""
    place = f'x="{x * CELL}" y="{y * CELL}" width="{width * CELL}" height="{height * CELL}"'
    return f'<rect {place} rx="{CELL // 5}" fill="{colour}"/>'


def clickable(name: str, x: int, y: int, width: int = 1, height: int = 1) -> str:
    """Return what can be clicked and drawn on: a cell by its name, or several as one, invisible and above all else."""
    place = f'x="{x * CELL}" y="{y * CELL}" width="{width * CELL}" height="{height * CELL}"'
    return f'<rect {place} fill="none" pointer-events="all" data-cell="{name}"/>'


def disc(x: int, y: int, colour: str) -> str:
    """Return a disc in the cell at (x, y)."""
    return f'<circle cx="{_middle(x)}" cy="{_middle(y)}" r="{CELL * 2 // 5}" fill="{colour}"/>'


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


def grid(x: int, y: int, width: int, height: int) -> str:
    """Return the lines between `width` by `height` cells, the first of them at (x, y), and around them."""
    upright = "".join(f"M{(x + column) * CELL} {y * CELL}v{height * CELL}" for column in range(width + 1))
    level = "".join(f"M{x * CELL} {(y + row) * CELL}h{width * CELL}" for row in range(height + 1))
    return f'<path d="{upright}{level}" fill="none" stroke="{LINE}" stroke-width="1.5" stroke-linecap="square"/>'


def label(x: int, y: int, text: str) -> str:
    """Return a short text in the middle of the cell at (x, y)."""
    style = f'font-size="{CELL * 2 // 5}" text-anchor="middle" dominant-baseline="central" fill="{LINE}"'
    return f'<text x="{_middle(x)}" y="{_middle(y)}" {style}>{text}</text>'


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
