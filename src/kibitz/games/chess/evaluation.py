"""What a chess position is judged by: features, each counted for the player to move less the other.

All are counted on whole sets of squares. The board of the other player is turned over, so that one function serves both.
"""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.bits import bit, lowest_bit, popcount, shift_left, shift_right
from kibitz.games.chess.attacks import flood_down, flood_up, king_steps, knight_jumps, opposing_captures, pawn_captures
from kibitz.games.chess.placement import BISHOP, GAINS, KING, KNIGHT, PAWN, QUEEN, ROOK, ending_of, opening_of
from kibitz.games.chess.position import (
    NOT_A,
    NOT_H,
    State,
    diagonal_sliders,
    kings,
    knights,
    occupied,
    pawns,
    straight_sliders,
    turned,
)  # fmt: skip

CENTRE = 0x0000_0018_1800_0000
UPPER_HALF = -1 << 32
FIRST_RANK = 0xFF
OPENING_PHASE = 24
"""The phase with all pieces on the board: 1 for a knight or bishop, 2 for a rook, 4 for a queen."""


class Features(NamedTuple):
    """What is counted. Those that matter in one part of the game only are scaled by its phase."""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    bishop_pair: int
    placement: int
    """What the pieces gain by their squares, in hundredths of a pawn, between opening and ending by the phase."""
    knight_mobility: int
    diagonal_mobility: int
    straight_mobility: int
    """Squares that pieces see, their own side's and those that a pawn of the other side guards left out."""
    centre: int
    """Attacks on the four squares of the centre."""
    doubled_pawns: int
    isolated_pawns: int
    supported_pawns: int
    """Pawns that another one protects."""
    passed_pawns: int
    """For each passed pawn how far it has come, squared."""
    passed_pawns_ending: int
    """The same, more as the pieces leave the board."""
    open_files: int
    """Rooks on files without pawns, twice, or without their own."""
    outposts: int
    """Knights and bishops beyond the middle that a pawn protects."""
    pawn_threats: int
    """Pieces of the other side that a pawn attacks."""
    king_shelter: int
    """Pawns in front of the king, as long as there are pieces to fear."""
    king_open_files: int
    """Files without own pawns at the king, as long as there are pieces to fear."""
    king_attack: int
    """Attacks on the squares around the other king, as long as there are pieces to attack with."""
    king_assault: int
    """The same, squared: many attacks together."""
    tempo: int
    """1: it is one's turn."""


WEIGHTS = Features(
    pawns=100, knights=370, bishops=372, rooks=555, queens=1060, bishop_pair=45, placement=1, knight_mobility=5,
    diagonal_mobility=6, straight_mobility=4, centre=2, doubled_pawns=-11, isolated_pawns=-9, supported_pawns=5,
    passed_pawns=0, passed_pawns_ending=3, open_files=15, outposts=15, pawn_threats=50, king_shelter=9, king_open_files=-14,
    king_attack=-3, king_assault=1, tempo=25,
)  # fmt: skip
"""In hundredths of a pawn; fitted to Stockfish's opinion of 14,000 quiet positions."""


def phase_of(s: State) -> int:
    """Return how much of the opening is left: 24 with all pieces, 0 with none."""
    queens = s.straight & s.diagonal
    light = s.diagonal & ~s.straight
    rooks = straight_sliders(s) & ~s.diagonal
    return min(OPENING_PHASE, popcount(light) + 2 * popcount(rooks) + 4 * popcount(queens))


def features(s: State) -> Features:
    """Return the features of a position."""
    taken, phase = occupied(s), phase_of(s)
    theirs = taken & ~s.mine
    mine = _counted(
        pawns(s) & s.mine, knights(s) & s.mine, diagonal_sliders(s) & s.mine, straight_sliders(s) & s.mine, kings(s) & s.mine,
        pawns(s) & theirs, kings(s) & theirs, taken, s.mine,
    )  # fmt: skip
    them = _counted(
        turned(pawns(s) & theirs), turned(knights(s) & theirs), turned(diagonal_sliders(s) & theirs),
        turned(straight_sliders(s) & theirs), turned(kings(s) & theirs),
        turned(pawns(s) & s.mine), turned(kings(s) & s.mine), turned(taken), turned(theirs),
    )  # fmt: skip
    gains = mine[0] - them[0]
    return Features(
        mine[1] - them[1], mine[2] - them[2], mine[3] - them[3], mine[4] - them[4], mine[5] - them[5], mine[6] - them[6],
        (opening_of(gains) * phase + ending_of(gains) * (OPENING_PHASE - phase)) // OPENING_PHASE,
        mine[7] - them[7], mine[8] - them[8], mine[9] - them[9], mine[10] - them[10], mine[11] - them[11],
        mine[12] - them[12], mine[13] - them[13], mine[14] - them[14],
        (mine[14] - them[14]) * (OPENING_PHASE - phase) // OPENING_PHASE, mine[15] - them[15], mine[16] - them[16],
        mine[17] - them[17], (mine[18] - them[18]) * phase // OPENING_PHASE, (mine[19] - them[19]) * phase // OPENING_PHASE,
        (mine[20] - them[20]) * phase // OPENING_PHASE, (mine[21] - them[21]) * phase // OPENING_PHASE, 1,
    )  # fmt: skip


