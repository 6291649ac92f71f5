"""Many random trees in one game, so that a search is compiled once for all of them: each has a root of its own."""

from __future__ import annotations

from typing import Any

from kibitz.core.game import CHANCE
from kibitz.core.randomness import Random
from kibitz.games.tree import Place, Tree


class Forest:
    """Random trees of up to `deepest` moves; `chance` is how often a node is chance's, `whole` what leaves add up to."""

    def __init__(self, seed: int, trees: int, players: int, deepest: int, chance: float = 0.0, whole: float | None = None):
        self.random, self.players, self.chance, self.whole = Random(seed), players, chance, whole
        self.movers: list[int] = []
        self.children: list[list[int]] = []
        self.shares: list[list[float]] = []
        self.values: list[list[float]] = []
        self.roots = [Place(self._grown(deepest, 0)) for _ in range(trees)]
        self.game: Any = self._planted()

    def _grown(self, deepest: int, turn: int) -> int:
        """Return the number of a new node with all that grows below it."""
        number = len(self.movers)
        is_chance = self.random.unit() < self.chance
        self.movers.append(CHANCE if is_chance else turn % self.players)
        self.children.append([])
        self.shares.append([])
        self.values.append(self._leaf())
        if deepest > 0 and self.random.unit() < 0.9:
            count = 1 + self.random.below(4)
            weights = [1 + self.random.below(5) for _ in range(count)]
            below = [self._grown(deepest - 1, turn if is_chance else turn + 1) for _ in range(count)]
            self.children[number] = below
            self.shares[number] = [weight / sum(weights) for weight in weights]
        return number

    def _leaf(self) -> list[float]:
        """Return small whole numbers, so that equals are common; with a total, shares of it."""
        numbers = [float(self.random.below(9)) for _ in range(self.players)]
        if self.whole is None:
            return numbers
        if self.players == 2:
            return [numbers[0] - 4, 4 - numbers[0]]
        cuts = sorted(self.random.below(int(self.whole) + 1) for _ in range(self.players - 1))
        return [float(high - low) for low, high in zip([0, *cuts], [*cuts, int(self.whole)], strict=True)]

    def _planted(self) -> Tree:
        """Return the game."""
        first = [0]
        for below in self.children:
            first.append(first[-1] + len(below))
        targets = [child for below in self.children for child in below]
        spans = [end(row[player] for row in self.values) for player in range(self.players) for end in (min, max)]
        return Tree(
            self.players, self.whole, tuple(self.movers), tuple(first), tuple(targets),
            tuple(share for shares in self.shares for share in shares), tuple(one for row in self.values for one in row),
            tuple(spans), tuple(f"n{number}" for number in range(len(self.movers))),
            tuple(f"b{number}" for number in range(len(targets))), tuple(f"p{player}" for player in range(self.players)),
        )  # fmt: skip
