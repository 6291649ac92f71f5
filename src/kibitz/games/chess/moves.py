"""What a move does to a position."""

from __future__ import annotations

from kibitz.core.bits import bit, shift_right
from kibitz.games.chess.attacks import pawn_captures
from kibitz.games.chess.legality import can_pass, king_goal, rook_goal
from kibitz.games.chess.state import KNIGHT, QUEEN, RANK_1, ROOK, State, kings, occupied, pawns, seen_by_mover, turned


def after_move(s: State, a: int) -> State:
    """Return the position after a legal move, turned over for the other player."""
    move = seen_by_mover(s, a)
    origin, target = move & 63, move >> 6 & 63
    start, end = bit(origin), bit(target)
    if end & s.mine != 0:
        return _after_castling(s, origin, target)
    stay = ~(start | end)
    steppers = (s.steppers & stay) | (end if s.steppers & start != 0 else 0)
    diagonal = (s.diagonal & stay) | (end if s.diagonal & start != 0 else 0)
    straight = (s.straight & stay) | (end if s.straight & start != 0 else 0)
    theirs = occupied(s) & ~s.mine & ~end
    castling = s.castling & stay & (~RANK_1 if kings(s) & start != 0 else -1)
    clock = s.clock + 1 if end & occupied(s) == 0 else 0
    passant = 0
    if pawns(s) & start != 0:
        clock = 0
        if end == s.passant:
            steppers &= ~shift_right(end, 8)
            theirs &= ~shift_right(end, 8)
        elif target - origin == 16:
            passant = start << 8
        elif move >> 12 != 0:
            steppers, diagonal, straight = _promoted(steppers, diagonal, straight, end, move >> 12)
    if pawn_captures(passant) & theirs & steppers & ~(diagonal | straight) == 0:
        passant = 0
    after = State(
        turned(steppers), turned(diagonal), turned(straight), turned(theirs), turned(castling), turned(passant),
        clock, s.plies + 1,
    )  # fmt: skip
    return with_true_passant(after) if passant != 0 else after


def with_true_passant(s: State) -> State:
    """Return a position as it is if a pawn may really be captured in passing, else without that square."""
    if can_pass(s):
        return s
    return State(s.steppers, s.diagonal, s.straight, s.mine, s.castling, 0, s.clock, s.plies)


def _promoted(steppers: int, diagonal: int, straight: int, pawn: int, kind: int) -> tuple[int, int, int]:
    """Return the three sets of pieces after a pawn has become another piece."""
    if kind != KNIGHT:
        steppers &= ~pawn
    if kind != ROOK:
        diagonal |= pawn
    if kind in (ROOK, QUEEN):
        straight |= pawn
    return steppers, diagonal, straight


def _after_castling(s: State, king: int, rook: int) -> State:
    """Return the position after the king castled with a rook."""
    stay = ~(bit(king) | bit(rook))
    goals = bit(king_goal(king, rook)), bit(rook_goal(king, rook))
    return State(
        turned((s.steppers & stay) | goals[0]),
        turned(s.diagonal),
        turned((s.straight & stay) | goals[0] | goals[1]),
        turned(occupied(s) & ~s.mine),
        turned(s.castling & ~RANK_1),
        0, s.clock + 1, s.plies + 1,
    )  # fmt: skip


def after_skip(s: State) -> State:
    """Return the position with the other player to move; the clock starts anew, since no earlier position can come back."""
    theirs = occupied(s) & ~s.mine
    return State(
        turned(s.steppers), turned(s.diagonal), turned(s.straight), turned(theirs), turned(s.castling), 0, 0, s.plies + 1
    )
