"""Which moves are legal: who is pinned, where the king may not go, how a check is answered, pawns, castling; their number."""

from __future__ import annotations

from kibitz.core.bits import bit, lowest_bit, popcount, shift_left, shift_right, subtract
from kibitz.games.chess.attacks import (
    FALLING,
    FILE,
    RANK,
    RISING,
    above,
    attackers,
    below,
    flood_down,
    flood_up,
    king_square,
    king_steps,
    knight_jumps,
    knight_steps,
    line_reach,
    line_through,
    opposing_captures,
    pawn_captures,
)
from kibitz.games.chess.state import (
    NOT_A,
    NOT_H,
    RANK_1,
    RANK_3,
    RANK_8,
    State,
    diagonal_sliders,
    kings,
    knights,
    occupied,
    pawns,
    straight_sliders,
)


def survey(s: State) -> tuple[int, int, int, int]:
    """Return the square of the mover's king, where it may not go, what is pinned to it, and where other pieces may go."""
    taken = occupied(s)
    theirs = taken & ~s.mine
    king = king_square(s)
    straight, diagonal = straight_sliders(s) & theirs, diagonal_sliders(s) & theirs
    rank_danger, rank_pins, rank_checks = _watched(RANK, 1, NOT_A, NOT_H, straight, taken, king)
    file_danger, file_pins, file_checks = _watched(FILE, 8, -1, -1, straight, taken, king)
    rising_danger, rising_pins, rising_checks = _watched(RISING, 9, NOT_A, NOT_H, diagonal, taken, king)
    falling_danger, falling_pins, falling_checks = _watched(FALLING, 7, NOT_H, NOT_A, diagonal, taken, king)
    pinned = (rank_pins | file_pins | rising_pins | falling_pins) & s.mine
    danger = rank_danger | file_danger | rising_danger | falling_danger | king_steps(lowest_bit(kings(s) & theirs))
    for jumps in knight_jumps(knights(s) & theirs):
        danger |= jumps
    danger |= opposing_captures(pawns(s) & theirs)
    checks = rank_checks | file_checks | rising_checks | falling_checks | knight_steps(king) & knights(s) & theirs
    checks |= pawn_captures(bit(king)) & pawns(s) & theirs
    if checks == 0:
        return king, danger, pinned, ~s.mine
    between, behind = _shot_through(king, checks & ~s.steppers, taken)
    answers = checks | between if checks & subtract(checks, 1) == 0 else 0
    return king, danger | behind, pinned, answers


def _watched(line: int, step: int, right: int, left: int, sliders: int, taken: int, king: int) -> tuple[int, int, int]:
    """Return what sliders see along lines of one kind, which pieces they may pin to the king, and which give check.

    A piece is pinned that the king sees on one side and a slider on the other.
    """
    up, down = flood_up(sliders, ~taken, step, right), flood_down(sliders, ~taken, step, left)
    seen = line_reach(line, king, taken)
    return up | down, seen & (up & below(line, king) | down & above(line, king)), seen & sliders


def _shot_through(king: int, sliders: int, taken: int) -> tuple[int, int]:
    """Return the squares between the king and sliders that give check, and those behind it, where it cannot flee."""
    between, behind = 0, 0
    for line in range(4):
        seen = line_reach(line, king, taken)
        if seen & above(line, king) & sliders != 0:
            between |= seen & above(line, king)
            behind |= below(line, king)
        if seen & below(line, king) & sliders != 0:
            between |= seen & below(line, king)
            behind |= above(line, king)
    return between, behind


def pin_line(king: int, square: int) -> int:
    """Return the line on which a pinned piece may move: the one through the king."""
    squares = 0
    for line in range(4):
        if line_through(line, king) & bit(square) != 0:
            squares = line_through(line, king)
    return squares


