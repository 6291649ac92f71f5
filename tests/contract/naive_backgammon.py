"""Backgammon with lists and no cleverness: every order of the dice is played out on a copy of the board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

Side = tuple[int, ...]
"""Checkers on the places 0 (unused) to 25 (the bar), counted as their owner counts."""
Position = tuple[Side, Side]
"""The side that moves, and the other."""


def single_moves(position: Position, die: int) -> Iterator[Position]:
    """Yield every position after one checker of the first side has moved by one die."""
    mine, theirs = position
    for source in range(1, 26):
        if mine[source] == 0 or (mine[25] and source != 25):
            continue
        target = source - die
        if target <= 0:
            farthest = max(place for place in range(26) if mine[place])
            if farthest > 6 or (target < 0 and farthest > source):
                continue
        elif theirs[25 - target] > 1:
            continue
        own, other = list(mine), list(theirs)
        own[source] -= 1
        if target > 0:
            own[target] += 1
            if other[25 - target] == 1:
                other[25 - target] = 0
                other[25] += 1
        yield tuple(own), tuple(other)


def plays(position: Position, first: int, second: int) -> set[Position]:
    """Return every position that the side to move can bring about with these dice; the same position if it cannot move."""
    orders = [(first,) * 4] if first == second else list(permutations((first, second)))
    ends: dict[tuple[int, int], set[Position]] = {}
    for order in orders:
        reached = {position}
        for used, die in enumerate(order, start=1):
            reached = {after for before in reached for after in single_moves(before, die)}
            # of single dice the larger one goes before, so it counts too
            ends.setdefault((used, die if used == 1 else 0), set()).update(reached)
    best = max((played for played, after in ends.items() if after), default=None)
    return ends[best] if best is not None else {position}
