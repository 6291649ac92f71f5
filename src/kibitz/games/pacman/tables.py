"""The tables of a layout that the compiled rules look things up in.

A place is a number: y * stride + x in half cells, since a scared ghost stands between two cells after every other move.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from kibitz.core.bits import shift_right
from kibitz.games.pacman.layout import Layout, Point

WEST, STOP, EAST, NORTH, SOUTH = range(5)
"""The actions, in the order in which the original engine lists them."""
MOVES = {WEST: (-1, 0), EAST: (1, 0), NORTH: (0, 1), SOUTH: (0, -1)}
NOTHING = -1


class Tables(NamedTuple):
    """What the rules must know of a layout."""

    stride: int
    exits: tuple[int, ...]
    """[places] the directions without a wall from a cell, one bit an action; 0 between cells."""
    cell_numbers: tuple[int, ...]
    """[places] the number of the free cell here; between two cells, of the right or upper one."""
    food: tuple[int, ...]
    """[places] the number of the food that lies here at the beginning."""
    capsules: tuple[int, ...]
    """[places] the number of the capsule that lies here at the beginning."""


def tables(layout: Layout) -> Tables:
    """Return the tables of a layout."""
    stride = 2 * layout.width
    size = stride * 2 * layout.height
    exits, cells = [0] * size, [NOTHING] * size
    for number, (x, y) in enumerate(layout.free):
        for half_x in (2 * x - 1, 2 * x):
            for half_y in (2 * y - 1, 2 * y):
                cells[half_y * stride + half_x] = number
        for action, (right, up) in MOVES.items():
            if (x + right, y + up) not in layout.walls:
                exits[2 * y * stride + 2 * x] |= 1 << action
    return Tables(
        stride, tuple(exits), tuple(cells), _numbered(layout.food, stride, size), _numbered(layout.capsules, stride, size)
    )


def all_of(count: int) -> tuple[int, ...]:
    """Return the set of the numbers from 0 on, so many, in words of 64 bits; at least one word."""
    return tuple(shift_right(-1, 64 - min(64, count - first)) for first in range(0, count, 64)) or (0,)


def _numbered(things: tuple[Point, ...], stride: int, size: int) -> tuple[int, ...]:
    """Return for every place the number of what lies there."""
    numbers = [NOTHING] * size
    for number, (x, y) in enumerate(things):
        numbers[2 * y * stride + 2 * x] = number
    return tuple(numbers)


def distances(stride: int, exits: tuple[int, ...], cells: tuple[int, ...]) -> tuple[int, ...]:
    """Return [cells * cells] the number of steps between any two cells; between unconnected ones, more than any path has."""
    on_cells = (place for place in range(len(cells)) if place % 2 == 0 and place // stride % 2 == 0 and cells[place] != NOTHING)
    places = sorted(on_cells, key=lambda place: cells[place])
    found: list[int] = []
    for start in places:
        steps = {start: 0}
        queue = deque([start])
        while queue:
            place = queue.popleft()
            for action, (right, up) in MOVES.items():
                after = place + 2 * (up * stride + right)
                if exits[place] >> action & 1 and after not in steps:
                    steps[after] = steps[place] + 1
                    queue.append(after)
        found += (steps.get(place, len(places)) for place in places)
    return tuple(found)