def pawn_goals(s: State, king: int, pinned: int, goals: int) -> tuple[int, int, int, int]:
    """Return where pawns may go by one step, by two, by capturing to the left and by capturing to the right."""
    free = ~occupied(s)
    movers = pawns(s) & s.mine
    single = shift_left(movers & (~pinned | line_through(FILE, king)), 8) & free
    double = shift_left(single & RANK_3, 8) & free
    left = shift_left(movers & (~pinned | line_through(FALLING, king)), 7) & NOT_H & ~free & goals
    right = shift_left(movers & (~pinned | line_through(RISING, king)), 9) & NOT_A & ~free & goals
    if s.passant != 0:
        if captures_in_passing(s, shift_right(s.passant, 7) & NOT_A & movers):
            left |= s.passant
        if captures_in_passing(s, shift_right(s.passant, 9) & NOT_H & movers):
            right |= s.passant
    return single & goals, double & goals, left, right


def captures_in_passing(s: State, pawn: int) -> bool:
    """Return whether there is this pawn, a set of at most one, and the king is safe after it captured the one that jumped."""
    gone = shift_right(s.passant, 8)
    taken = (occupied(s) & ~(pawn | gone)) | s.passant
    return pawn != 0 and attackers(s, king_square(s), taken) & ~(s.mine | gone) == 0


def can_pass(s: State) -> bool:
    """Return whether the pawn that jumped over `passant` may be captured there."""
    movers = pawns(s) & s.mine
    left, right = shift_right(s.passant, 9) & NOT_H & movers, shift_right(s.passant, 7) & NOT_A & movers
    return captures_in_passing(s, left) or captures_in_passing(s, right)


def castling_rooks(s: State, king: int, danger: int, pinned: int) -> int:
    """Return the rooks with which the king may castle now."""
    found = 0
    rooks = s.castling & RANK_1
    while rooks != 0:
        rook = lowest_bit(rooks)
        rooks &= ~bit(rook)
        way = _span(king, king_goal(king, rook))
        room = (way | _span(rook, rook_goal(king, rook))) & ~(bit(king) | bit(rook))
        # a rook that is pinned stands, on some starting positions, between its king's goal and the attacker
        if (way & danger) | (room & occupied(s)) | (bit(rook) & pinned) == 0:
            found |= bit(rook)
    return found


def king_goal(king: int, rook: int) -> int:
    """Return where the king goes when it castles with a rook."""
    return 6 if rook > king else 2


def rook_goal(king: int, rook: int) -> int:
    """Return where the rook goes when it castles."""
    return 5 if rook > king else 3


def _span(one: int, other: int) -> int:
    """Return the squares from one to the other on the first rank, both included."""
    return shift_left(2, max(one, other)) - bit(min(one, other))


def count_moves(s: State) -> int:
    """Return the number of legal moves, from sets alone.

    No two sliders see the same square in the same direction, so the squares seen in each direction are as many moves.
    """
    king, danger, pinned, goals = survey(s)
    free = ~occupied(s)
    straight, diagonal = straight_sliders(s) & s.mine, diagonal_sliders(s) & s.mine
    count = popcount(king_steps(king) & ~s.mine & ~danger) + popcount(castling_rooks(s, king, danger, pinned))
    count += _line_moves(straight & (~pinned | line_through(RANK, king)), free, 1, NOT_A, NOT_H, goals)
    count += _line_moves(straight & (~pinned | line_through(FILE, king)), free, 8, -1, -1, goals)
    count += _line_moves(diagonal & (~pinned | line_through(RISING, king)), free, 9, NOT_A, NOT_H, goals)
    count += _line_moves(diagonal & (~pinned | line_through(FALLING, king)), free, 7, NOT_H, NOT_A, goals)
    for jumps in knight_jumps(knights(s) & s.mine & ~pinned):
        count += popcount(jumps & goals)
    for ways in pawn_goals(s, king, pinned, goals):
        count += popcount(ways) + 3 * popcount(ways & RANK_8)
    return count


def _line_moves(movers: int, free: int, step: int, right: int, left: int, goals: int) -> int:
    """Return the number of moves along lines of one kind."""
    return popcount(flood_up(movers, free, step, right) & goals) + popcount(flood_down(movers, free, step, left) & goals)
