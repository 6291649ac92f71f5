"""2048's board as a picture."""

from __future__ import annotations

from kibitz.games._boards import column_name
from kibitz.games._drawing import CELL, LINE, clickable, picture, plate, words

COLOURS = (
    "#e9eef6", "#cfdff0", "#a9cbe8", "#7fb2dc", "#4f97cb", "#2f6fb5", "#8fc9a4", "#4fae7c", "#2f9e68", "#f2c84b", "#f2b705",
)  # fmt: skip
"""The colours of tiles 2 to 2048."""
LIGHT = (1, 2, 3, 4, 7, 10, 11)
"""The powers of two whose tiles are light, with dark numbers."""
HIGHER = "#e5484d"


ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
"""The slides, and where their arrows point to."""


def drawn(rows: list[list[int]], points: int) -> str:
    """Return the tiles, row by row, as SVG; 0 is an empty cell. The arrows around them are cells too, and slide."""
    side = 2 * len(rows)
    parts = [plate(1, 1, side, side, "#5b6b80"), *(_arrow(side, *way) for way in ARROWS.values())]
    areas = [clickable(name, *_strip(side, *way)) for name, way in ARROWS.items()]
    for row, tiles in enumerate(rows):
        parts += [_tile(column, row, tile) for column, tile in enumerate(tiles)]
        areas += [clickable(cell_name(column, row), 2 * column + 1, 2 * row + 1, 2, 2) for column in range(len(rows))]
    parts.append(words((side + 2) * CELL // 2, (side + 2) * CELL + CELL // 2, f"{points} points", LINE, 24, bold=True))
    return picture(side + 2, side + 3, parts + areas)


def cell_name(column: int, row: int) -> str:
    """Return the name of a cell, columns by letters: `b3`."""
    return f"{column_name(column)}{row + 1}"


def _strip(side: int, across: int, down: int) -> tuple[int, int, int, int]:
    """Return the place of a strip along a side of the board: left, top, width and height in cells."""
    if across:
        return (0 if across < 0 else side + 1), 1, 1, side
    return 1, (0 if down < 0 else side + 1), side, 1


def _arrow(side: int, across: int, down: int) -> str:
    """Return a triangle in the middle of such a strip that points away from the board."""
    left, top, width, height = _strip(side, across, down)
    x, y, reach = left * CELL + width * CELL // 2, top * CELL + height * CELL // 2, CELL // 4
    corners = ((x + reach * across, y + reach * down), *(
        (x - reach * across + 2 * turn * reach * down, y - reach * down + 2 * turn * reach * across) for turn in (-1, 1)
    ))  # fmt: skip
    return f'<path d="M{"L".join(f"{right} {low}" for right, low in corners)}Z" fill="{LINE}"/>'


def _tile(column: int, row: int, tile: int) -> str:
    """Return the picture of one tile."""
    side, gap = 2 * CELL, CELL // 8
    left, top = CELL + column * side, CELL + row * side
    place = f'x="{left + gap}" y="{top + gap}" width="{side - 2 * gap}" height="{side - 2 * gap}"'
    if tile == 0:
        return f'<rect {place} rx="{gap}" fill="#7b8aa0"/>'
    exponent = tile.bit_length() - 1
    colour = COLOURS[exponent - 1] if exponent <= len(COLOURS) else HIGHER
    ink = "#2a3442" if exponent in LIGHT else "#ffffff"
    size = (34, 34, 30, 24, 20)[len(str(tile)) - 1]
    return f'<rect {place} rx="{gap}" fill="{colour}"/>{words(left + CELL, top + CELL, str(tile), ink, size, bold=True)}'
