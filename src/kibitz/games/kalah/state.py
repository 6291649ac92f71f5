"""A side of Kalah's board as one integer, and sowing on it without a loop.

Each pit has one byte: the pit at its owner's left is the lowest, and the store lies above the last one:

    second player   store  5  4  3  2  1  0
    first player           0  1  2  3  4  5  store

So the pit across from pit n is pit (pits - 1 - n), and sowing goes up the bytes of one side and then of the other.
"""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.bits import bit, shift_left

ONES = 0x0101_0101_0101_0101
MOST_PITS, MOST_SEEDS = 6, 255
"""A byte of a pit, and that of the store, must hold all seeds there are."""


class State(NamedTuple):
    """A position: the side of the player to move, the other's, and who is to move."""

    mine: int
    theirs: int
    turn: int


def count(side: int, pit: int) -> int:
    """Return the seeds in a pit of a side, or, behind the last pit, in its store."""
    return side >> 8 * pit & 255


def pits_only(side: int, pits: int) -> int:
    """Return a side without its store."""
    return side & bit(8 * pits) - 1


def total(side: int) -> int:
    """Return the sum of a side's bytes, which is below 256."""
    side = (side & 0x00FF_00FF_00FF_00FF) + (side >> 8 & 0x00FF_00FF_00FF_00FF)
    side = (side & 0xFFFF_0000_FFFF) + (side >> 16 & 0xFFFF_0000_FFFF)
    return (side & 0xFFFF) + (side >> 32)


def one_each(first: int, after: int) -> int:
    """Return a seed in each pit from `first` up to, but without, `after`; none if that comes first."""
    return ONES & (bit(8 * after) - bit(8 * first)) if first < after else 0


def end_of(side: int, pit: int, pits: int) -> int:
    """Return where the last seed of a pit goes: counted from the player's first pit, over the store to the other's last."""
    lap = 2 * pits + 1
    return (pit + count(side, pit)) % lap


def sown(mine: int, theirs: int, pit: int, pits: int) -> tuple[int, int]:
    """Return both sides after a pit was sown, and nothing was captured yet."""
    seeds, lap = count(mine, pit), 2 * pits + 1
    laps, rest = seeds // lap, seeds % lap
    mine -= shift_left(seeds, 8 * pit)
    end = pit + 1 + rest  # one behind the last seed, laps aside
    mine += laps * one_each(0, pits + 1) + one_each(pit + 1, min(end, pits + 1)) + one_each(0, end - lap)
    theirs += laps * one_each(0, pits) + one_each(0, min(end - pits - 1, pits))
    return mine, theirs


def captured(mine: int, theirs: int, end: int, pits: int, empty: bool) -> tuple[int, int]:
    """Return both sides after the last seed fell: in an empty pit of one's own it takes what lies across to the store."""
    if end >= pits or count(mine, end) != 1:
        return mine, theirs
    across = pits - 1 - end
    prey = count(theirs, across)
    if prey == 0 and not empty:
        return mine, theirs
    mine += shift_left(prey + 1, 8 * pits) - bit(8 * end)
    return mine, theirs - shift_left(prey, 8 * across)


def gathered(side: int, pits: int) -> int:
    """Return a side with all its seeds in its store."""
    return shift_left(total(side), 8 * pits)
