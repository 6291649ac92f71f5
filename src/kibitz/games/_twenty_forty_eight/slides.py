"""The tiles of a 2048 board slid: sets of cells of four bits, in lines of sixteen, all columns at once."""

from __future__ import annotations

from kibitz.core.bits import shift_left, shift_right

ONES = 0x1111111111111111
"""The lowest bit of every cell."""


def filled(cells: int) -> int:
    """Return the lowest bit of every cell that is not 0."""
    halves = cells | shift_right(cells, 2)
    return (halves | shift_right(halves, 1)) & ONES


def transposed(cells: int) -> int:
    """Return the board with rows and columns exchanged: first within blocks of four cells, then the blocks."""
    swapped = (cells ^ shift_right(cells, 12)) & 0x0000F0F00000F0F0
    cells ^= swapped ^ shift_left(swapped, 12)
    swapped = (cells ^ shift_right(cells, 24)) & 0x00000000FF00FF00
    return cells ^ swapped ^ shift_left(swapped, 24)


def line(cells: int, index: int) -> int:
    """Return one row, an empty one outside the board."""
    return shift_right(cells, 16 * index) & 0xFFFF if index >= 0 else 0


def packed(one: int, two: int, three: int, four: int) -> tuple[int, int, int, int]:
    """Return four lines after their tiles have fallen to the first as far as there is room, all columns at once."""
    for _ in range(3):
        room = blank(one)
        one, two = one | two & room, two & ~room
        room = blank(two)
        two, three = two | three & room, three & ~room
        room = blank(three)
        three, four = three | four & room, four & ~room
    return one, two, three, four


def joined(one: int, two: int, three: int, four: int) -> tuple[int, int, int, int, int]:
    """Return four packed lines after equal neighbours have joined, those nearest to the first line first, and the points."""
    same = equal(one, two)
    one += same & 0x1111
    points = sum_of(one & same)
    two, three, four = two & ~same | three & same, three & ~same | four & same, four & ~same
    same = equal(two, three)
    two += same & 0x1111
    points += sum_of(two & same)
    three, four = three & ~same | four & same, four & ~same
    same = equal(three, four)
    three += same & 0x1111
    points += sum_of(three & same)
    return one, two, three, four & ~same, points


def blank(line: int) -> int:
    """Return all bits of those cells of a line that are empty."""
    return (0x1111 & ~filled(line)) * 15


def equal(line: int, other: int) -> int:
    """Return all bits of those cells in which two lines have the same tile, one that can still grow."""
    return blank(line ^ other) & ~blank(line) & ~blank(line ^ 0xFFFF)


def sum_of(line: int) -> int:
    """Return the sum of the tiles of a line."""
    total = 0
    while line != 0:
        total += 1 << (line & 15) if line & 15 else 0
        line >>= 4
    return total
