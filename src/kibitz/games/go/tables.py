"""Where the points of a board lie in the words of a set, and what lies around them.

A row of the board is `size` bits and one more that always stays empty, so that a step to the side never leads into the next
row. A word holds as many whole rows as go into 63 bits: the sets of a 9 by 9 board are two words of six and three rows.

     0  1 ..  8  [9]     the top row, and the empty bit
    10 11 .. 18 [19]
    ..
    50 51 .. 58 [59]     the last row of the first word
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from kibitz.games.go.sets import Points

WORD = 64
BITS = 63
"""Words stay positive: no set has a sign bit."""


class Layout(NamedTuple):
    """How the points of a board lie in words; a point has a number, in reading order from the top left."""

    step: int
    """Bits from a row to the next."""
    rows: int
    """Rows in a word."""
    words: int
    board: Points
    """All points."""
    edge: Points
    """The points of the four sides."""
    empty: Points
    """No points."""
    outside: int
    """The bits of a word that are no points, one behind each row."""


def words_of(size: int, points: Iterable[int]) -> Points:
    """Return a set of points, given by their numbers."""
    step, rows, words = _measures(size)
    found = [0] * words
    for point in points:
        row, column = divmod(point, size)
        found[row // rows] |= 1 << row % rows * step + column
    return tuple(found)


def points_of(size: int, words: Points) -> Iterator[int]:
    """Yield the numbers of the points of a set in reading order."""
    step, rows, _ = _measures(size)
    for point in range(size * size):
        row, column = divmod(point, size)
        if words[row // rows] >> row % rows * step + column & 1:
            yield point


def beside(size: int, point: int) -> list[int]:
    """Return the neighbours of a point."""
    row, column = divmod(point, size)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [y * size + x for y, x in around if 0 <= y < size and 0 <= x < size]


@lru_cache(maxsize=32)
def layout(size: int) -> Layout:
    """Return the layout of a board of `size` rows."""
    everywhere = range(size * size)
    edge = [point for point in everywhere if len(beside(size, point)) < 4]
    step, rows, words = _measures(size)
    outside = sum(1 << row * step + size for row in range(rows))
    return Layout(step, rows, words, words_of(size, everywhere), words_of(size, edge), words_of(size, ()), outside)


@lru_cache(maxsize=32)
def singles(size: int) -> tuple[int, ...]:
    """Return each point as a set of its own, one after the other, and after the last one the empty set."""
    sets = [words_of(size, (point,)) for point in range(size * size)]
    return tuple(word for one in [*sets, layout(size).empty] for word in one)


@lru_cache(maxsize=32)
def neighbours(size: int) -> tuple[int, ...]:
    """Return the neighbours of each point as a set, one after the other, and after the last one the empty set."""
    sets = [words_of(size, beside(size, point)) for point in range(size * size)]
    return tuple(word for one in [*sets, layout(size).empty] for word in one)


@lru_cache(maxsize=32)
def numbers(size: int) -> tuple[int, ...]:
    """Return the number of the point that each bit of each word stands for, -1 where none."""
    step, rows, words = _measures(size)
    found = [-1] * (words * WORD)
    for point in range(size * size):
        row, column = divmod(point, size)
        found[row // rows * WORD + row % rows * step + column] = point
    return tuple(found)


def _measures(size: int) -> tuple[int, int, int]:
    """Return the bits from row to row, the rows in a word, and the number of words."""
    rows = min(size, BITS // (size + 1))
    return size + 1, rows, -(-size // rows)
