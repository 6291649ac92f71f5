"""Where pieces can go: steps from tables, lines by subtraction, and whole sets of sliders at once by flooding."""

from __future__ import annotations

from kibitz.core.bits import bit, highest_bit, lowest_bit, shift_left, shift_right, subtract
from kibitz.games.chess.state import (
    NOT_A,
    NOT_H,
    State,
    diagonal_sliders,
    kings,
    knights,
    occupied,
    pawns,
    straight_sliders,
)

RANK, FILE, RISING, FALLING = 0, 1, 2, 3
"""The four lines through a square; RISING goes up to the right, FALLING up to the left."""

_STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))
_NOT_AB = NOT_A & (NOT_A << 1)
_NOT_GH = NOT_H & (NOT_H >> 1)


def _walk(square: int, across: int, up: int, longest: int) -> int:
    """Return the squares met on at most `longest` steps from a square, up to the edge of the board."""
    squares = 0
    x, y = square % 8 + across, square // 8 + up
    while 0 <= x < 8 and 0 <= y < 8 and longest > 0:
        squares |= bit(y * 8 + x)
        x, y, longest = x + across, y + up, longest - 1
    return squares


def _leaps(steps: list[tuple[int, int]]) -> tuple[int, ...]:
    """Return for each square the squares one of these steps away."""
    return tuple(sum(_walk(square, x, y, 1) for x, y in steps) for square in range(64))


_KNIGHT = _leaps([(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)])
_KING = _leaps([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y])
_ABOVE = tuple(_walk(square, x, y, 7) for x, y in _STEPS for square in range(64))
_BELOW = tuple(_walk(square, -x, -y, 7) for x, y in _STEPS for square in range(64))

# Compilers get these tables as arrays, of which numbers come that are not quite Python's: hence int(...) where one is read.


def knight_steps(square: int) -> int:
    """Return where a knight goes."""
    return int(_KNIGHT[square])


def king_steps(square: int) -> int:
    """Return where a king goes by one step."""
    return int(_KING[square])


def above(line: int, square: int) -> int:
    """Return the squares of a line with higher numbers."""
    return int(_ABOVE[line * 64 + square])


def below(line: int, square: int) -> int:
    """Return the squares of a line with lower numbers."""
    return int(_BELOW[line * 64 + square])


def line_through(line: int, square: int) -> int:
    """Return the whole line, its own square left out."""
    return above(line, square) | below(line, square)


def line_reach(line: int, square: int, taken: int) -> int:
    """Return the squares of a line that a slider sees: on either side up to the nearest taken one, that included.

    Subtracting the nearest taken square below changes all bits from there to the nearest one above.
    """
    upper = taken & above(line, square)
    nearest = bit(highest_bit((taken & below(line, square)) | 1))
    return (upper ^ subtract(upper, nearest)) & line_through(line, square)


def straight_reach(square: int, taken: int) -> int:
    """Return the squares that a rook sees."""
    return line_reach(RANK, square, taken) | line_reach(FILE, square, taken)


def diagonal_reach(square: int, taken: int) -> int:
    """Return the squares that a bishop sees."""
    return line_reach(RISING, square, taken) | line_reach(FALLING, square, taken)


def flood_up(sliders: int, free: int, step: int, board: int) -> int:
    """Return all squares that sliders see in the direction in which numbers grow by `step`.

    Each slider spreads over free squares 1, then 2, then 4 steps at a time. `board` lacks the file on which a step that
    leaves the board would come in again on the other side.
    """
    free &= board
    sliders |= free & shift_left(sliders, step)
    free &= shift_left(free, step)
    sliders |= free & shift_left(sliders, 2 * step)
    free &= shift_left(free, 2 * step)
    sliders |= free & shift_left(sliders, 4 * step)
    return shift_left(sliders, step) & board


def flood_down(sliders: int, free: int, step: int, board: int) -> int:
    """Return all squares that sliders see in the direction in which numbers shrink by `step`."""
    free &= board
    sliders |= free & shift_right(sliders, step)
    free &= shift_right(free, step)
    sliders |= free & shift_right(sliders, 2 * step)
    free &= shift_right(free, 2 * step)
    sliders |= free & shift_right(sliders, 4 * step)
    return shift_right(sliders, step) & board


def knight_jumps(squares: int) -> tuple[int, int, int, int, int, int, int, int]:
    """Return where knights go by each of the eight jumps."""
    right, far_right = shift_left(squares, 1) & NOT_A, shift_left(squares, 2) & _NOT_AB
    left, far_left = shift_right(squares, 1) & NOT_H, shift_right(squares, 2) & _NOT_GH
    up = shift_left(left, 16), shift_left(far_left, 8), shift_left(far_right, 8), shift_left(right, 16)
    down = shift_right(left, 16), shift_right(far_left, 8), shift_right(far_right, 8), shift_right(right, 16)
    return (*up, *down)


def pawn_captures(squares: int) -> int:
    """Return the squares on which the mover's pawns capture."""
    return (shift_left(squares, 7) & NOT_H) | (shift_left(squares, 9) & NOT_A)


def opposing_captures(squares: int) -> int:
    """Return the squares on which the other player's pawns capture."""
    return (shift_right(squares, 7) & NOT_A) | (shift_right(squares, 9) & NOT_H)


def attackers(s: State, square: int, taken: int) -> int:
    """Return the pieces of both players that attack a square, sliders over a board on which `taken` is occupied.

    Lines, jumps and steps are the same in both directions, so they are followed from the square back to the pieces.
    """
    found = knight_steps(square) & knights(s) | king_steps(square) & kings(s)
    found |= straight_reach(square, taken) & straight_sliders(s) | diagonal_reach(square, taken) & diagonal_sliders(s)
    found |= pawn_captures(bit(square)) & pawns(s) & ~s.mine
    return found | opposing_captures(bit(square)) & pawns(s) & s.mine


def king_square(s: State) -> int:
    """Return the square of the mover's king."""
    return lowest_bit(kings(s) & s.mine)


def in_check(s: State) -> bool:
    """Return whether the mover's king is attacked."""
    return attackers(s, king_square(s), occupied(s)) & ~s.mine != 0
