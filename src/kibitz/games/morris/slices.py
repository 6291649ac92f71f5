"""Slices of endgame databases: how many men are still to be placed, and how many each player has on the board.

Men are only ever placed or captured, so each slice leads to those before it: from `0-0+12`, in six men's morris, over slices
such as `4-3+5` (the player to move has 4 men on the board, the other 3, and 5 are still to be placed) to `6-6`, in which all
have been placed, and down to `3-3`. There the player with more men comes first in the name, whoever is to move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kibitz.core.bits import popcount
from kibitz.core.errors import InputError
from kibitz.games.morris.board import State

LEAST = 3
"""Who has fewer men, those still to be placed included, has lost."""
_NAME = re.compile(r"(\d{1,2})-(\d{1,2})(?:\+(\d{1,2}))?")


def slice_of(s: State, men: int) -> int:
    """Return the slice of a position: men to be placed, then those on the board of the player to move and of the other."""
    mine, theirs, left = popcount(s.mine), popcount(s.theirs), 2 * men - s.placed
    if left == 0 and mine < theirs:
        mine, theirs = theirs, mine
    return left << 8 | mine << 4 | theirs


def counts(k: int) -> tuple[int, int, int]:
    """Return how many men are to be placed in a slice, and how many the two players have on the board."""
    return k >> 8, k >> 4 & 15, k & 15


def after(k: int) -> Iterator[int]:
    """Yield the slices that moves from a slice lead to."""
    left, mine, theirs = counts(k)
    if left == 0:
        if theirs > LEAST:
            yield mine << 4 | theirs - 1
        if mine > LEAST and mine != theirs:
            yield max(mine - 1, theirs) << 4 | min(mine - 1, theirs)
        return
    for captured in range(2 if mine >= 2 and theirs > 0 else 1):
        one, other = theirs - captured, mine + 1
        if left == 1:
            one, other = max(one, other), min(one, other)
        if left > 1 or other >= LEAST:
            yield left - 1 << 8 | one << 4 | other


def name(k: int) -> str:
    """Return the name of a slice."""
    left, mine, theirs = counts(k)
    return f"{mine}-{theirs}" + (f"+{left}" if left else "")


def read(text: str, men: int) -> int:
    """Return the slice of a name."""
    found = _NAME.fullmatch(text)
    if found is None:
        raise InputError(f"{text[:20]!r} is no slice: 4-3+5 has 4 men to move, 3 of the other and 5 to be placed; 5-4 has none")
    mine, theirs, left = int(found[1]), int(found[2]), int(found[3] or 0)
    own, others = men - (left + 1) // 2, men - left // 2  # placed by the player to move, and by the other
    if left == 0:
        mine, theirs = max(mine, theirs), min(mine, theirs)
    if left > 2 * men or mine > max(own, 0) or theirs > others or (left == 0 and theirs < LEAST):
        raise InputError(f"no game of {men} men has the slice {text}; the first is 0-0+{2 * men}, the last {LEAST}-{LEAST}")
    return left << 8 | mine << 4 | theirs
