"""How long to think: what a clock allows for one move."""

from __future__ import annotations

from typing import NamedTuple

OVERHEAD = 0.03
"""Seconds kept back for what lies between a front end's clock and ours."""
SHORTEST = 0.001
"""Less cannot be kept; it is what a clock allows that has run out."""
HORIZON = 40
"""So many more moves are expected, where nobody says how many the time is for."""


class Allotment(NamedTuple):
    """Seconds for one move: after `enough` no deeper search is begun, after `hard` the one under way is given up."""

    enough: float
    hard: float


def allotment(clock: float, increment: float, moves_to_go: int | None, overhead: float = OVERHEAD) -> Allotment:
    """Return what one move may take of the time that is left for it and for the moves to come.

    `hard` leaves the overhead of this move and, as far as increments do not pay for it, a third of that for each one to
    come; of the rest, a quarter, unless this is the last move before the clock is set again.
    """
    moves = min(moves_to_go or HORIZON, HORIZON)
    reserve = overhead + (moves - 1) * max(0.0, overhead / 3 - increment)
    usable = max(clock - reserve, SHORTEST)
    share = usable / moves + 0.8 * increment
    most = usable if moves == 1 else 0.75 * usable
    return Allotment(min(0.7 * share, most), max(SHORTEST, min(3.0 * share, most)))


def fixed(seconds: float, overhead: float = OVERHEAD) -> Allotment:
    """Return the allotment where a move may take just so long: all of it, less what answering takes."""
    kept = min(overhead / 4, seconds / 4)
    return Allotment(seconds, max(SHORTEST, seconds - kept))
