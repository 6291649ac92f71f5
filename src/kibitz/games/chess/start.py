"""The 960 starting positions, numbered as usual: 518 is that of ordinary chess."""

from __future__ import annotations

from kibitz.core.bits import bit, lowest_bit
from kibitz.games.chess.state import RANK_1, State, turned

_FIRST_KNIGHT = (0, 0, 0, 0, 1, 1, 1, 2, 2, 3)
_SECOND_KNIGHT = (1, 2, 3, 4, 2, 3, 4, 3, 4, 4)


def start_position(number: int) -> State:
    """Return a starting position.

    The number is taken apart by Reinhard Scharnagl's scheme: which light square has a bishop (of 4), which dark one (of 4),
    which of the six squares left the queen, and which two of the five then left the knights (10 ways). The king goes between
    the rooks on the last three.
    """
    knights = number // 96
    bishops = bit(2 * (number % 4) + 1) | bit(2 * (number // 4 % 4))
    queen = _nth(RANK_1 & ~bishops, number // 16 % 6)
    left = RANK_1 & ~(bishops | queen)
    horses = _nth(left, _FIRST_KNIGHT[knights]) | _nth(left, _SECOND_KNIGHT[knights])
    left &= ~horses
    king = _nth(left, 1)
    rooks = left & ~king
    steppers = horses | king | RANK_1 << 8
    diagonal, straight = horses | bishops | queen, rooks | queen | king
    return State(
        steppers | turned(steppers),
        diagonal | turned(diagonal),
        straight | turned(straight),
        RANK_1 | RANK_1 << 8,
        rooks | turned(rooks),
        0, 0, 0,
    )  # fmt: skip


def _nth(squares: int, place: int) -> int:
    """Return the square at a place in a set, as a set of one."""
    for _ in range(place):
        squares &= ~bit(lowest_bit(squares))
    return bit(lowest_bit(squares))
