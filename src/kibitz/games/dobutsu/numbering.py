"""Positions as numbers, and back: the lions, then the giraffes, elephants and chicks on the squares that are left.

The player to move plays up the board. Boards that are mirror images of each other have one number: its lion stands on the left
or in the middle, and where both lions stand in the middle the lesser of two numbers counts.

Two animals of a kind are numbered by how many of them are on the board, on which of the free squares, and whose they are; a
chick may be a hen, too. What is not on the board is in one hand or the other.
"""

from __future__ import annotations

from math import sqrt

from kibitz.core.bits import bit, popcount
from kibitz.games.dobutsu.state import BOARD, CHICK, ELEPHANT, GIRAFFE, HEN, LION, SQUARES, State, lion_of, occupied, of_kind

_PAIRS = tuple(
    12 * mine + theirs
    for mine in range(12)
    for theirs in range(12)
    if mine != theirs and (mine % 3 == 0 or (mine % 3 == 1 and theirs % 3 < 2))
)
_PLACES = tuple(_PAIRS.index(pair) if pair in _PAIRS else -1 for pair in range(144))
LIONS = len(_PAIRS)
_TURNED = tuple(sum(1 << 11 - square for square in range(12) if squares >> square & 1) for squares in range(4096))
"""Sets of squares on the board turned round."""
_MIRRORED = tuple(
    sum(1 << (square + 2 - 2 * (square % 3)) for square in range(12) if squares >> square & 1) for squares in range(4096)
)


def _ways(free: int, on_board: int, forms: int) -> int:
    """Return how many ways there are to have so many of two animals on the board, each in one of several forms there."""
    if on_board == 0:
        return 3
    return free * forms * 2 if on_board == 1 else free * (free - 1) // 2 * forms * forms


def _counts() -> tuple[int, ...]:
    """Return where each count of giraffes and elephants on the board begins, and the end: [3 * giraffes + elephants]."""
    found, start = [], 0
    for giraffes in range(3):
        for elephants in range(3):
            found.append(start)
            free = 10 - giraffes - elephants
            chicks = sum(_ways(free, on_board, 4) for on_board in range(3))
            start += _ways(10, giraffes, 2) * _ways(10 - giraffes, elephants, 2) * chicks
    return (*found, start)


_STARTS = _counts()
_REST = _STARTS[9]
NUMBERS = LIONS * _REST


def number_of(s: State) -> int:
    """Return the number of a position, or -1 if a lion was captured."""
    theirs = occupied(s.kinds) & ~s.mine
    own, other = lion_of(s.kinds, s.mine), lion_of(s.kinds, theirs)
    if own == 64 or other == 64:
        return -1
    if s.turn == 1:
        own, other = 11 - own, 11 - other
    if own % 3 == 1 and other % 3 == 1:
        return min(_number(s, own, other, False), _number(s, own, other, True))
    if own % 3 == 2 or (own % 3 == 1 and other % 3 == 2):
        return _number(s, own + 2 - 2 * (own % 3), other + 2 - 2 * (other % 3), True)
    return _number(s, own, other, False)


def _number(s: State, own: int, other: int, mirror: bool) -> int:
    """Return the number of a position whose board is seen by the player to move, mirrored or not; the lions already are."""
    mine = _seen(s.mine, s.turn, mirror)
    free = BOARD & ~(bit(own) | bit(other))
    giraffes = _seen(of_kind(s.kinds, GIRAFFE), s.turn, mirror)
    elephants = _seen(of_kind(s.kinds, ELEPHANT), s.turn, mirror)
    chicks = _seen(of_kind(s.kinds, CHICK), s.turn, mirror)
    hens = _seen(of_kind(s.kinds, HEN), s.turn, mirror)
    on_board = 3 * popcount(giraffes) + popcount(elephants)
    number = _pair(giraffes, mine, 0, s.hands & 3, free, 2)
    free &= ~giraffes
    number = number * _ways(popcount(free), popcount(elephants), 2) + _pair(elephants, mine, 0, s.hands >> 2 & 3, free, 2)
    free &= ~elephants
    left = popcount(free)
    number *= 3 + 8 * left + 8 * left * (left - 1)
    both = chicks | hens
    number += _pair(both, mine, hens, s.hands >> 4 & 3, free, 4)
    number += 0 if both == 0 else 3 if popcount(both) == 1 else 3 + 8 * left
    return int(_PLACES[12 * own + other]) * _REST + int(_STARTS[on_board]) + number


