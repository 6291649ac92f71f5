"""What a position of Kalah is judged by."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.games.kalah.state import State, count, end_of, pits_only, total


class Features(NamedTuple):
    """What is counted, for the player to move less the same for the other."""

    store: int
    """Seeds in the store."""
    pits: int
    """Seeds in the pits."""
    turns: int
    """Pits whose last seed would fall into the store, for another turn."""
    tempo: int
    """1: it is one's turn."""


WEIGHTS = Features(store=100, pits=20, turns=35, tempo=50)
"""In hundredths of a seed."""


def counted(s: State, pits: int) -> Features:
    """Return the features of a position."""
    return Features(
        count(s.mine, pits) - count(s.theirs, pits),
        total(pits_only(s.mine, pits)) - total(pits_only(s.theirs, pits)),
        _turns(s.mine, pits) - _turns(s.theirs, pits),
        1,
    )


def _turns(side: int, pits: int) -> int:
    """Return from how many pits the last seed falls into the store."""
    found = 0
    for pit in range(pits):
        if count(side, pit) != 0 and end_of(side, pit, pits) == pits:
            found += 1
    return found
