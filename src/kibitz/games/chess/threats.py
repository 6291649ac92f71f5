"""What pieces do to the other side: threats, the squares they rule, and the danger in which they put its king."""

from __future__ import annotations

from kibitz.core.bits import lowest_bit, popcount, shift_left, shift_right
from kibitz.games.chess.attacks import (
    diagonal_reach,
    king_steps,
    knight_steps,
    opposing_captures,
    pawn_captures,
    straight_reach,
)
from kibitz.games.chess.pieces import UPPER_HALF, Sets
from kibitz.games.chess.placement import PACKED, both, table
from kibitz.games.chess.spans import beside
from kibitz.games.chess.state import RANK_3

PAWN_ON_MINOR, PAWN_ON_ROOK, PAWN_ON_QUEEN = both(78, 37), both(48, 28), both(41, 10)
MINOR_ON_PAWN, MINOR_ON_MINOR, MINOR_ON_ROOK, MINOR_ON_QUEEN = both(1, 7), both(20, 24), both(46, 29), both(45, 5)
ROOK_ON_MINOR, ROOK_ON_QUEEN, KING_ON_ANY = both(24, 24), both(55, 9), both(48, 9)
HANGING_PAWN, HANGING, PUSH = both(16, 30), both(23, 31), both(17, 15)
CONTESTED, ALONE, IN_CENTRE = both(5, -3), both(4, 3), both(0, 1)
SHELTER = table("0/0 12/2 4/-8 -16/6 -3/10 0/-7 -2/-12 -15/4 0/0 -3/-4 -13/-13 -3/-8 7/-4", 24)
"""[4 * (not the king's file) + steps to the own pawn, 3 for none], then [8 + steps to the other side's pawn]."""
KNIGHT_CHECK, BISHOP_CHECK, ROOK_CHECK, QUEEN_CHECK, BAD_CHECKS = 44, 18, 40, 37, 10
WEAK, OUTNUMBERED, GUARDED, COVERED, NO_QUEEN, ALWAYS = 6, 10, -2, -10, -72, 19
ENDING_DANGER = 11
"""Pressure on a king by checks that can be given safely or not, squares around it that are weak, attacked more often than
defended, well defended or covered by pawns, by the lack of a queen; and what of it counts in the ending, in sixteenths."""

CENTRE = 0x0000_0018_1800_0000
FILE_A = 0x0101_0101_0101_0101


def threats(own: Sets, other: Sets, seen: Sets, other_seen: Sets, taken: int) -> int:
    """Return what attacks on pieces are worth that have more to lose, or that are not defended."""
    pawns, other_pawns, rooks, queens = own[0], other[0], other[3], other[4]
    by_knights, by_bishops, by_rooks, _, once, _ = seen
    other_once = other_seen[4]
    guarded, other_guarded = pawn_captures(pawns), opposing_captures(other_pawns)
    by_minors, minors = by_knights | by_bishops, other[1] | other[2]
    found = PAWN_ON_MINOR * popcount(guarded & minors)
    found += PAWN_ON_ROOK * popcount(guarded & rooks) + PAWN_ON_QUEEN * popcount(guarded & queens)
    found += MINOR_ON_PAWN * popcount(by_minors & other_pawns & ~other_guarded)
    found += MINOR_ON_MINOR * popcount(by_minors & minors & ~other_guarded)
    found += MINOR_ON_ROOK * popcount(by_minors & rooks) + MINOR_ON_QUEEN * popcount(by_minors & queens)
    found += ROOK_ON_MINOR * popcount(by_rooks & minors & ~other_guarded) + ROOK_ON_QUEEN * popcount(by_rooks & queens)
    found += KING_ON_ANY * popcount(king_steps(lowest_bit(own[5])) & (minors | other_pawns | rooks) & ~other_once)
    weak = once & ~other_once
    found += HANGING_PAWN * popcount(other_pawns & weak) + HANGING * popcount((minors | rooks | queens) & weak)
    pushed = shift_left(pawns, 8) & ~taken
    pushed |= shift_left(pushed & RANK_3, 8) & ~taken
    pushed &= ~other_guarded & (once | ~other_once)
    return found + PUSH * popcount(pawn_captures(pushed) & (minors | rooks | queens))


def ruled(seen: Sets, other_seen: Sets, other_pawns: int, taken: int) -> int:
    """Return what it is worth to attack the centre, to have squares beyond the middle alone, and to contest others."""
    once, twice, other_once, other_twice = seen[4], seen[5], other_seen[4], other_seen[5]
    contested = once & other_once & ~opposing_captures(other_pawns) & (~other_twice | twice) & ~taken
    alone = once & ~other_once & UPPER_HALF
    return CONTESTED * popcount(contested) + ALONE * popcount(alone) + IN_CENTRE * popcount(once & CENTRE)


def shelter(pawns: int, other_pawns: int, king: int) -> int:
    """Return what the pawns on the king's file and beside it are worth to it, of its own side and of the other."""
    found = 0
    column = king & 7
    for file in range(max(0, column - 1), min(7, column + 1) + 1):
        front = shift_left(FILE_A, file) & shift_left(-1, king & 56)
        own, storm = pawns & front, other_pawns & front
        nearest = min(2, (lowest_bit(own) >> 3) - (king >> 3)) if own != 0 else 3
        found += SHELTER[(0 if file == column else 4) + nearest]
        if storm != 0:
            found += SHELTER[8 + min(4, max(1, (lowest_bit(storm) >> 3) - (king >> 3)))]
    return found


def danger(own: Sets, other: Sets, seen: Sets, other_seen: Sets, taken: int, pressure: int) -> int:
    """Return what the danger to the other king is worth: twice the pressure counts four times as much."""
    by_knights, by_bishops, by_rooks, by_queens, once, twice = seen
    other_once, other_twice = other_seen[4], other_seen[5]
    target = lowest_bit(other[5])
    ring = king_steps(target)
    everything = own[0] | own[1] | own[2] | own[3] | own[4] | own[5]
    held_otherwise = other_twice | other_once & ~ring
    safe = ~everything & (~other_once | twice & ~other_twice & ring & ~opposing_captures(other[0]))
    jumps = knight_steps(target) & by_knights
    slants = diagonal_reach(target, taken & ~other[4])
    lines = straight_reach(target, taken & ~other[4])
    pressure += WEAK * popcount(ring & once & ~held_otherwise)
    pressure += KNIGHT_CHECK if jumps & safe != 0 else 0
    pressure += BISHOP_CHECK if slants & by_bishops & safe != 0 else 0
    pressure += ROOK_CHECK if lines & by_rooks & safe != 0 else 0
    pressure += QUEEN_CHECK if (slants | lines) & by_queens & safe != 0 else 0
    pressure += BAD_CHECKS * popcount((jumps | slants & by_bishops | lines & by_rooks) & ~everything & ~safe)
    pressure += NO_QUEEN if own[4] == 0 else 0
    pressure += OUTNUMBERED * popcount(ring & twice & ~other_twice) + GUARDED * popcount(ring & other_once & other_twice)
    cover = shift_right(other[5], 8) | shift_right(other[5], 16)
    pressure += COVERED * popcount((cover | beside(cover)) & other[0]) + ALWAYS
    if pressure <= 0:
        return 0
    return pressure * pressure // 100 * PACKED + pressure * ENDING_DANGER // 16
