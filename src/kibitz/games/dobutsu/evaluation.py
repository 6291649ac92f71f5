"""What a position of animal shogi is judged by."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.bits import bit, lowest_bit, popcount
from kibitz.games.dobutsu.state import (
    CHICK,
    ELEPHANT,
    GIRAFFE,
    HAND_BITS,
    HEN,
    State,
    attackers,
    kind_at,
    lion_of,
    occupied,
    of_kind,
    steps,
)


class Features(NamedTuple):
    """What is counted, for the player to move less the same for the other."""

    chicks: int
    """Chicks, those in hand included."""
    hens: int
    elephants: int
    giraffes: int
    hand: int
    """Animals in hand."""
    mobility: int
    """Squares that one's animals step to and that are not one's own."""
    shelter: int
    """Squares to which the lion can step without being attacked."""
    tempo: int
    """1: it is one's turn."""


WEIGHTS = Features(chicks=100, hens=350, elephants=260, giraffes=300, hand=40, mobility=8, shelter=20, tempo=40)
"""In hundredths of a chick."""


def counted(s: State) -> Features:
    """Return the features of a position in which both lions are there."""
    theirs = occupied(s.kinds) & ~s.mine
    mine = _side(s.kinds, s.mine, theirs, s.hands, s.turn)
    other = _side(s.kinds, theirs, s.mine, s.hands >> HAND_BITS, 1 - s.turn)
    return Features(
        mine[0] - other[0], mine[1] - other[1], mine[2] - other[2], mine[3] - other[3],
        mine[4] - other[4], mine[5] - other[5], mine[6] - other[6], 1,
    )  # fmt: skip


def _side(kinds: int, side: int, others: int, hands: int, owner: int) -> tuple[int, int, int, int, int, int, int]:
    """Return what one player has: chicks, hens, elephants, giraffes, animals in hand, mobility, shelter."""
    giraffes, elephants, chicks = hands & 3, hands >> 2 & 3, hands >> 4 & 3
    mobility, left = 0, side
    while left != 0:
        square = lowest_bit(left)
        left &= left - 1
        mobility += popcount(steps(kind_at(kinds, square), owner, square) & ~side)
    lion, shelter = lion_of(kinds, side), 0
    around = steps(0, owner, lion) & ~side if lion < 12 else 0
    while around != 0:
        square = lowest_bit(around)
        around &= around - 1
        shelter += 1 if attackers(kinds & ~bit(lion), others, 1 - owner, square) == 0 else 0
    return (
        popcount(of_kind(kinds, CHICK) & side) + chicks,
        popcount(of_kind(kinds, HEN) & side),
        popcount(of_kind(kinds, ELEPHANT) & side) + elephants,
        popcount(of_kind(kinds, GIRAFFE) & side) + giraffes,
        giraffes + elephants + chicks,
        mobility,
        shelter,
    )
