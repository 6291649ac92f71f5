"""Moves along a path with their ranks, and the picking of the best that is left: often the first is enough."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit

MOST_MOVES = 1 << 20
"""Room for the moves along one path, and so far behind each move stands its rank; memory is only taken where they are
written."""


def picking(jit: Jit) -> Any:
    """Build `pick(place, end, words)`: it brings the highest rank from `place` on to the front and returns that move."""

    @jit
    def pick(place: int, end: int, words: Any) -> int:
        best = place
        for other in range(place + 1, end):
            if words[other + MOST_MOVES] > words[best + MOST_MOVES]:
                best = other
        # those between keep their order, so that equals are tried as the game gives them
        a, rank = words[best], words[best + MOST_MOVES]
        for gap in range(best, place, -1):
            words[gap], words[gap + MOST_MOVES] = words[gap - 1], words[gap - 1 + MOST_MOVES]
        words[place], words[place + MOST_MOVES] = a, rank
        return int(a)

    return pick
