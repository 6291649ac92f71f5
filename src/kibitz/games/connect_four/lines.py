"""Lines of stones among sets of cells, and the cells that would complete one; a step is the distance of neighbours in bits."""

from __future__ import annotations

from kibitz.core.bits import shift_left


def lines(cells: int, step: int, length: int) -> int:
    """Return the cells from which `length` of `cells` follow each other at distance `step`."""
    for _ in range(length - 1):
        cells &= cells >> step
    return cells


def completing(stones: int, step: int, length: int) -> int:
    """Return the cells, taken ones too, that make a line at distance `step` with all its other cells in `stones`."""
    found = 0
    for before in range(length):
        cells = -1
        for _ in range(before):
            cells = shift_left(cells & stones, step)
        after = -1
        for _ in range(length - 1 - before):
            after = (after & stones) >> step
        found |= cells & after
    return found


def in_each_column(bits: int, width: int, height: int) -> int:
    """Return the bits of one column, repeated in every column."""
    cells = 0
    for column in range(width):
        cells |= shift_left(bits, column * (height + 1))
    return cells
