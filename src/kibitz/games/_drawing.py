"""Small SVG pictures of boards: pieces in a grid of cells, in colours that stand out on light and on dark pages."""

from __future__ import annotations

from collections.abc import Iterable

CELL = 40
BOARD = "#2f6fb5"
HOLE = "#dbe7f3"
LINE = "#808890"
PLAYERS = ("#e5484d", "#f2b705", "#2f9e68", "#9a63d8")
"""The colours of up to four players."""


def picture(width: int, height: int, parts: Iterable[str]) -> str:
    """Return a whole picture of `width` by `height` cells."""
    size = f'width="{width * CELL}" height="{height * CELL}" viewBox="0 0 {width * CELL} {height * CELL}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">{"".join(parts)}</svg>'


def plate(x: int, y: int, width: int, height: int, colour: str) -> str:
    """Return a rounded rectangle of `width` by `height` cells, its first cell at (x, y)."""
    place = f'x="{x * CELL}" y="{y * CELL}" width="{width * CELL}" height="{height * CELL}"'
    return f'<rect {place} rx="{CELL // 5}" fill="{colour}"/>'


def disc(x: int, y: int, colour: str) -> str:
    """Return a disc in the cell at (x, y)."""
    return f'<circle cx="{_middle(x)}" cy="{_middle(y)}" r="{CELL * 2 // 5}" fill="{colour}"/>'


def label(x: int, y: int, text: str) -> str:
    """Return a short text in the middle of the cell at (x, y)."""
    style = f'font-size="{CELL * 2 // 5}" text-anchor="middle" dominant-baseline="central" fill="{LINE}"'
    return f'<text x="{_middle(x)}" y="{_middle(y)}" {style}>{text}</text>'


def _middle(place: int) -> int:
    """Return the middle of a cell's row or column."""
    return place * CELL + CELL // 2
