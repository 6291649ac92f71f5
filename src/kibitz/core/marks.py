"""Moves drawn into pictures of boards: an arrow along the cells of a move, or a frame around the only one."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from xml.etree import ElementTree

MARK = "#d6249f"
"""The colour of what is drawn in: it stands out from every board that comes with Kibitz."""
PAIRS = "pairs"
"""What the root of a picture has as `data-path` where a move is of several pieces, each from one cell to another."""
SIDES = "data-sides"
"""The attribute of a picture's root that says what the players are called and which colour their pieces have."""
HEAD = 10.0
"""How long the head of an arrow is."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width and height."""


def cell_boxes(svg: str) -> dict[str, Box]:
    """Return the place of every cell that a picture marks with `data-cell`, by the cell's name."""
    boxes = {}
    for element in ElementTree.fromstring(svg).iter():
        name = element.get("data-cell")
        if name is not None and element.get("r") is not None:
            x, y, radius = (float(element.get(key, "0")) for key in ("cx", "cy", "r"))
            boxes[name] = (x - radius, y - radius, 2 * radius, 2 * radius)
        elif name is not None:
            x, y, width, height = (float(element.get(key, "0")) for key in ("x", "y", "width", "height"))
            boxes[name] = (x, y, width, height)
    return boxes


def sides_of(svg: str) -> list[tuple[str, str]]:
    """Return the names of the players and the colours of their pieces as a picture tells them; none where it does not."""
    told = ElementTree.fromstring(svg).get(SIDES, "")
    return [(name, colour) for name, _, colour in (one.strip().rpartition(" ") for one in told.split(",") if one.strip())]


def marked(svg: str, path: Sequence[str]) -> str:
    """Return a picture with a move drawn in: an arrow through the cells of its path, or a frame around the only one.

    In a picture of pairs every piece that moves has an arrow of its own.
    """
    cells = cell_boxes(svg)
    boxes = [cells[name] for name in path if name in cells]
    if not boxes:
        return svg
    centres = [(x + width / 2, y + height / 2) for x, y, width, height in boxes]
    if len(boxes) == 1:
        drawn = _frame(boxes[0])
    elif ElementTree.fromstring(svg).get("data-path") == PAIRS:
        drawn = "".join(_arrow(pair) for pair in dict.fromkeys(zip(centres[::2], centres[1::2], strict=False)))
    else:
        drawn = _arrow(centres)
    end = svg.rindex("</svg>")
    return f"{svg[:end]}{drawn}{svg[end:]}"


def _frame(box: Box) -> str:
    """Return a frame inside a cell."""
    x, y, width, height = box
    place = f'x="{x + 2:g}" y="{y + 2:g}" width="{width - 4:g}" height="{height - 4:g}" rx="8"'
    return f'<rect {place} fill="none" stroke="{MARK}" stroke-width="4"/>'


def _arrow(points: Sequence[Point]) -> str:
    """Return an arrow through points; its head ends in the last one."""
    (x, y), (end_x, end_y) = points[-2], points[-1]
    length = hypot(end_x - x, end_y - y) or 1.0
    along, across = (end_x - x) / length, (end_y - y) / length
    neck = (end_x - HEAD * along, end_y - HEAD * across)
    line = " ".join(f"{px:g},{py:g}" for px, py in (*points[:-1], neck))
    side, up = HEAD / 1.6 * across, HEAD / 1.6 * along
    corners = ((end_x, end_y), (neck[0] - side, neck[1] + up), (neck[0] + side, neck[1] - up))
    head = " ".join(f"{px:g},{py:g}" for px, py in corners)
    stroke = f'stroke="{MARK}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round" stroke-opacity="0.85"'
    return f'<polyline points="{line}" fill="none" {stroke}/><polygon points="{head}" fill="{MARK}" fill-opacity="0.9"/>'
