"""2048's board as a picture."""

from __future__ import annotations

from kibitz.games._drawing import CELL, picture, plate

COLOURS = (
    "#e9eef6", "#cfdff0", "#a9cbe8", "#7fb2dc", "#4f97cb", "#2f6fb5", "#8fc9a4", "#4fae7c", "#2f9e68", "#f2c84b", "#f2b705",
)  # fmt: skip
"""The colours of tiles 2 to 2048."""
LIGHT = (1, 2, 3, 4, 7, 10, 11)
"""The powers of two whose tiles are light, with dark numbers."""
HIGHER = "#e5484d"


def drawn(rows: list[list[int]]) -> str:
    """Return the tiles, row by row, as SVG; 0 is an empty cell."""
    parts = [plate(0, 0, 2 * len(rows), 2 * len(rows), "#5b6b80")]
    for row, tiles in enumerate(rows):
        parts += [_tile(column, row, tile) for column, tile in enumerate(tiles)]
    return picture(2 * len(rows), 2 * len(rows), parts)


def _tile(column: int, row: int, tile: int) -> str:
    """Return the picture of one tile."""
    side, gap = 2 * CELL, CELL // 8
    place = f'x="{column * side + gap}" y="{row * side + gap}" width="{side - 2 * gap}" height="{side - 2 * gap}"'
    if tile == 0:
        return f'<rect {place} rx="{gap}" fill="#7b8aa0"/>'
    exponent = tile.bit_length() - 1
    colour = COLOURS[exponent - 1] if exponent <= len(COLOURS) else HIGHER
    ink = "#2a3442" if exponent in LIGHT else "#ffffff"
    size = (34, 34, 30, 24, 20)[len(str(tile)) - 1]
    style = f'font-size="{size}" font-weight="bold" text-anchor="middle" dominant-baseline="central" fill="{ink}"'
    middle = f'x="{column * side + CELL}" y="{row * side + CELL}"'
    return f'<rect {place} rx="{gap}" fill="{colour}"/><text {middle} {style}>{tile}</text>'