def _seen(squares: int, turn: int, mirror: bool) -> int:
    """Return squares as the player to move sees them, mirrored or not."""
    squares = int(_TURNED[squares]) if turn == 1 else squares
    return int(_MIRRORED[squares]) if mirror else squares


def _pair(animals: int, mine: int, hens: int, own_hand: int, free: int, forms: int) -> int:
    """Return the number of two animals of a kind among the ways to have as many of them on the board."""
    if animals == 0:
        return own_hand
    low = animals & -animals
    place, form = popcount(free & (low - 1)), _form(low, mine, hens)
    if animals == low:
        return (place * forms + form) * 2 + own_hand
    high = animals ^ low
    beyond = popcount(free & (high - 1))
    return (beyond * (beyond - 1) // 2 + place) * forms * forms + forms * _form(high, mine, hens) + form


def _form(animal: int, mine: int, hens: int) -> int:
    """Return whose an animal is and, two more, whether it is a hen."""
    return (1 if animal & mine != 0 else 0) + (2 if animal & hens != 0 else 0)


def position_of(i: int) -> State:
    """Return a position of that number, the first player to move."""
    pair, number = int(_PAIRS[i // _REST]), i % _REST
    lions = bit(pair // 12) | bit(pair % 12)
    mine, free, on_board = bit(pair // 12), BOARD & ~lions, 0
    while _STARTS[on_board + 1] <= number:
        on_board += 1
    number -= int(_STARTS[on_board])
    giraffes, elephants = on_board // 3, on_board % 3
    left = 10 - giraffes - elephants
    chicks = 3 + 8 * left + 8 * left * (left - 1)
    rest, last = number // chicks, number % chicks
    way = _ways(10 - giraffes, elephants, 2)
    first, owners, hand = _split(rest // way, giraffes, free, 2)
    hands = hand | (2 - giraffes - hand) << 6
    mine |= owners
    free &= ~first
    second, owners, hand = _split(rest % way, elephants, free, 2)
    hands |= hand << 2 | (2 - elephants - hand) << 8
    mine |= owners
    free &= ~second
    count = 0 if last < 3 else 1 if last < 3 + 8 * left else 2
    last -= 0 if count == 0 else 3 if count == 1 else 3 + 8 * left
    third, forms, hand = _split(last, count, free, 4)
    hands |= hand << 4 | (2 - count - hand) << 10
    mine |= forms & BOARD
    hens = forms >> SQUARES
    kinds = lions << SQUARES * LION | first << SQUARES * GIRAFFE | second << SQUARES * ELEPHANT
    return State(kinds | (third & ~hens) << SQUARES * CHICK | hens << SQUARES * HEN, mine, hands, 0, 0)


def _split(number: int, on_board: int, free: int, forms: int) -> tuple[int, int, int]:
    """Return the squares of a pair, those of the player to move with the hens 12 bits above them, and what it has in hand."""
    if on_board == 0:
        return 0, 0, number
    if on_board == 1:
        square = _square(free, number // 2 // forms)
        return square, _formed(square, number // 2 % forms), number & 1
    places, both = number // (forms * forms), number % (forms * forms)
    beyond = int(sqrt(2.0 * places + 0.25) + 0.5)
    high, low = _square(free, beyond), _square(free, places - beyond * (beyond - 1) // 2)
    return high | low, _formed(high, both // forms) | _formed(low, both % forms), 0


def _square(free: int, place: int) -> int:
    """Return the free square of a place, as a set."""
    for _ in range(place):
        free &= free - 1
    return free & -free


def _formed(square: int, form: int) -> int:
    """Return an animal's square if it belongs to the player to move, and 12 bits above it if it is a hen."""
    return (square if form & 1 != 0 else 0) | (square << SQUARES if form & 2 != 0 else 0)
