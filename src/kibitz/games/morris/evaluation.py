"""What a position of morris is judged by."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.bits import popcount
from kibitz.games.morris.board import State, completing, in_mills, neighbours


class Features(NamedTuple):
    """What is counted, for the player to move less the same for the other."""

    men: int
    """Men on the board or still to be placed."""
    mills: int
    """Men that stand in mills."""
    chances: int
    """Empty points where one more man would complete a mill."""
    mobility: int
    """Empty points beside one's men."""
    tempo: int
    """1: it is one's turn."""


WEIGHTS = Features(men=100, mills=6, chances=25, mobility=6, tempo=10)
"""In hundredths of a man."""


def counted(s: State, board: int, lead: int) -> Features:
    """Return the features of a position in which the player to move has `lead` men more, those in hand included."""
    free = board & ~(s.mine | s.theirs)
    mine, theirs = neighbours(s.mine, board) & free, neighbours(s.theirs, board) & free
    return Features(
        lead,
        popcount(in_mills(s.mine)) - popcount(in_mills(s.theirs)),
        popcount(completing(s.mine, board) & free) - popcount(completing(s.theirs, board) & free),
        popcount(mine) - popcount(theirs),
        1,
    )
