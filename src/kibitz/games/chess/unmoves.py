"""Moves taken back: which squares a piece can have come from, and the position before.

Captures, promotions and castling are not among them: they come from other slices.
"""

from __future__ import annotations

from kibitz.core.bits import bit, shift_left, shift_right
from kibitz.games.chess.attacks import diagonal_reach, king_steps, knight_steps, straight_reach
from kibitz.games.chess.legality import can_pass
from kibitz.games.chess.moves import after_skip
from kibitz.games.chess.state import RANK_1, State, diagonal_sliders, kings, knights, occupied, pawns, straight_sliders

_RANK_4 = RANK_1 << 24
_RANK_5 = RANK_1 << 32
_RANK_7 = RANK_1 << 48


def movers_back(s: State) -> int:
    """Return the pieces of which one may have moved last: after a pawn's jump that can be answered in passing, that pawn."""
    return shift_right(s.passant, 8) if s.passant != 0 else occupied(s) & ~s.mine


def origins(s: State, square: int) -> int:
    """Return the squares from which the piece on a square can have come without capturing anything."""
    piece, taken = bit(square), occupied(s)
    if s.passant != 0:
        return shift_left(piece, 16)
    if pawns(s) & piece != 0:
        return _pawn_origins(s, piece)
    if knights(s) & piece != 0:
        return knight_steps(square) & ~taken
    if kings(s) & piece != 0:
        return king_steps(square) & ~taken
    reach = 0
    if diagonal_sliders(s) & piece != 0:
        reach = diagonal_reach(square, taken)
    if straight_sliders(s) & piece != 0:
        reach |= straight_reach(square, taken)
    return reach & ~taken


def _pawn_origins(s: State, pawn: int) -> int:
    """Return where a pawn of the player who does not move has come from; it plays down the board."""
    one = shift_left(pawn, 8) & ~occupied(s)
    if pawn & _RANK_7 != 0:
        return 0
    if pawn & _RANK_5 == 0:
        return one
    two = shift_left(one, 8) & ~occupied(s)
    jumped = State(s.steppers, s.diagonal, s.straight, s.mine, 0, shift_left(pawn, 8), 0, s.plies)
    return one | (0 if two != 0 and can_pass(jumped) else two)


def taken_back(s: State, square: int, origin: int) -> State:
    """Return the position, the same player still to move, with the piece on a square back on its origin."""
    there, back = ~bit(square), bit(origin)
    steppers = s.steppers & there | (back if s.steppers & bit(square) != 0 else 0)
    diagonal = s.diagonal & there | (back if s.diagonal & bit(square) != 0 else 0)
    straight = s.straight & there | (back if s.straight & bit(square) != 0 else 0)
    return State(steppers, diagonal, straight, s.mine, 0, 0, 0, s.plies)


def jumpers(s: State) -> int:
    """Return the mover's pawns that can have come by a jump just before the move that was taken back."""
    free = ~occupied(s)
    return pawns(s) & s.mine & _RANK_4 & shift_left(free, 8) & shift_left(free, 16)


def with_jump(s: State, pawn: int) -> State:
    """Return the position for the other player, who may capture the pawn in passing unless that is no legal move."""
    before = after_skip(s)
    passed = State(
        before.steppers, before.diagonal, before.straight, before.mine, 0, bit((pawn - 8) ^ 56), 0, before.plies
    )  # fmt: skip
    return passed if can_pass(passed) else before
