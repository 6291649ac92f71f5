"""What makes a position of checkers good: the features of the evaluation, and what each is worth."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.bits import popcount
from kibitz.games.checkers.state import State, black_home, board_of, steps, white_home


class Features(NamedTuple):
    """What is counted, for the side to move less the same for the other side."""

    men: int
    kings: int
    advancement: int
    """Rows advanced by men who have no piece of the other side ahead of them, and so a free way to be crowned."""
    back_row: int
    """Men on their own first row, who keep the other side from being crowned."""
    centre: int
    """Pieces on the eight squares in the middle of the board."""
    mobility: int
    """Steps to empty squares."""
    exchanges: int
    """The lead in pieces, times the pieces gone from the board: who is ahead likes exchanges."""


WEIGHTS = Features(men=100, kings=140, advancement=4, back_row=8, centre=4, mobility=5, exchanges=2)
"""In hundredths of a man; each was chosen by matches between searches that differ in it alone."""


def rows(*chosen: int) -> int:
    """Return all squares of some rows, counted from 0 at the top."""
    return sum(0b1111 << (9 * (row // 2) + 4 * (row % 2)) for row in chosen)


CENTRE = 0b0110 * (rows(2, 3, 4, 5) // 0b1111)
"""Squares 10, 11, 14, 15, 18, 19, 22 and 23."""
_CENTRES = (0, 0, 0, 0, 0, 0, 0b11 << 9 | 0b11 << 14, 0, CENTRE)
"""The middle of each board; on six by six squares it is 7, 8, 11 and 12."""
WORTH_ONE, WORTH_TWO, WORTH_FOUR = rows(1, 3, 5, 7), rows(2, 3, 6, 7), rows(4, 5, 6, 7)
"""The rows whose number has 1, 2 or 4 in it."""


def advanced(pieces: int) -> int:
    """Return the sum of the rows, counted from 0 at the top, on which the pieces stand."""
    return popcount(pieces & WORTH_ONE) + 2 * popcount(pieces & WORTH_TWO) + 4 * popcount(pieces & WORTH_FOUR)


def above(pieces: int, board: int) -> int:
    """Return the squares from which a man going down the board could come to one of the pieces, and these themselves."""
    for _ in range(7):
        pieces |= (pieces >> 4 | pieces >> 5) & board
    return pieces


def below(pieces: int, board: int) -> int:
    """Return the squares from which a man going up the board could come to one of the pieces, and these themselves."""
    for _ in range(7):
        pieces |= (pieces << 4 | pieces << 5) & board
    return pieces


def counted(s: State, size: int) -> Features:
    """Return the features of a position: those of Black less those of White, turned round if White is to move."""
    board, centre, all_men = board_of(size), int(_CENTRES[size]), size * (size // 2 - 1)
    black, white, sign = (s.mine, s.theirs, 1) if s.turn == 0 else (s.theirs, s.mine, -1)
    black_kings, white_kings = black & s.kings, white & s.kings
    black_men, white_men = black ^ black_kings, white ^ white_kings
    black_free, white_free = black_men & ~above(white, board), white_men & ~below(black, board)
    free = board & ~(black | white)
    lead = popcount(black) - popcount(white)
    men = popcount(black_men) - popcount(white_men)
    return Features(
        sign * men,
        sign * (lead - men),
        sign * (advanced(black_free | white_free) - (size - 1) * popcount(white_free)),
        sign * (popcount(black_men & black_home(size)) - popcount(white_men & white_home(size))),
        sign * (popcount(black & centre) - popcount(white & centre)),
        sign * (popcount(steps(black, black_kings, free)) - popcount(steps(white_kings, white, free))),
        sign * (lead * (all_men - popcount(black | white))),
    )
