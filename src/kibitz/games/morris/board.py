"""The board of morris as bits: lines between points, and mills.

Squares one in another have eight points each, and so one byte of an integer: the outermost bits 0 to 7, the next 8 to 15. In
each the points go round clockwise from the upper left corner, so corners have even numbers, and midpoints, odd ones, are joined
to the midpoints of the next square:

    0-----------1-----------2
    |   8-------9------10   |
    |   |  16--17--18   |   |
    7--15--23      19--11---3
    |   |  22--21--20   |   |
    |  14------13------12   |
    6-----------5-----------4
"""

from __future__ import annotations

from typing import NamedTuple

MIDPOINTS = 0xAAAAAA
_NOT_FIRST, _NOT_LAST = 0xFEFEFE, 0x7F7F7F


class State(NamedTuple):
    """A position: the men of the player to move, those of the other, and how far the game is."""

    mine: int
    theirs: int
    turn: int
    """0 if the first player is to move, else 1."""
    placed: int
    """How many men both players have placed."""
    quiet: int
    """How many moves have passed since a man was placed or captured."""


def clockwise(points: int) -> int:
    """Return each point's neighbour clockwise on its square."""
    return (points << 1 & _NOT_FIRST) | (points >> 7 & ~_NOT_FIRST & 0xFFFFFF)


def anticlockwise(points: int) -> int:
    """Return each point's neighbour anticlockwise on its square."""
    return (points >> 1 & _NOT_LAST) | (points << 7 & ~_NOT_LAST & 0xFFFFFF)


def neighbours(points: int, board: int) -> int:
    """Return the points that lines join to some of these."""
    across = points & MIDPOINTS
    return (clockwise(points) | anticlockwise(points) | across << 8 | across >> 8) & board


def in_mills(men: int) -> int:
    """Return those of one player's men that stand in mills: three along a side of a square, or across all three squares."""
    middles = men & clockwise(men) & anticlockwise(men) & MIDPOINTS
    across = men & men >> 8 & men >> 16 & MIDPOINTS
    return middles | clockwise(middles) | anticlockwise(middles) | across | across << 8 | across << 16


def completing(men: int, board: int) -> int:
    """Return the points, some taken ones too, where one more man would make a mill."""
    up, down = clockwise(men), anticlockwise(men)
    middles = up & down & MIDPOINTS
    corners = (up & clockwise(up & MIDPOINTS)) | (down & anticlockwise(down & MIDPOINTS))
    mids = men & MIDPOINTS
    across = (mids << 8 & mids << 16) | (mids << 8 & mids >> 8) | (mids >> 8 & mids >> 16)
    return (middles | (corners & ~MIDPOINTS) | (across if board >> 16 != 0 else 0)) & board
