"""The board of backgammon in bits: who stands where, how a checker moves, from where one may move.

Each side counts the points its own way: 1 to 6 is its home, 24 the farthest point, 25 the bar, 0 and less is off the board.
Point p of one side is point 25 - p of the other. How many checkers stand on a point is a binary number written upright: bit p
of four planes. Two planes share an integer, the second one 32 bits above the first:

    few  = ones | twos << 32          many = fours | eights << 32

so that one instruction works on all points at once, and adding a checker is a carry from plane to plane.
"""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.bits import highest_bit, popcount, shift_left, shift_right

BAR = 25
PLANE = (1 << 26) - 1
"""All places of one plane: the points and the bar."""
POINTS = (1 << 25) - 2
ON_BAR = 1 << BAR
HOME = 1 << 7
"""Numbers below it have bits in the home alone."""


class State(NamedTuple):
    """A position: the checkers of the side to move or to roll, those of the other, the dice, and whose turn it is.

    `dice` is 8 times the larger number plus the smaller, 0 before the roll, and -1 before the roll that begins a game.
    """

    mine_few: int
    mine_many: int
    their_few: int
    their_many: int
    dice: int
    turn: int


def occupied(few: int, many: int) -> int:
    """Return the places with at least one checker."""
    both = few | many
    return (both | both >> 32) & PLANE


def stacked(few: int, many: int) -> int:
    """Return the places with at least two checkers."""
    return (few >> 32 | many | many >> 32) & PLANE


def count(few: int, many: int) -> int:
    """Return how many checkers there are on the board and on the bar."""
    return popcount(few & PLANE) + 2 * popcount(few >> 32) + 4 * popcount(many & PLANE) + 8 * popcount(many >> 32)


def moved(few: int, many: int, source: int, target: int) -> tuple[int, int]:
    """Return the planes after one checker has gone from `source` to `target`; 0 and less is off the board.

    A bit flips in the next plane where taking one away borrows and adding one carries: both at once, since the places differ.
    """
    gained = 1 << target if target > 0 else 0
    flip = 1 << source | gained
    few ^= flip
    flip &= few ^ gained
    few ^= flip << 32
    flip &= few >> 32 ^ gained
    many ^= flip
    flip &= many ^ gained
    many ^= flip << 32
    return few, many


def mirrored(planes: int) -> int:
    """Return two planes as the other side counts: place p becomes 25 - p, by turning round all bits of each half."""
    planes = shift_right(planes, 1) & 0x5555555555555555 | shift_left(planes & 0x5555555555555555, 1)
    planes = shift_right(planes, 2) & 0x3333333333333333 | shift_left(planes & 0x3333333333333333, 2)
    planes = shift_right(planes, 4) & 0x0F0F0F0F0F0F0F0F | shift_left(planes & 0x0F0F0F0F0F0F0F0F, 4)
    planes = shift_right(planes, 8) & 0x00FF00FF00FF00FF | shift_left(planes & 0x00FF00FF00FF00FF, 8)
    planes = shift_right(planes, 16) & 0x0000FFFF0000FFFF | shift_left(planes & 0x0000FFFF0000FFFF, 16)
    return shift_right(planes, 6)


def sources(places: int, free: int, die: int) -> int:
    """Return the places among those of one side from which a checker may move by one die to the points `free`.

    From the bar first. With all checkers at home they may be borne off: with the exact number, or with a larger one from the
    highest point.
    """
    found = places & free << die
    if places >= ON_BAR:
        return found & ON_BAR
    if places < HOME:
        found |= places & 1 << die
        if 0 < places < 1 << die:
            found |= 1 << highest_bit(places)
    return found


def left_over(places: int, stacks: int, source: int, die: int) -> int:
    """Return the places of one side after a checker has moved from `source` by one die."""
    left = places & ~(1 << source & ~stacks)
    return left | 1 << source - die if source > die else left
