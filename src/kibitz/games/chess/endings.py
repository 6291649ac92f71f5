"""How much of a lead counts in endings that are hard or impossible to win."""

from __future__ import annotations

from kibitz.core.bits import lowest_bit, popcount, shift_left
from kibitz.games.chess.pieces import Sets
from kibitz.games.chess.spans import distance
from kibitz.games.chess.state import LIGHT

ALL = 64
"""A lead counts in full; other shares are parts of it."""
MINOR, ROOK_FORCE, QUEEN_FORCE = 3, 5, 9
FILE_A = 0x0101_0101_0101_0101
FILE_H = shift_left(FILE_A, 7)
A8, H8 = 56, 63


def share(own: Sets, other: Sets) -> int:
    """Return how much of its lead the side `own`, which plays up the board, may count on, in 64ths."""
    pawns, force, other_force = popcount(own[0]), _force(own), _force(other)
    if pawns == 0 and force - other_force <= MINOR:
        if force <= MINOR:
            return 0
        return 4 if other_force <= MINOR else 14
    if force <= MINOR and own[1] == 0 and _is_held(own, lowest_bit(other[5])):
        return 0
    if force == MINOR and other_force == MINOR and popcount(own[2] & LIGHT) + popcount(other[2] & LIGHT) == 1:
        return 32 if own[2] != 0 and other[2] != 0 else ALL
    return 40 if pawns == 1 and force <= other_force else ALL


def _force(side: Sets) -> int:
    """Return the worth of a side's pieces, in pawns."""
    return MINOR * popcount(side[1] | side[2]) + ROOK_FORCE * popcount(side[3]) + QUEEN_FORCE * popcount(side[4])


def _is_held(own: Sets, king: int) -> bool:
    """Return whether pawns on one edge run into a king in the corner from which no bishop of theirs drives it away."""
    pawns, bishop = own[0], own[2]
    if pawns & ~FILE_A == 0:
        return distance(king, A8) <= 1 and bishop & LIGHT == 0
    return pawns & ~FILE_H == 0 and distance(king, H8) <= 1 and bishop & ~LIGHT == 0
