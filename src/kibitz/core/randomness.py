"""One generator of random numbers, splitmix64, with the same stream interpreted, native and on a GPU.

The state is a counter: `advance` adds a constant and `scramble` turns the counter into 64 random bits, so streams for
many threads are made by scrambling a seed with the thread's number. Reference: Steele, Lea, Flood, "Fast splittable
pseudorandom number generators", OOPSLA 2014; the constants are theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from kibitz.core.bits import add, multiply, shift_right, wrap

Item = TypeVar("Item")

GOLDEN = -7046029254386353131
FIRST_MULTIPLIER = -4658895280553007687
SECOND_MULTIPLIER = -7723592293110705685


def advance(state: int) -> int:
    """Return the state after `state`."""
    return add(state, GOLDEN)


def scramble(state: int) -> int:
    """Return 64 random bits, as a signed integer, for a generator state."""
    mixed = multiply(state ^ shift_right(state, 30), FIRST_MULTIPLIER)
    mixed = multiply(mixed ^ shift_right(mixed, 27), SECOND_MULTIPLIER)
    return mixed ^ shift_right(mixed, 31)


def stream(seed: int, number: int) -> int:
    """Return the first state of stream `number` of `seed`: different numbers give unrelated streams."""
    return scramble(advance(scramble(advance(seed)) ^ number))


def below(bits: int, count: int) -> int:
    """Return a number from 0 to `count - 1` (`count` up to 2**31) made of the upper half of 64 random bits."""
    return shift_right(shift_right(bits, 32) * count, 32)


def unit(bits: int) -> float:
    """Return a number in [0, 1) made of the upper 53 of 64 random bits."""
    return shift_right(bits, 11) * (1.0 / (1 << 53))


class Random:
    """The same generator as an object, for interpreted code: equal seeds give equal numbers."""

    def __init__(self, seed: int = 0, number: int = 0) -> None:
        self.state = stream(wrap(seed), number)

    def bits(self) -> int:
        """Return the next 64 random bits."""
        self.state = advance(self.state)
        return scramble(self.state)

    def below(self, count: int) -> int:
        """Return a number from 0 to `count - 1`."""
        return below(self.bits(), count)

    def unit(self) -> float:
        """Return a number in [0, 1)."""
        return unit(self.bits())

    def choice(self, items: Sequence[Item]) -> Item:
        """Return one of `items`, each as likely as the others."""
        return items[self.below(len(items))]

    def weighted(self, items: Sequence[Item], weights: Sequence[float]) -> Item:
        """Return one of `items`, each as likely as its weight says."""
        left = self.unit() * sum(weights)
        for item, weight in zip(items, weights, strict=True):
            left -= weight
            if left < 0:
                return item
        return items[-1]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return `items` in random order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
