"""Games whose states carry their own utilities, so that a search is compiled once for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import kibitz

Sixteen = tuple[float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float]
Fifteen = tuple[int, int, int, int, int, int, int, int, int, int, int, int, int, int, int]


class Bush(NamedTuple):
    """A node of a binary tree (the children of n are 2n + 1 and 2n + 2), who moves at each, and what the leaves are worth."""

    node: int
    movers: Fifteen
    leaves: Sixteen


class _Climbing(NamedTuple):
    """The rules: walk up the tree to a leaf."""

    whole: float = 0.0

    def initial(self) -> Bush:
        return Bush(
            0,
            (0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1),
            (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        )

    def to_move(self, s: Bush) -> int:
        return s.movers[s.node] if s.node < 15 else 0

    def actions(self, s: Bush) -> Iterator[int]:
        yield 1
        yield 2

    def result(self, s: Bush, a: int) -> Bush:
        return Bush(2 * s.node + a, s.movers, s.leaves)

    def is_terminal(self, s: Bush) -> bool:
        return s.node >= 15

    def utility(self, s: Bush, player: int) -> float:
        worth = s.leaves[s.node - 15]
        return worth if player == 0 else self.whole - worth


@kibitz.game(players=2)
class Opposed(_Climbing):
    """Utilities add up to 0."""


@kibitz.game(players=2, constant_sum=0.3)
class Shared(_Climbing):
    """Utilities add up to a number that doubles only come near."""

    whole: float = 0.3

    def utility(self, s: Bush, player: int) -> float:
        worth = s.leaves[s.node - 15]
        return worth if player == 0 else 0.3 - worth


class Features(NamedTuple):
    """What is looked at in a node."""

    up: int
    down: int


class Weights(NamedTuple):
    """What the features of a node are worth."""

    up: float
    down: float


@kibitz.game(players=2)
class Judged(_Climbing):
    """With features, which say nothing: such games are won at 1 and lost at -1, and may end anywhere between."""

    def features(self, s: Bush) -> Features:
        return Features(s.node, -s.node)

    def weights(self) -> Weights:
        return Weights(1.0, 1.0)


@kibitz.game(players=2)
class Diced(_Climbing):
    """Dice fall before the first move."""

    def initial(self) -> Bush:
        return Bush(
            0,
            (-1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1),
            (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        )

    def probability(self, s: Bush, a: int) -> float:
        return 0.1 if a == 1 else 0.9


class Count(NamedTuple):
    """How many counters are left, who is to move, and for how much."""

    left: int
    player: int
    stake: float


@kibitz.game(players=2)
class Stakes(NamedTuple):
    """Take one or two counters; who takes the last one wins the stake, sooner or later."""

    def initial(self) -> Count:
        return Count(24, 0, 5.0)

    def to_move(self, s: Count) -> int:
        return s.player

    def actions(self, s: Count) -> Iterator[int]:
        for taken in (1, 2):
            if taken <= s.left:
                yield taken

    def result(self, s: Count, a: int) -> Count:
        return Count(s.left - a, 1 - s.player, s.stake)

    def is_terminal(self, s: Count) -> bool:
        return s.left == 0

    def utility(self, s: Count, player: int) -> float:
        return -s.stake if player == s.player else s.stake
