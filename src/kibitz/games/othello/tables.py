"""Sets of squares that the rules of Othello look up, one bit a square: square 0 is a1, then row by row."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from kibitz.core.bits import bit

STEPS = ((1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1))
"""The eight directions (columns, rows): first the four towards higher squares, then their opposites."""


class Squares(NamedTuple):
    """The sets of squares that the rules speak of, for a board of one size."""

    board: int
    inner: int
    """All squares but the two side columns."""
    sides: int
    """The two side columns."""
    ends: int
    """The first row and the last."""
    border: int
    corners: int
    good: int
    """Squares inside and at the border that are a little better to hold than others, and below those a little worse."""
    poor: int
    quarters: tuple[int, int, int, int]
    rightward: tuple[int, int, int]
    """From where 1, 2 and 4 steps to the right stay on the board."""
    leftward: tuple[int, int, int]
    """From where 1, 2 and 4 steps to the left stay on the board."""


@cache
def squares(size: int) -> Squares:
    """Return the sets of squares of a board."""
    last, half = size - 1, size // 2
    sides = columns(size, 0, 0) | columns(size, last, last)
    ends = where(size, lambda x, y: y in (0, last))
    left, right = columns(size, 0, half - 1), columns(size, half, last)
    upper = where(size, lambda x, y: y < half)
    return Squares(
        board=columns(size, 0, last),
        inner=columns(size, 1, last - 1),
        sides=sides,
        ends=ends,
        border=sides | ends,
        corners=sides & ends,
        good=kind(size, 0, 3) | kind(size, 2, 2),
        poor=kind(size, 1, 2) | kind(size, 1, 3),
        quarters=(left & upper, right & upper, left & ~upper, right & ~upper),
        rightward=(columns(size, 0, last - 1), columns(size, 0, last - 2), columns(size, 0, last - 4)),
        leftward=(columns(size, 1, last), columns(size, 2, last), columns(size, 4, last)),
    )


def where(size: int, holds: Callable[[int, int], bool]) -> int:
    """Return the squares (column, row) for which something holds."""
    squares = 0
    for square in range(size * size):
        if holds(square % size, square // size):
            squares |= bit(square)
    return squares


def columns(size: int, first: int, last: int) -> int:
    """Return all squares in the columns from `first` to `last`, counted from 0."""
    return where(size, lambda x, y: first <= x <= last)


def kind(size: int, near: int, far: int) -> int:
    """Return the squares `near` and `far` away from their two nearest sides: (0, 1) is next to a corner, (1, 1) diagonally."""
    return where(size, lambda x, y: sorted((min(x, size - 1 - x), min(y, size - 1 - y))) == [near, far])


@cache
def rays(size: int) -> tuple[int, ...]:
    """Return the squares in each direction of `STEPS` from each square, at place 8 * square + direction."""
    return tuple(_ray(size, square, across, down) for square in range(size * size) for across, down in STEPS)


def _ray(size: int, square: int, across: int, down: int) -> int:
    """Return the squares in one direction from `square`, without it."""
    squares = 0
    x, y = square % size + across, square // size + down
    while 0 <= x < size and 0 <= y < size:
        squares |= bit(y * size + x)
        x, y = x + across, y + down
    return squares
