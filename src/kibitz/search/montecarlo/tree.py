"""The tree of a Monte Carlo search: one long array, taken once, within the memory allowed.

Every move of a position that the search has entered twice has a slot; the slots of one position stand side by side, a block.
A slot is named by the place of its first word; the root's is 0. Its words, some of them whole numbers and some fractions, are

| word | holds |
| --- | --- |
| `VISITS` | how many games went through it; above `WAITING_BITS`, how many of them are still being played |
| `TOTAL` | what these games were worth, added up, to the player who chooses it; under a chance node, its probability |
| `LINK` | its own block: the first slot and their number; 0 as long as it has none |
| `ACTION` | the move or outcome that leads to it |
| `LOW`, `HIGH` | between what the first player's utility lies for certain (only where the search settles positions) |
| `LATER_VISITS`, `LATER_TOTAL` | as the first two, of games in which the move came later on (only with `rave`) |

So a walk down the tree reads one stretch of memory at each step.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from kibitz.core.errors import InputError
from kibitz.search.montecarlo.traits import Traits

VISITS, TOTAL, LINK, ACTION, LOW, HIGH, LATER_VISITS, LATER_TOTAL = range(8)
ROOT = 0
COUNT_BITS = 20
MOST_MOVES = (1 << COUNT_BITS) - 1
"""No position has more moves."""
FIRST_BITS = 40
WAITING_BITS = 40
WAITING = 1 << WAITING_BITS
"""Added to the visits of a slot for each whose game is still being played, where others walk the tree meanwhile."""
VISITS_MASK = WAITING - 1
FLAG = 1 << (COUNT_BITS + FIRST_BITS)
"""Added to a link when something is certain about one of the slots in its block."""
FIRST_MASK = (1 << FIRST_BITS) - 1
CLAIMED = -1
"""The link of a slot whose block is being made."""

CAPACITY, THREADS, KEPT, FULL, STUCK, CROWDED, BEYOND = range(7)
"""Words of the ledger: words of the tree in all, how many threads there are, the nodes that were there when the search began;
no block found room, a position without a move, one with too many, a utility outside the range."""
USED = 16
"""Words of the tree in use; apart from the others, which all threads read all the time, because it changes all the time."""
SEEN_LOW, SEEN_HIGH, LEAST, MOST, EXPLORATION, URGENCY, EQUIVALENCE, MIXTURE, CUTOFF, WIDENING, EXPONENT = range(11)
"""Facts: the lowest and the highest utility of a game so far; the range of the first player's utility; the constant c; what a
move not tried is worth; after how many games a move's own count as much as those in which it came later; the share of
moves picked all alike; after how many moves a random game is broken off; how many outcomes of chance are taken up after n
visits, WIDENING * n ** EXPONENT."""


ENTRIES, ENTRY = 2048, 3
"""How many slots a thread's book has room for, and the words of each: the slot, visits, their total."""
BOOK_VISITS, BOOK_TOTAL = 1, 2
EMPTY = -1


class Slots(NamedTuple):
    """The array of the tree, seen as whole numbers and as fractions, and a thread's book of counts that are not in it yet."""

    words: Any
    numbers: Any
    book: Any
    book_numbers: Any


def stride_of(traits: Traits) -> int:
    """Return how many words a slot has."""
    return LATER_TOTAL + 1 if traits.amaf else HIGH + 1 if traits.settles else ACTION + 1


def first_of(link: int) -> int:
    """Return the first slot of the block that a link names."""
    return link >> COUNT_BITS & FIRST_MASK


def end_of(link: int, stride: int) -> int:
    """Return the place behind the last slot of the block that a link names."""
    return first_of(link) + stride * (link & MOST_MOVES)


@dataclass
class Tree:
    """The array, seen as whole numbers and as fractions, with the ledger and the facts that go with it."""

    words: Any
    numbers: Any
    traits: Traits
    ledger: Any
    facts: Any

    @classmethod
    def within(cls, size: int, traits: Traits) -> Tree:
        """Return an empty tree of at most `size` bytes; memory is only taken as the tree grows."""
        try:
            words = np.zeros(max(2 * stride_of(traits), size // 8), np.int64)
        except (MemoryError, ValueError):
            raise InputError(f"there are no {size / 1e6:,.0f} MB of memory for the tree; give a smaller memory=") from None
        ledger, facts = np.zeros(USED + 8, np.int64), np.zeros(16)
        ledger[CAPACITY] = len(words)
        return cls(words, words.view(np.float64), traits, ledger, facts)

    @property
    def stride(self) -> int:
        """How many words a slot has."""
        return stride_of(self.traits)

    def slots(self) -> Slots:
        """Return the tree as one thread sees it, with an empty book where the threads have books."""
        book = np.zeros(ENTRIES * ENTRY if self.traits.apart else 0, np.int64)
        book[::ENTRY] = EMPTY
        return Slots(self.words, self.numbers, book, book.view(np.float64))

    def clear(self, low: float, high: float) -> None:
        """Forget all games; the first player's utility lies between `low` and `high`."""
        self.ledger[KEPT], self.ledger[USED] = 1, self.stride
        self.ledger[[FULL, STUCK, CROWDED, BEYOND]] = 0
        self.facts[SEEN_LOW], self.facts[SEEN_HIGH] = np.inf, -np.inf
        self.facts[LEAST], self.facts[MOST] = low, high
        self.words[: self.stride] = 0
        if self.traits.settles:
            self.numbers[ROOT + LOW], self.numbers[ROOT + HIGH] = low, high

    def forget_bounds(self) -> None:
        """Take back all that seemed certain: utilities are not limited as it was thought, so nothing is known of them."""
        used = int(self.ledger[USED])
        self.facts[LEAST], self.facts[MOST] = -np.inf, np.inf
        self.numbers[LOW : used : self.stride] = -np.inf
        self.numbers[HIGH : used : self.stride] = np.inf
        links = self.words[LINK : used : self.stride]
        links[links >= FLAG] -= FLAG
        self.ledger[BEYOND] = 0

    def visits(self, slot: int) -> int:
        """Return how many games went through a slot; those that are still being played do not count."""
        visits = int(self.words[slot + VISITS])
        return max(0, (visits & VISITS_MASK) - (visits >> WAITING_BITS)) if self.traits.waits else visits

    def mean(self, slot: int) -> float:
        """Return what these games were worth to who chooses the slot, on average."""
        return float(self.numbers[slot + TOTAL]) / max(1, self.visits(slot))

    def action(self, slot: int) -> int:
        """Return the move that leads to a slot."""
        return int(self.words[slot + ACTION])

    def block(self, slot: int) -> range:
        """Return the slots below a slot."""
        link = max(0, int(self.words[slot + LINK]))
        return range(first_of(link), end_of(link, self.stride), self.stride)

    def bounds(self, slot: int) -> tuple[float, float]:
        """Return between what the first player's utility lies at a slot, for certain."""
        if not self.traits.settles:
            return -np.inf, np.inf
        return float(self.numbers[slot + LOW]), float(self.numbers[slot + HIGH])
