"""The star of Chinese checkers: its holes, their neighbours and its six points.

A hole has three coordinates that add up to 0, as on any board of hexagons: q to the upper right, r down, and the third. Two
large triangles make the star: no coordinate below -n, or none above n. What sticks out are the points, numbered clockwise
from the top, so that point k + 3 is opposite point k:

          0
       5     1           holes are numbered row by row from the top
       4     2
          3
"""

from __future__ import annotations

from functools import cache

WORD = 61
"""Holes in the first of the two integers that hold a set of holes; the second one holds the rest."""
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six ways to a neighbour, opposite ones three apart."""

Hole = tuple[int, int]
"""The coordinates q and r."""


@cache
def holes(size: int) -> tuple[Hole, ...]:
    """Return the holes of a star with points of `size` rows, row by row from the top."""
    reach = range(-2 * size, 2 * size + 1)
    return tuple((q, r) for r in reach for q in reach if min(q, r, -q - r) >= -size or max(q, r, -q - r) <= size)


def height(hole: Hole, point: int) -> int:
    """Return how far out a hole lies towards a point: above `size` it lies in the point, twice the `size` is its tip."""
    q, r = hole
    return (-r, q, q + r, r, -q, -q - r)[point]


@cache
def _next_holes(size: int) -> tuple[tuple[int, ...], ...]:
    """Return for each hole its six neighbours, -1 where there is none."""
    numbers = {hole: number for number, hole in enumerate(holes(size))}
    return tuple(tuple(numbers.get((q + across, r + down), -1) for across, down in DIRECTIONS) for q, r in holes(size))


@cache
def around(size: int) -> tuple[int, ...]:
    """Return for each hole the set of its neighbours, two integers."""
    return tuple(word for near in _next_holes(size) for word in packed(tuple(hole for hole in near if hole >= 0)))


@cache
def jumps(size: int) -> tuple[int, ...]:
    """Return for each hole and direction the hole that is jumped over and the one behind it, -1 where there is none."""
    near = _next_holes(size)
    return tuple(
        number
        for six in near
        for direction, over in enumerate(six)
        for number in (over, near[over][direction] if over >= 0 else -1)
    )


@cache
def point_holes(size: int, point: int) -> tuple[int, ...]:
    """Return the holes in one point."""
    return tuple(number for number, hole in enumerate(holes(size)) if height(hole, point) > size)


@cache
def points(size: int) -> tuple[int, ...]:
    """Return the holes of each of the six points as a set, two integers a point."""
    return tuple(word for point in range(6) for word in packed(point_holes(size, point)))


@cache
def distances(size: int) -> tuple[int, ...]:
    """Return for each point and each hole how many steps the hole is away from the tip of the point."""
    found = []
    for point in range(6):
        tip = max(holes(size), key=lambda hole: height(hole, point))
        found += [_steps(hole, tip) for hole in holes(size)]
    return tuple(found)


@cache
def least(size: int) -> int:
    """Return the steps to the tip that are left when all pieces of a player have come in."""
    return sum(distances(size)[hole] for hole in point_holes(size, 0))


def packed(numbers: tuple[int, ...]) -> tuple[int, int]:
    """Return a set of holes as two integers."""
    low = high = 0
    for number in numbers:
        if number < WORD:
            low |= 1 << number
        else:
            high |= 1 << number - WORD
    return low, high


def _steps(hole: Hole, other: Hole) -> int:
    """Return how many steps lie between two holes."""
    across, down = hole[0] - other[0], hole[1] - other[1]
    return max(abs(across), abs(down), abs(across + down))
