"""Sets of squares beside, ahead of and behind others, up the board."""

from __future__ import annotations

from kibitz.core.bits import shift_left, shift_right
from kibitz.games.chess.state import NOT_A, NOT_H


def beside(squares: int) -> int:
    """Return the squares to the left and right."""
    return (shift_left(squares, 1) & NOT_A) | (shift_right(squares, 1) & NOT_H)


def ahead(squares: int) -> int:
    """Return all squares above those given."""
    squares = shift_left(squares, 8)
    squares |= shift_left(squares, 8)
    squares |= shift_left(squares, 16)
    return squares | shift_left(squares, 32)


def behind(squares: int) -> int:
    """Return all squares below those given."""
    squares = shift_right(squares, 8)
    squares |= shift_right(squares, 8)
    squares |= shift_right(squares, 16)
    return squares | shift_right(squares, 32)


def files(squares: int) -> int:
    """Return the whole files on which the squares are."""
    return ahead(squares) | squares | behind(squares)


def distance(one: int, other: int) -> int:
    """Return how many steps a king needs from one square to another."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))
