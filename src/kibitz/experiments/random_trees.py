"""Random trees with utilities on a scale of one's choice, and trees whose moves stand in a known order."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from typing import NamedTuple

from kibitz.core.game import game
from kibitz.core.randomness import below, stream, unit

SCALES = PLAIN, AFFINE, CUBE, EXPONENTIAL = range(4)
"""Order-preserving changes of a utility x from -1 to 1: none, 3x + 2, x to the power of 3, exp(3x)."""


class Place(NamedTuple):
    """A position: which tree, which node of its level, and how many moves were made."""

    tree: int
    number: int
    moves: int


@game(players=2, constant_sum=None)
class RandomTree(NamedTuple):
    """Two players take turns, each with `width` moves; after `height` moves the leaf's random number is the utility."""

    width: int = 3
    height: int = 4
    scale: int = PLAIN

    def initial(self) -> Place:
        """Return the root of the first tree."""
        return Place(0, 0, 0)

    def to_move(self, s: Place) -> int:
        """Return whose turn it is."""
        return s.moves % 2

    def actions(self, s: Place) -> Iterator[int]:
        """Yield the moves, numbered from 0."""
        yield from range(self.width)

    def result(self, s: Place, a: int) -> Place:
        """Return the child."""
        return Place(s.tree, s.number * self.width + a, s.moves + 1)

    def is_terminal(self, s: Place) -> bool:
        """Return whether all moves were made."""
        return s.moves == self.height

    def utility(self, s: Place, player: int) -> float:
        """Return the leaf's number on the scale for the first player, and its negative for the second."""
        value = 2.0 * unit(stream(s.tree, s.number)) - 1.0
        if self.scale == AFFINE:
            value = 3.0 * value + 2.0
        elif self.scale == CUBE:
            value = value * value * value
        elif self.scale == EXPONENTIAL:
            value = exp(3.0 * value)
        return value if player == 0 else -value


ORDERS = BEST_FIRST, RANDOM_ORDER, WORST_FIRST = range(3)


class Step(NamedTuple):
    """A position of an ordered tree: as in `Place`, the order of its moves, and what it is worth to the first player."""

    tree: int
    number: int
    moves: int
    order: int
    worth: float


@game(players=2)
class OrderedTree(NamedTuple):
    """As above, but built from the root down: one child is worth what its parent is, the others are each worse than the last.

    So the true value of every position is known, and moves can be tried from the best to the worst, the other way round, or in
    random order, in the same tree.
    """

    width: int = 5
    height: int = 6

    def initial(self) -> Step:
        """Return the root of the first tree, best moves first."""
        return Step(0, 1, 0, BEST_FIRST, 0.0)

    def to_move(self, s: Step) -> int:
        """Return whose turn it is."""
        return s.moves % 2

    def actions(self, s: Step) -> Iterator[int]:
        """Yield the ranks of the moves, 0 for the best, in the tree's order."""
        lots = below(stream(s.tree + 1, s.number), 1 << 30)
        taken = 0
        for place in range(self.width):
            rank = place if s.order == BEST_FIRST else self.width - 1 - place
            if s.order == RANDOM_ORDER:
                passed = lots % (self.width - place)
                lots //= self.width - place
                rank = 0
                while passed > 0 or taken >> rank & 1 != 0:
                    if taken >> rank & 1 == 0:
                        passed -= 1
                    rank += 1
                taken |= 1 << rank
            yield rank

    def result(self, s: Step, a: int) -> Step:
        """Return the child of that rank, worse by a random amount for every rank."""
        lost = 0.0
        for rank in range(1, a + 1):
            lost += unit(stream(s.tree, s.number * self.width + rank)) + 0.001
        worth = s.worth - lost if s.moves % 2 == 0 else s.worth + lost
        return Step(s.tree, s.number * self.width + a, s.moves + 1, s.order, worth)

    def is_terminal(self, s: Step) -> bool:
        """Return whether all moves were made."""
        return s.moves == self.height

    def utility(self, s: Step, player: int) -> float:
        """Return what the leaf is worth."""
        return s.worth if player == 0 else -s.worth

    def evaluate(self, s: Step, player: int) -> float:
        """Return what the position is worth."""
        return self.utility(s, player)
