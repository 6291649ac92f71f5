"""What a net looks at in backgammon: sets of places, those of the side to move or to roll below, the other's 32 bits above."""

from __future__ import annotations

from kibitz.core.bits import bit, highest_bit, shift_left, shift_right
from kibitz.games.backgammon.evaluation import pips
from kibitz.games.backgammon.state import PLANE, POINTS, State, count, mirrored, occupied, stacked

LEVELS = 28
"""A number of pips is a thermometer with so many marks."""
PIPS_APART, RACE_APART = 6, 12
"""From one mark to the next, of the lead in pips and of all pips."""
FULL = 15
ROWS = 13

Rows = tuple[int, int, int, int, int, int, int, int, int, int, int, int, int]


def planes(s: State) -> Rows:
    """Return the places with one checker, with at least 2, 3, 4, 5, 6 and 8, and what follows from them.

    That is blots in reach of one die and of two, points made side by side, walls of three, how far back the last checker is
    beside what is borne off, and the race.
    """
    ones, twos = both(s.mine_few, s.their_few), both(shift_right(s.mine_few, 32), shift_right(s.their_few, 32))
    fours, eights = both(s.mine_many, s.their_many), both(shift_right(s.mine_many, 32), shift_right(s.their_many, 32))
    two = twos | fours | eights
    pairs = two & shift_right(two, 1)
    near, far = blots(s.mine_few, s.mine_many, s.their_few, s.their_many)
    other_near, other_far = blots(s.their_few, s.their_many, s.mine_few, s.mine_many)
    my_pips, their_pips = pips(s.mine_few, s.mine_many), pips(s.their_few, s.their_many)
    return (
        ones & ~two,
        two,
        ones & twos | fours | eights,
        fours | eights,
        fours & (ones | twos) | eights,
        fours & twos | eights,
        eights,
        both(near, other_near),
        both(far, other_far),
        pairs,
        pairs & shift_right(two, 2),
        both(last_and_off(s.mine_few, s.mine_many), last_and_off(s.their_few, s.their_many)),
        both(marks((their_pips - my_pips) // PIPS_APART + LEVELS // 2), marks((my_pips + their_pips) // RACE_APART)),
    )


def both(mine: int, theirs: int) -> int:
    """Return two sets of places in one word."""
    return mine & (bit(32) - 1) | shift_left(theirs, 32)


def marks(number: int) -> int:
    """Return a thermometer: as many bits as the number says."""
    return bit(max(0, min(LEVELS, number))) - 1


def blots(few: int, many: int, other_few: int, other_many: int) -> tuple[int, int]:
    """Return the single checkers of a side that the other could hit with one die, and those it could with both together."""
    facing = mirrored(occupied(other_few, other_many)) & PLANE
    single = occupied(few, many) & ~stacked(few, many) & POINTS
    reach = facing << 1 | facing << 2 | facing << 3
    reach |= reach << 3
    return single & reach, single & reach << 6


def last_and_off(few: int, many: int) -> int:
    """Return how far back a side's last checker is, in steps of two points, and beside it how many it has borne off."""
    places = occupied(few, many)
    back = highest_bit(places) >> 1 if places != 0 else 0
    return bit(back) | shift_left(bit(FULL - count(few, many)) - 1, 13)
