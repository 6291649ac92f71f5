"""A chess position as eight numbers, always seen from the side of the player to move."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.bits import shift_left, shift_right, wrap

RANK_1 = 0xFF
RANK_3 = 0xFF << 16
RANK_8 = wrap(0xFF << 56)
NOT_A = wrap(0xFEFE_FEFE_FEFE_FEFE)
NOT_H = 0x7F7F_7F7F_7F7F_7F7F
LIGHT = 0x55AA_55AA_55AA_55AA

KNIGHT, BISHOP, ROOK, QUEEN = 1, 2, 3, 4
"""What a pawn becomes; 0 where none does."""

OVER = 0o7070
"""A move with its two squares turned over is the move xor this."""


class State(NamedTuple):
    """A position: three sets of squares that tell the kinds of pieces apart, whose they are, and what may still be done.

    Ranks are counted from the side of the player to move, files from a to h: bit 0 is a1 for white and a8 for black, bit 7
    is on the h-file of that rank, bit 8 on the a-file of the next. The board is turned over after every move, so pawns always
    move up, and no rule depends on the colour. A piece stands in the sets marked here:

                  pawn  knight  bishop  rook  queen  king
        steppers    x      x                           x
        diagonal           x      x             x
        straight                         x      x      x
    """

    steppers: int
    diagonal: int
    straight: int
    mine: int
    """The pieces of the player to move."""
    castling: int
    """The rooks of both players that may still castle."""
    passant: int
    """The square a pawn has just jumped over, if a pawn may legally capture it there; else 0."""
    clock: int
    """The number of moves since a piece was captured or a pawn moved."""
    plies: int
    """The number of moves since the beginning; white is to move after an even one."""


def occupied(s: State) -> int:
    """Return the squares of all pieces."""
    return s.steppers | s.diagonal | s.straight


def pawns(s: State) -> int:
    """Return the pawns of both players."""
    return s.steppers & ~(s.diagonal | s.straight)


def knights(s: State) -> int:
    """Return the knights of both players."""
    return s.steppers & s.diagonal


def kings(s: State) -> int:
    """Return both kings."""
    return s.steppers & s.straight


def diagonal_sliders(s: State) -> int:
    """Return the bishops and queens of both players."""
    return s.diagonal & ~s.steppers


def straight_sliders(s: State) -> int:
    """Return the rooks and queens of both players."""
    return s.straight & ~s.steppers


def turned(squares: int) -> int:
    """Return a set of squares as the other player sees it: the bytes, which are the ranks, in reverse order."""
    squares = (shift_right(squares, 8) & 0x00FF_00FF_00FF_00FF) | shift_left(squares & 0x00FF_00FF_00FF_00FF, 8)
    squares = (shift_right(squares, 16) & 0x0000_FFFF_0000_FFFF) | shift_left(squares & 0x0000_FFFF_0000_FFFF, 16)
    return shift_right(squares, 32) | shift_left(squares, 32)


def seen_by_mover(s: State, a: int) -> int:
    """Return a move with its squares as the player to move sees them, or one so seen as it is on the board."""
    return a ^ OVER if s.plies & 1 else a
