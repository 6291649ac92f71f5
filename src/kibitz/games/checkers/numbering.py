"""Positions of an ending as numbers, and back: the mover's men, the other's men, the mover's kings, the other's kings.

The player to move is Black; where it is White, the board is turned round. Pieces that are alike are numbered as a set: men on
the 28 squares where they may stand, kings on the squares that are left. Where a number has two men on one square, no position
has it.
"""

from __future__ import annotations

from math import comb

from kibitz.core.bits import bit, popcount
from kibitz.games.checkers.material import MOST, SIDE, SIDE_BITS, joined, kings_of, men_of, mover_side, other_side, pieces
from kibitz.games.checkers.state import State

SQUARES, MEN = 32, 28
"""How many squares there are, and on how many of them a man may stand."""
_CHOOSE = tuple(comb(squares, chosen) for squares in range(SQUARES + 1) for chosen in range(MOST + 1))


def _choose(squares: int, chosen: int) -> int:
    """Return in how many ways squares can be chosen."""
    return int(_CHOOSE[squares * (MOST + 1) + chosen])


def _dense(pieces: int) -> int:
    """Return a set of squares without the gaps between the rows: square 1 is bit 0, square 32 bit 31."""
    return pieces & 0xFF | pieces >> 1 & 0xFF00 | pieces >> 2 & 0xFF0000 | pieces >> 3 & 0xFF00_0000


def _spread(squares: int) -> int:
    """Return a set of squares with the gaps."""
    return squares & 0xFF | (squares & 0xFF00) << 1 | (squares & 0xFF0000) << 2 | (squares & 0xFF00_0000) << 3


def _turned(squares: int) -> int:
    """Return a set of 32 squares on the board turned round."""
    squares = squares >> 16 | (squares & 0xFFFF) << 16
    squares = squares >> 8 & 0x00FF_00FF | (squares & 0x00FF_00FF) << 8
    squares = squares >> 4 & 0x0F0F_0F0F | (squares & 0x0F0F_0F0F) << 4
    squares = squares >> 2 & 0x3333_3333 | (squares & 0x3333_3333) << 2
    return squares >> 1 & 0x5555_5555 | (squares & 0x5555_5555) << 1


def _half(mover: int, other: int) -> int:
    """Return how many numbers there are for these two sides, the first of them to move."""
    mine, theirs, left = men_of(mover), men_of(other), SQUARES - men_of(mover) - men_of(other)
    kings = _choose(left, kings_of(mover)) * _choose(left - kings_of(mover), kings_of(other))
    return _choose(MEN, mine) * _choose(MEN, theirs) * kings


def numbers_of(k: int) -> int:
    """Return how many numbers a slice has: first those with the stronger side to move."""
    strong, weak = k >> SIDE_BITS, k & SIDE
    return _half(strong, weak) + (_half(weak, strong) if strong != weak else 0)


def number_of(s: State) -> int:
    """Return the number of a position in its slice, or -1 where one side has nothing, or both have too much."""
    mover, other = mover_side(s), other_side(s)
    k = joined(mover, other)
    if mover == 0 or other == 0 or pieces(k) > MOST:
        return -1
    mine, theirs, kings = _dense(s.mine), _dense(s.theirs), _dense(s.kings)
    if s.turn == 1:
        mine, theirs, kings = _turned(mine), _turned(theirs), _turned(kings)
    number = _place(mine & ~kings, 0)
    number = number * _choose(MEN, men_of(other)) + _place((theirs & ~kings) >> 4, 0)
    taken = (mine | theirs) & ~kings
    left = SQUARES - popcount(taken)
    number = number * _choose(left, kings_of(mover)) + _place(mine & kings, taken)
    number = number * _choose(left - kings_of(mover), kings_of(other)) + _place(theirs & kings, taken | mine)
    return number if mover >= other else number + _half(other, mover)


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


def position_of(i: int, k: int) -> State:
    """Return a position of that number, Black to move; where there is none, one of another number."""
    mover, other = k >> SIDE_BITS, k & SIDE
    if i >= _half(mover, other):
        i -= _half(mover, other)
        mover, other = other, mover
    left = SQUARES - men_of(mover) - men_of(other)
    last, first = _choose(left - kings_of(mover), kings_of(other)), _choose(left, kings_of(mover))
    rest, theirs_place = i // last, i % last
    rest, mine_place = rest // first, rest % first
    men = _choose(MEN, men_of(other))
    mine = _chosen(rest // men, men_of(mover), 0, MEN)
    theirs = _chosen(rest % men, men_of(other), 0, MEN) << 4
    if mine & theirs != 0:
        return State(bit(0), 0, bit(0), 0, 0)  # a king alone is in no slice
    taken = mine | theirs
    own_kings = _chosen(mine_place, kings_of(mover), taken, SQUARES)
    other_kings = _chosen(theirs_place, kings_of(other), taken | own_kings, SQUARES)
    return State(_spread(mine | own_kings), _spread(theirs | other_kings), _spread(own_kings | other_kings), 0, 0)
