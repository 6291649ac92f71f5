"""Pieces by themselves: what they gain by their squares, by what they see, and by open files and outposts."""

from __future__ import annotations

from kibitz.core.bits import bit, lowest_bit, popcount, shift_left, shift_right
from kibitz.games.chess.attacks import (
    diagonal_reach,
    king_steps,
    knight_steps,
    opposing_captures,
    pawn_captures,
    straight_reach,
)
from kibitz.games.chess.placement import BISHOP, GAINS, KING, KNIGHT, ROOK, both, table
from kibitz.games.chess.spans import behind, files
from kibitz.games.chess.state import LIGHT, NOT_A, NOT_H

MOBILITY = (
    *[0] * 32,
    *table("2/-13 21/-1 30/23 37/28 45/27 47/28 52/21 57/14 55/-1", 32),
    *table(
        "-19/-21 -13/-6 -1/1 5/8 12/15 15/21 18/27 18/22 16/23 20/15 16/17 19/-7 6/8 8/12", 32
    ),
    *table(
        "-38/-14 -20/-19 -9/-7 -4/7 3/12 3/24 4/33 8/31 14/30 13/37 17/35 23/41 15/45 12/38 24/27", 32
    ),
    *table(
        "0/0 -15/-2 -9/-10 -4/-7 -1/-8 -2/-11 1/-7 2/0 4/-4 5/6 6/15 9/11 9/17 7/14 "
        "8/24 9/21 13/15 11/10 4/8 8/6 3/8 2/-10 7/5 5/0 0/0 -2/-5 -1/-2 -1/-1", 32
    ),
)  # fmt: skip
"""[32 * kind + squares seen], opening and ending in one."""
KNIGHT_OUTPOST, BISHOP_OUTPOST, BEHIND_PAWN = both(17, 14), both(20, -10), both(5, 21)
OWN_COLOUR = both(-3, 3)
"""For each pawn that stands on a bishop's colour."""
OPEN_FILE, HALF_OPEN_FILE, SEVENTH_RANK = both(32, 7), both(14, 26), both(-24, 21)
NEAR, RING = (0, 13, 17, 16, 21), 5
"""Pressure by a piece of each kind that sees a square near the king, and for each square beside the king that it sees."""

UPPER_HALF = -1 << 32
RANK_7 = 0xFF << 48

Sets = tuple[int, int, int, int, int, int]
"""Pawns, knights, bishops, rooks, queens and the king of a side."""


def judged(own: Sets, other_pawns: int, target: int, taken: int) -> tuple[int, int, int, int, Sets]:
    """Return placement, mobility, activity, pressure on the king on `target`, and what pieces attack.

    The pawns' placement is left out. Attacks are those of knights, bishops, rooks and queens, of any piece, and of two.
    """
    pawns, knights, bishops, rooks, queens, king = own
    mirror = 7 if lowest_bit(king) & 4 == 0 else 0
    ring = king_steps(target)
    zone = ring | bit(target) | shift_right(ring, 8)
    guarded, steps = pawn_captures(pawns), king_steps(lowest_bit(king))
    useful = ~(pawns | king | opposing_captures(other_pawns))
    outposts = guarded & UPPER_HALF & ~opposing_captures(other_pawns | behind(other_pawns))
    once = guarded | steps
    twice = guarded & steps | shift_left(pawns, 7) & NOT_H & shift_left(pawns, 9) & NOT_A
    placed = GAINS[KING * 64 + (lowest_bit(king) ^ mirror)]
    active = KNIGHT_OUTPOST * popcount(knights & outposts) + BISHOP_OUTPOST * popcount(bishops & outposts)
    active += BEHIND_PAWN * popcount((knights | bishops) & shift_right(pawns | other_pawns, 8))
    light = popcount(pawns & LIGHT)
    active += OWN_COLOUR * (popcount(bishops & LIGHT) * light + popcount(bishops & ~LIGHT) * (popcount(pawns) - light))
    active += _files(rooks, pawns, other_pawns, target)
    moved, pressure = 0, 0
    by_knights, by_bishops, by_rooks, by_queens = 0, 0, 0, 0
    for kind in range(KNIGHT, KING):
        left, seen = own[kind], 0
        while left != 0:
            square = lowest_bit(left)
            left &= ~bit(square)
            reach = _reach(kind, square, taken, rooks, queens)
            placed += GAINS[kind * 64 + (square ^ mirror)]
            moved += MOBILITY[kind * 32 + popcount(reach & useful)]
            seen |= reach
            twice |= once & reach
            once |= reach
            if reach & zone != 0:
                pressure += NEAR[kind] + RING * popcount(reach & ring)
        if kind == KNIGHT:
            by_knights = seen
        elif kind == BISHOP:
            by_bishops = seen
        elif kind == ROOK:
            by_rooks = seen
        else:
            by_queens = seen
    return placed, moved, active, pressure, (by_knights, by_bishops, by_rooks, by_queens, once, twice)


def _reach(kind: int, square: int, taken: int, rooks: int, queens: int) -> int:
    """Return the squares that a piece sees, through its own queens, and a rook through other rooks."""
    if kind == KNIGHT:
        return knight_steps(square)
    if kind == BISHOP:
        return diagonal_reach(square, taken & ~queens)
    if kind == ROOK:
        return straight_reach(square, taken & ~(queens | rooks))
    return diagonal_reach(square, taken) | straight_reach(square, taken)


def _files(rooks: int, pawns: int, other_pawns: int, target: int) -> int:
    """Return what rooks gain by files without pawns of their own or without any, and by the seventh rank."""
    if rooks == 0:
        return 0
    half_open = rooks & ~files(pawns)
    wide_open = half_open & ~files(other_pawns)
    found = OPEN_FILE * popcount(wide_open) + HALF_OPEN_FILE * popcount(half_open & ~wide_open)
    if target >= 56 or other_pawns & RANK_7 != 0:
        found += SEVENTH_RANK * popcount(rooks & RANK_7)
    return found
