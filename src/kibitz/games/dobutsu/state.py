"""The board of animal shogi as bits, how the animals step, and positions before and after a move.

The squares are bits 0 to 11, row by row from the first player's left: 0, 1, 2 are its home row, 9, 10, 11 the second player's.
"""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.bits import bit, lowest_bit, shift_right

SQUARES, BOARD = 12, (1 << 12) - 1
LION, GIRAFFE, ELEPHANT, CHICK, HEN, NOTHING = range(6)
FIRST_ROW, LAST_ROW = 0b111, 0b111 << 9
HAND_BITS, HAND = 6, 63
"""In hand are giraffes, elephants and chicks, two bits each."""

_UP, _SIDES, _DOWN = ((0, 1),), ((-1, 0), (1, 0)), ((0, -1),)
_UPWARD, _DOWNWARD = ((-1, 1), (1, 1)), ((-1, -1), (1, -1))
WAYS = (
    (*_UP, *_SIDES, *_DOWN, *_UPWARD, *_DOWNWARD),
    (*_UP, *_SIDES, *_DOWN),
    (*_UPWARD, *_DOWNWARD),
    _UP,
    (*_UP, *_SIDES, *_DOWN, *_UPWARD),
)
"""Where each animal steps, as column and row, seen by its owner."""


def _steps(kind: int, owner: int, square: int) -> int:
    """Return the squares that an animal steps to."""
    row, column = divmod(square, 3)
    found = 0
    for across, up in WAYS[kind]:
        there, beyond = column + across, row + (up if owner == 0 else -up)
        if 0 <= there < 3 and 0 <= beyond < 4:
            found |= 1 << (3 * beyond + there)
    return found


STEPS = tuple(_steps(kind, owner, square) for kind in range(5) for owner in range(2) for square in range(SQUARES))
"""[kind * 24 + owner * 12 + square]. Who steps back goes where the other player's animal goes."""


class State(NamedTuple):
    """A position: where the animals are, whose they are, and what is in hand."""

    kinds: int
    """Sets of squares, 12 bits each: lions, giraffes, elephants, chicks, hens."""
    mine: int
    """The squares of the player to move."""
    hands: int
    """What the player to move has in hand and, six bits above it, what the other has."""
    turn: int
    moves: int
    """How many moves have been made."""


def of_kind(kinds: int, kind: int) -> int:
    """Return the squares of an animal."""
    return kinds >> SQUARES * kind & BOARD


def occupied(kinds: int) -> int:
    """Return all squares that are taken."""
    return (kinds | kinds >> 12 | kinds >> 24 | kinds >> 36 | kinds >> 48) & BOARD


def kind_at(kinds: int, square: int) -> int:
    """Return the animal on a square, or NOTHING."""
    here = shift_right(kinds, square)
    if here & 1 << 36 != 0:
        return CHICK
    if here & 1 << 12 != 0:
        return GIRAFFE
    if here & 1 << 24 != 0:
        return ELEPHANT
    if here & 1 != 0:
        return LION
    return HEN if here & 1 << 48 != 0 else NOTHING


def steps(kind: int, owner: int, square: int) -> int:
    """Return the squares that an animal steps to."""
    return int(STEPS[24 * kind + 12 * owner + square])


def attackers(kinds: int, side: int, owner: int, square: int) -> int:
    """Return the animals of a side that step to a square."""
    found = 0
    for kind in range(5):
        found |= steps(kind, 1 - owner, square) & of_kind(kinds, kind)
    return found & side


def in_hand(kind: int) -> int:
    """Return one captured animal as a hand counts it: a hen is a chick again."""
    return 1 << 2 * ((CHICK if kind == HEN else kind) - 1)


def after_move(s: State, origin: int, target: int) -> State:
    """Return the position after an animal went to a square; an origin of 12 or more is the hand."""
    kinds, taken, hand = s.kinds, occupied(s.kinds), s.hands & HAND
    if origin >= SQUARES:
        kind = origin - SQUARES + GIRAFFE
        hand -= in_hand(kind)
    else:
        kind = kind_at(kinds, origin)
        kinds ^= bit(SQUARES * kind + origin)
        if kind == CHICK and bit(target) & (LAST_ROW if s.turn == 0 else FIRST_ROW) != 0:
            kind = HEN
        prey = kind_at(kinds, target)
        if prey != NOTHING:
            kinds ^= bit(SQUARES * prey + target)
            hand += in_hand(prey) if prey != LION else 0
    theirs = taken & ~s.mine & ~bit(target)
    return State(
        kinds | bit(SQUARES * kind + target), theirs, s.hands >> HAND_BITS | hand << HAND_BITS, 1 - s.turn, s.moves + 1
    )


def before_step(s: State, origin: int, target: int, kind: int, prey: int) -> State:
    """Return the position before an animal, which was of this kind, stepped to a square and captured `prey`, or NOTHING."""
    now = kind_at(s.kinds, target)
    kinds = s.kinds ^ bit(SQUARES * now + target) | bit(SQUARES * kind + origin)
    others, hand = s.mine, s.hands >> HAND_BITS
    if prey != NOTHING:
        kinds |= bit(SQUARES * prey + target)
        others |= bit(target)
        hand -= in_hand(prey)
    return State(kinds, occupied(kinds) & ~others, hand | (s.hands & HAND) << HAND_BITS, 1 - s.turn, 0)


def before_drop(s: State, target: int, kind: int) -> State:
    """Return the position before an animal was dropped."""
    kinds = s.kinds ^ bit(SQUARES * kind + target)
    hand = (s.hands >> HAND_BITS) + in_hand(kind)
    return State(kinds, occupied(kinds) & ~s.mine, hand | (s.hands & HAND) << HAND_BITS, 1 - s.turn, 0)


def lion_of(kinds: int, side: int) -> int:
    """Return the square of a side's lion, or 64 if it was captured."""
    return lowest_bit(of_kind(kinds, LION) & side)
