"""Pawns: what they gain by their squares, by each other, and by having passed all that could stop them."""

from __future__ import annotations

from kibitz.core.bits import bit, lowest_bit, popcount, shift_left, shift_right
from kibitz.games.chess.attacks import opposing_captures, pawn_captures
from kibitz.games.chess.placement import GAINS, PAWN, both, table
from kibitz.games.chess.spans import ahead, behind, beside, distance, files

ISOLATED, ISOLATED_OPEN, DOUBLED = both(-4, 1), both(-8, -11), both(-14, -28)
BACKWARD, SUPPORTED, PROTECTED = both(-4, -5), both(17, 5), both(18, 8)
RANKS = table(
    "0/0 -9/12 -26/14 -15/49 9/29 1/17 -1/17 0/0 "
    "0/0 0/0 0/0 -8/-6 -16/2 -11/-14 -23/-42 0/0 "
    "0/0 0/0 0/0 -30/40 -9/48 15/75 27/97 0/0 "
    "0/0 0/0 0/0 2/-9 4/-14 2/-14 0/-19 0/0 "
    "0/0 0/0 0/0 1/5 -3/23 8/32 17/33 0/0 "
    "0/0 6/-2 7/1 9/4 14/25 22/36 10/14 0/0",
    48,
)  # fmt: skip
PASSED, BLOCKED, FREE, OWN_KING, OTHER_KING, ABREAST = range(0, 48, 8)
"""Where the eight ranks of each begin: a passed pawn, with a piece before it, with a free way, for each step that a king is
away from the square before it; and a pawn beside another."""


def judged_pawns(pawns: int, other_pawns: int, king: int, other_king: int, taken: int, barred: int) -> tuple[int, int, int]:
    """Return placement, structure, and what passed pawns are worth; `barred` are squares they could not cross safely."""
    guarded, other_guarded = pawn_captures(pawns), opposing_captures(other_pawns)
    isolated = pawns & ~beside(files(pawns))
    opposed = isolated & files(other_pawns)
    backward = pawns & ~beside(ahead(pawns) | pawns) & shift_right(other_guarded, 8) & ~isolated
    structure = ISOLATED * popcount(opposed) + ISOLATED_OPEN * popcount(isolated & ~opposed)
    structure += DOUBLED * popcount(pawns & ahead(pawns)) + BACKWARD * popcount(backward)
    structure += SUPPORTED * popcount(pawns & guarded)
    abreast = pawns & beside(pawns)
    passed = pawns & ~behind(other_pawns | beside(other_pawns)) & ~behind(pawns)
    mirror = 7 if king & 4 == 0 else 0
    placed, gained = 0, PROTECTED * popcount(passed & guarded)
    left = pawns
    while left != 0:
        square = lowest_bit(left)
        left &= ~bit(square)
        placed += GAINS[PAWN * 64 + (square ^ mirror)]
        if bit(square) & abreast != 0:
            structure += RANKS[ABREAST + (square >> 3)]
    left = passed
    while left != 0:
        square = lowest_bit(left)
        left &= ~bit(square)
        rank = square >> 3
        gained += RANKS[PASSED + rank]
        if rank >= 3:
            gained += RANKS[OWN_KING + rank] * min(5, distance(king, square + 8))
            gained += RANKS[OTHER_KING + rank] * min(5, distance(other_king, square + 8))
            if shift_left(bit(square), 8) & taken != 0:
                gained += RANKS[BLOCKED + rank]
            if ahead(bit(square)) & barred == 0:
                gained += RANKS[FREE + rank]
    return placed, structure, gained
