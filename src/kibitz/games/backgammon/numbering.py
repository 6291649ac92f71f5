"""Endings of backgammon as numbers, and back: positions before a roll, the checkers of who rolls first.

A slice is how many checkers both sides have left, and whether all of them are at home. Each side's checkers are numbered as a
multiset of places: the six of its home, or the 24 points and the bar. In a slice of different sides come first the positions in
which the one with more checkers rolls. Where a number has both sides on one point, or all at home in a slice that is not, no
position has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from kibitz.core.bits import lowest_bit
from kibitz.core.errors import InputError
from kibitz.games.backgammon.state import BAR, HOME, State, count, mirrored, occupied

MOST_HOME, MOST_ANYWHERE = 6, 3
"""So many checkers of one side have numbers: all of both sides at home, or anywhere."""
HOME_PLACES, ALL_PLACES = 6, 25
_ANYWHERE = 1 << 8
"""The bit of a slice with checkers outside; below it 16 times the larger number of checkers plus the smaller."""
_MOST = max(MOST_HOME, MOST_ANYWHERE)
_CHOOSE = tuple(comb(chosen, size) for chosen in range(ALL_PLACES + _MOST) for size in range(_MOST + 1))
_PREFIX = "home-"


def _choose(things: int, size: int) -> int:
    """Return in how many ways so many of some things can be chosen."""
    return int(_CHOOSE[things * (_MOST + 1) + size])


def _ways(checkers: int, places: int) -> int:
    """Return in how many ways checkers can stand on places."""
    return _choose(places + checkers - 1, checkers)


def places_of(k: int) -> int:
    """Return on how many places each side's checkers of a slice may stand."""
    return ALL_PLACES if k & _ANYWHERE else HOME_PLACES


def slice_of(s: State) -> int:
    """Return the slice of a position."""
    mine, theirs = count(s.mine_few, s.mine_many), count(s.their_few, s.their_many)
    both = occupied(s.mine_few, s.mine_many) | occupied(s.their_few, s.their_many)
    return (0 if both < HOME else _ANYWHERE) | max(mine, theirs) << 4 | min(mine, theirs)


def number_of(s: State) -> int:
    """Return the number of a position before a roll in its slice, or -1 where it has none."""
    mine, theirs = count(s.mine_few, s.mine_many), count(s.their_few, s.their_many)
    k = slice_of(s)
    if s.dice != 0 or min(mine, theirs) == 0 or max(mine, theirs) > (MOST_ANYWHERE if k & _ANYWHERE else MOST_HOME):
        return -1
    places = places_of(k)
    number = _rank(s.mine_few, s.mine_many) * _ways(theirs, places) + _rank(s.their_few, s.their_many)
    return number if mine >= theirs else number + _ways(mine, places) * _ways(theirs, places)


def numbers_of(k: int) -> int:
    """Return how many numbers a slice has."""
    one, other = k >> 4 & 15, k & 15
    half = _ways(one, places_of(k)) * _ways(other, places_of(k))
    return half if one == other else 2 * half


def position_of(i: int, k: int) -> State:
    """Return the position of that number, the first player to roll; where there is none, one without checkers."""
    mine, theirs, places = k >> 4 & 15, k & 15, places_of(k)
    half = _ways(mine, places) * _ways(theirs, places)
    if i >= half:
        i, mine, theirs = i - half, theirs, mine
    few, many = _stand(i // _ways(theirs, places), mine, places)
    their_few, their_many = _stand(i % _ways(theirs, places), theirs, places)
    if occupied(few, many) & mirrored(occupied(their_few, their_many) & ~(1 << BAR)) != 0:
        return State(0, 0, 0, 0, 0, 0)
    return State(few, many, their_few, their_many, 0, 0)


def _rank(few: int, many: int) -> int:
    """Return the place of one side's checkers among all ways in which so many can stand."""
    rank, chosen, places = 0, 0, occupied(few, many)
    while places != 0:
        place = lowest_bit(places)
        places &= places - 1
        here = (few >> place & 1) + 2 * (few >> place + 32 & 1) + 4 * (many >> place & 1)
        while here > 0:
            rank += _choose(place - 1 + chosen, chosen + 1)
            chosen += 1
            here -= 1
    return rank


def _stand(rank: int, checkers: int, places: int) -> tuple[int, int]:
    """Return the checkers of one side of that place."""
    few, many, place = 0, 0, places
    while checkers > 0:
        while _choose(place - 1 + checkers - 1, checkers) > rank:
            place -= 1
        rank -= _choose(place - 1 + checkers - 1, checkers)
        checkers -= 1
        few, many = _joined(few, many, place)
    return few, many


def _joined(few: int, many: int, place: int) -> tuple[int, int]:
    """Return the planes with one checker more on a place."""
    few ^= 1 << place
    carry = 1 << place & ~few
    few ^= carry << 32
    carry &= ~(few >> 32)
    many ^= carry
    return few, many


# What follows is never compiled.


def after(k: int) -> Iterator[int]:
    """Yield the other slices that a roll leads to: fewer checkers of one side, all at home."""
    one, other = k >> 4 & 15, k & 15
    pairs = {(left, other) for left in range(max(1, one - 4), one + 1)}
    pairs |= {(one, left) for left in range(max(1, other - 4), other + 1)}
    for zone in (_ANYWHERE, 0) if k & _ANYWHERE else (0,):
        for pair in sorted(pairs):
            found = zone | max(pair) << 4 | min(pair)
            if found != k:
                yield found


def name(k: int) -> str:
    """Return the name of a slice: `3-2`, or `home-3-2`."""
    return f"{'' if k & _ANYWHERE else _PREFIX}{k >> 4 & 15}-{k & 15}"


def read(text: str, checkers: int) -> int:
    """Return the slice of a name, the side with more checkers first or last."""
    left, dash, right = text.removeprefix(_PREFIX).partition("-")
    is_home = text.startswith(_PREFIX)
    most = min(checkers, MOST_HOME if is_home else MOST_ANYWHERE)
    if not (dash and left.isdecimal() and right.isdecimal() and 1 <= int(left) <= most and 1 <= int(right) <= most):
        raise InputError(
            "slices are named by how many checkers both sides have left, 3-2 (each at most "
            f"{min(checkers, MOST_ANYWHERE)}) or, with all of them at home, home-3-2 (at most {min(checkers, MOST_HOME)}), "
            f"not {text[:40]!r}"
        )
    one, other = int(left), int(right)
    return (0 if is_home else _ANYWHERE) | max(one, other) << 4 | min(one, other)
