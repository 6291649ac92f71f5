"""Positions of an ending as numbers, and back: the mover's men, the other's men, the mover's kings, the other's kings.

The player to move is Black; where it is White, the board is turned round. Pieces that are alike are numbered as a set: men on
the squares where they may stand, kings on the squares that are left. Where a number has two men on one square, no position
has it.
"""

from __future__ import annotations

from math import comb

from kibitz.core.bits import bit, popcount
from kibitz.games.checkers.material import MOST, SIDE, SIDE_BITS, joined, kings_of, men_of, most, mover_side, other_side, pieces
from kibitz.games.checkers.state import State, row_of, row_start

_CHOOSE = tuple(comb(squares, chosen) for squares in range(33) for chosen in range(MOST + 1))


def _squares(size: int) -> int:
    """Return how many squares there are."""
    return size * size // 2


def _men_squares(size: int) -> int:
    """Return on how many squares a man may stand: not on the row where it is crowned."""
    return size * (size - 1) // 2


def _choose(squares: int, chosen: int) -> int:
    """Return in how many ways squares can be chosen."""
    return int(_CHOOSE[squares * (MOST + 1) + chosen])


def _dense(pieces: int, size: int) -> int:
    """Return a set of squares without the gaps between the rows: square 1 is bit 0."""
    if size == 8:
        return pieces & 0xFF | pieces >> 1 & 0xFF00 | pieces >> 2 & 0xFF0000 | pieces >> 3 & 0xFF00_0000
    found = 0
    for row in range(size):
        found |= (pieces >> row_start(row) & row_of(0, size)) << row * (size // 2)
    return found


def _spread(squares: int, size: int) -> int:
    """Return a set of squares with the gaps."""
    if size == 8:
        return squares & 0xFF | (squares & 0xFF00) << 1 | (squares & 0xFF0000) << 2 | (squares & 0xFF00_0000) << 3
    found = 0
    for row in range(size):
        found |= (squares >> row * (size // 2) & row_of(0, size)) << row_start(row)
    return found


def _turned(squares: int, size: int) -> int:
    """Return a set of squares on the board turned round."""
    squares = squares >> 16 | (squares & 0xFFFF) << 16
    squares = squares >> 8 & 0x00FF_00FF | (squares & 0x00FF_00FF) << 8
    squares = squares >> 4 & 0x0F0F_0F0F | (squares & 0x0F0F_0F0F) << 4
    squares = squares >> 2 & 0x3333_3333 | (squares & 0x3333_3333) << 2
    return (squares >> 1 & 0x5555_5555 | (squares & 0x5555_5555) << 1) >> 32 - _squares(size)


def _half(mover: int, other: int, size: int) -> int:
    """Return how many numbers there are for these two sides, the first of them to move."""
    mine, theirs = men_of(mover), men_of(other)
    left, men = _squares(size) - mine - theirs, _men_squares(size)
    kings = _choose(left, kings_of(mover)) * _choose(left - kings_of(mover), kings_of(other))
    return _choose(men, mine) * _choose(men, theirs) * kings


def numbers_of(k: int, size: int) -> int:
    """Return how many numbers a slice has: first those with the stronger side to move."""
    strong, weak = k >> SIDE_BITS, k & SIDE
    return _half(strong, weak, size) + (_half(weak, strong, size) if strong != weak else 0)


def number_of(s: State, size: int) -> int:
    """Return the number of a position in its slice, or -1 where one side has nothing, or both have too much."""
    mover, other = mover_side(s), other_side(s)
    k = joined(mover, other)
    if mover == 0 or other == 0 or pieces(k) > most(size):
        return -1
    mine, theirs, kings = _dense(s.mine, size), _dense(s.theirs, size), _dense(s.kings, size)
    if s.turn == 1:
        mine, theirs, kings = _turned(mine, size), _turned(theirs, size), _turned(kings, size)
    number = _place(mine & ~kings, 0)
    number = number * _choose(_men_squares(size), men_of(other)) + _place((theirs & ~kings) >> size // 2, 0)
    taken = (mine | theirs) & ~kings
    left = _squares(size) - popcount(taken)
    number = number * _choose(left, kings_of(mover)) + _place(mine & kings, taken)
    number = number * _choose(left - kings_of(mover), kings_of(other)) + _place(theirs & kings, taken | mine)
    return number if mover >= other else number + _half(other, mover, size)


def _place(chosen: int, taken: int) -> int:
    """Return the place of a set of squares among all sets of its size of squares that are not taken."""
    place, count = 0, 0
    while chosen != 0:
        low = chosen & -chosen
        chosen ^= low
        count += 1
        place += _choose(popcount((low - 1) & ~taken), count)
    return place


def _chosen(place: int, count: int, taken: int, squares: int) -> int:
    """Return the set of that place."""
    found, free, square = 0, squares - popcount(taken & (bit(squares) - 1)), squares
    while count > 0:
        square -= 1
        if taken >> square & 1 == 0:
            free -= 1
            if _choose(free, count) <= place:
                place -= _choose(free, count)
                count -= 1
                found |= bit(square)
    return found


def position_of(i: int, k: int, size: int) -> State:
    """Return a position of that number, Black to move; where there is none, one of another number."""
    mover, other = k >> SIDE_BITS, k & SIDE
    if i >= _half(mover, other, size):
        i -= _half(mover, other, size)
        mover, other = other, mover
    left = _squares(size) - men_of(mover) - men_of(other)
    last, first = _choose(left - kings_of(mover), kings_of(other)), _choose(left, kings_of(mover))
    rest, theirs_place = i // last, i % last
    rest, mine_place = rest // first, rest % first
    squares = _men_squares(size)
    men = _choose(squares, men_of(other))
    mine = _chosen(rest // men, men_of(mover), 0, squares)
    theirs = _chosen(rest % men, men_of(other), 0, squares) << size // 2
    if mine & theirs != 0:
        return State(bit(0), 0, bit(0), 0, 0)  # a king alone is in no slice
    taken = mine | theirs
    own_kings = _chosen(mine_place, kings_of(mover), taken, _squares(size))
    other_kings = _chosen(theirs_place, kings_of(other), taken | own_kings, _squares(size))
    kings = own_kings | other_kings
    return State(_spread(mine | own_kings, size), _spread(theirs | other_kings, size), _spread(kings, size), 0, 0)