def _counted(
    own_pawns: int, own_knights: int, diagonal: int, straight: int, king: int, other_pawns: int, other_king: int,
    taken: int, own: int,
) -> tuple[int, ...]:  # fmt: skip
    """Return all that is counted for one side, which plays up the board."""
    queens = diagonal & straight
    bishops, rooks = diagonal & ~queens, straight & ~queens
    zone = king_steps(lowest_bit(other_king)) | other_king
    # squares that a pawn of the other side guards are no good, and one's own are not free
    useful, free = ~(own | opposing_captures(other_pawns)), ~taken
    knight_moves, attacks, centre = 0, popcount(pawn_captures(own_pawns) & zone), popcount(pawn_captures(own_pawns) & CENTRE)
    for seen in knight_jumps(own_knights):
        knight_moves += popcount(seen & useful)
        attacks += popcount(seen & zone)
        centre += popcount(seen & CENTRE)
    diagonal_moves, straight_moves = 0, 0
    for seen in (
        flood_up(diagonal, free, 9, NOT_A), flood_up(diagonal, free, 7, NOT_H),
        flood_down(diagonal, free, 9, NOT_H), flood_down(diagonal, free, 7, NOT_A),
    ):  # fmt: skip
        diagonal_moves += popcount(seen & useful)
        attacks += popcount(seen & zone)
        centre += popcount(seen & CENTRE)
    for seen in (
        flood_up(straight, free, 1, NOT_A), flood_up(straight, free, 8, -1),
        flood_down(straight, free, 1, NOT_H), flood_down(straight, free, 8, -1),
    ):  # fmt: skip
        straight_moves += popcount(seen & useful)
        attacks += 2 * popcount(seen & zone)
        centre += popcount(seen & CENTRE)
    ahead, guarded = _ahead(own_pawns), pawn_captures(own_pawns)
    shelter = (shift_left(king, 8) | shift_left(king, 16)) | _beside(shift_left(king, 8) | shift_left(king, 16))
    gains = (
        _gains(own_pawns, PAWN) + _gains(own_knights, KNIGHT) + _gains(bishops, BISHOP)
        + _gains(rooks, ROOK) + _gains(queens, QUEEN) + _gains(king, KING)
    )  # fmt: skip
    return (
        gains, popcount(own_pawns), popcount(own_knights), popcount(bishops), popcount(rooks), popcount(queens),
        popcount(bishops) // 2, knight_moves, diagonal_moves, straight_moves, centre,
        popcount(own_pawns & ahead), popcount(own_pawns & ~_beside(_files(own_pawns))), popcount(own_pawns & guarded),
        _passed(own_pawns & ~ahead, other_pawns),
        popcount(rooks & ~_files(own_pawns)) + popcount(rooks & ~_files(own_pawns | other_pawns)),
        popcount((own_knights | bishops) & guarded & UPPER_HALF), popcount(guarded & taken & ~own & ~other_pawns),
        popcount(shelter & own_pawns), popcount(_files(king | _beside(king)) & ~_files(own_pawns) & FIRST_RANK),
        attacks, min(attacks, 20) * min(attacks, 20),
    )  # fmt: skip


def _gains(pieces: int, kind: int) -> int:
    """Return what pieces of one kind gain by their squares, for opening and ending in one number."""
    found = 0
    while pieces != 0:
        square = lowest_bit(pieces)
        pieces &= ~bit(square)
        found += GAINS[kind * 64 + square]
    return found


def _beside(squares: int) -> int:
    """Return the squares to the left and right."""
    return (shift_left(squares, 1) & NOT_A) | (shift_right(squares, 1) & NOT_H)


def _ahead(squares: int) -> int:
    """Return all squares above those given."""
    squares = shift_left(squares, 8)
    squares |= shift_left(squares, 8)
    squares |= shift_left(squares, 16)
    return squares | shift_left(squares, 32)


def _files(squares: int) -> int:
    """Return the whole files on which the squares are."""
    squares |= shift_left(squares, 8) | shift_right(squares, 8)
    squares |= shift_left(squares, 16) | shift_right(squares, 16)
    return squares | shift_left(squares, 32) | shift_right(squares, 32)


def _passed(own_pawns: int, other_pawns: int) -> int:
    """Return for each pawn that no other can stop any more how many ranks it has come, squared."""
    stoppers = other_pawns | _beside(other_pawns)
    stoppers |= shift_right(stoppers, 8)
    stoppers |= shift_right(stoppers, 16)
    stoppers |= shift_right(stoppers, 32)
    passed = own_pawns & ~shift_right(stoppers, 8)
    found = 0
    while passed != 0:
        square = lowest_bit(passed)
        passed &= ~bit(square)
        found += (square >> 3) * (square >> 3)
    return found
