"""How promising a move looks: the most valuable victims first, captured by the least valuable pieces, losing captures last."""

from __future__ import annotations

from kibitz.core.bits import bit, lowest_bit, shift_right
from kibitz.games.chess.attacks import attackers
from kibitz.games.chess.state import QUEEN, State, kings, occupied, pawns, seen_by_mover

WORTH = (0, 100, 330, 320, 500, 10_000, 950, 0)
"""[kind] what a piece is worth, in hundredths of a pawn: nothing, pawn, bishop, knight, rook, king, queen."""
PAWN_WORTH, QUEEN_WORTH = WORTH[1], WORTH[6]


def kind_on(s: State, square: int) -> int:
    """Return the kind of the piece on a square, read off the three sets: an index of WORTH."""
    kind = shift_right(s.steppers, square) & 1
    return kind + 2 * (shift_right(s.diagonal, square) & 1) + 4 * (shift_right(s.straight, square) & 1)


def worth(s: State, square: int) -> int:
    """Return what the piece on a square is worth."""
    return WORTH[kind_on(s, square)]


def promise(s: State, a: int) -> int:
    """Return more than 0 for captures that lose nothing and for new queens, 0 for quiet moves, less for those that lose.

    Those that lose are ranked by what they give away: captures of a defended piece, and pawns that become less than a queen.
    """
    move = seen_by_mover(s, a)
    origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
    victim = 0 if bit(target) & s.mine != 0 else worth(s, target)
    if bit(origin) & pawns(s) != 0 and bit(target) == s.passant:
        victim = PAWN_WORTH
    if promotion == QUEEN:
        return 16 * (QUEEN_WORTH + victim)
    if promotion != 0:
        return victim - QUEEN_WORTH
    if victim == 0:
        return 0
    stake = worth(s, origin)
    if bit(origin) & kings(s) == 0 and victim < stake:
        left = occupied(s) & ~bit(origin)
        if victim < recapture(s, target, left, left & ~s.mine, stake):
            return victim - stake
    return 16 * victim - stake // 10


def gain(s: State, a: int) -> int:
    """Return the most that a capture or a new queen wins at once; of other moves, less than 0 if the piece is then lost."""
    move = seen_by_mover(s, a)
    origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
    if bit(target) & s.mine != 0:
        return 0
    won = worth(s, target) + (QUEEN_WORTH - PAWN_WORTH if promotion == QUEEN else 0)
    if bit(origin) & pawns(s) != 0 and bit(target) == s.passant:
        won = PAWN_WORTH
    if won > 0 or bit(origin) & kings(s) != 0:
        return won
    left = occupied(s) & ~bit(origin)
    return -recapture(s, target, left, left & ~s.mine, worth(s, origin))


def recapture(s: State, square: int, left: int, side: int, stake: int) -> int:
    """Return what the players of `side` win by capturing what is at stake on a square, or 0 if they better leave it.

    They take with their least valuable piece, which is then at stake itself; `left` are the pieces still on the board.
    """
    able = attackers(s, square, left) & left & side
    if able == 0:
        return 0
    piece = least_valuable(s, able)
    left &= ~bit(piece)
    return max(0, stake - recapture(s, square, left, left & ~side, worth(s, piece)))


def least_valuable(s: State, pieces: int) -> int:
    """Return the square of the least valuable of some pieces."""
    chosen = pieces & pawns(s)
    if chosen == 0:
        chosen = pieces & s.diagonal & ~s.straight
    if chosen == 0:
        chosen = pieces & s.straight & ~s.diagonal & ~s.steppers
    if chosen == 0:
        chosen = pieces & ~s.steppers
    if chosen == 0:
        chosen = pieces
    return lowest_bit(chosen)
