"""The search tree as nodes that Python code can walk: `decision.tree` of a search with `keep_tree=true`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from kibitz.core.contract import Game
from kibitz.core.game import CHANCE, constant_sum
from kibitz.core.questions import player_at
from kibitz.search.montecarlo.tree import AMAF_VALUE_SUM, AMAF_VISITS, PROBABILITY, ROOT, Tree

Option = TypeVar("Option")


class Choice(NamedTuple, Generic[Option]):
    """A move to choose from, and what the search found out about it."""

    option: Option
    visits: int
    mean: float
    low: float
    high: float


class TreeNode:
    """A position in the tree of a search, read-only, with the statistics of the simulations through it.

    `value` and `bounds` are utilities of `player`: of the one who chose the move that leads here, at the root of the one to
    move, and at an outcome of chance of the same player as at the chance node.
    """

    def __init__(self, game: Game, tree: Tree, edge: int, player: int, parent: TreeNode | None) -> None:
        self.game, self.player, self.parent = game, player, parent
        self._tree, self._edge = tree, edge

    @classmethod
    def root(cls, game: Game, state: Any, tree: Tree) -> TreeNode:
        """Return the root of a tree that was grown for `state`."""
        node = cls(game, tree, ROOT, player_at(game, state), None)
        node.state = state
        return node

    def __repr__(self) -> str:
        """Return the node in one line."""
        return f"TreeNode(action={self.action}, visits={self.visits}, value={self.value}, children={len(self.children)})"

    @cached_property
    def state(self) -> Any:
        """The position."""
        assert self.parent is not None
        return self.game.result(self.parent.state, self.action)  # type: ignore[arg-type]

    @property
    def to_move(self) -> int:
        """The player to move, or CHANCE."""
        return self.game.to_move(self.state)

    @property
    def action(self) -> int | None:
        """The move, or the outcome of chance, that leads here; None at the root."""
        return None if self.parent is None else self._tree.action(self._edge)

    @cached_property
    def children(self) -> tuple[TreeNode, ...]:
        """A node for every move, in the game's order; none where the search has not expanded the position.

        Moves without visits have a node too, whose value is None.
        """
        edges = self._tree.children(self._edge)
        if not edges:
            return ()
        player = self.player if self.to_move == CHANCE else self.to_move
        return tuple(TreeNode(self.game, self._tree, edge, player, self) for edge in edges)

    @property
    def visits(self) -> int:
        """How many simulations went through the position."""
        return self._tree.visits(self._edge)

    @property
    def value(self) -> float | None:
        """The average result of these simulations for `player`.

        None without visits, at outcomes of chance and at a root where chance is to move: no sums are kept there.
        """
        if not self.visits or (self.parent or self).to_move == CHANCE:
            return None
        if self.parent is None:
            visits = sum(child.visits for child in self.children)  # a root that was re-rooted has one more of its own
            return sum(child.visits * (child.value or 0.0) for child in self.children) / visits if visits else None
        return self._tree.mean(self._edge)

    @property
    def bounds(self) -> tuple[float, float]:
        """The proven bounds of the utility of `player`; infinite where nothing is proven."""
        low, high = self._tree.bounds(self._edge)
        if self.player == 0 or self.game.players != 2:
            return low, high
        whole = constant_sum(self.game) or 0.0
        return whole - high, whole - low

    @property
    def is_proven(self) -> bool:
        """Whether the value is proven: the bounds meet."""
        low, high = self.bounds
        return low == high

    @property
    def probability(self) -> float | None:
        """The probability of an outcome of chance; None for a player's move."""
        if self.parent is None or self.parent.to_move != CHANCE:
            return None
        return float(self._tree.arrays.floats[self._edge + PROBABILITY])

    @property
    def rave_visits(self) -> int:
        """How many simulations played the move here or later (AMAF); 0 without RAVE."""
        return int(self._tree.arrays.ints[self._edge + AMAF_VISITS]) if self._tree.traits.rave else 0

    @property
    def rave_value(self) -> float | None:
        """The average result of these simulations for `player`; None where there are none."""
        return float(self._tree.arrays.floats[self._edge + AMAF_VALUE_SUM]) / self.rave_visits if self.rave_visits else None

    @property
    def best_child(self) -> TreeNode | None:
        """The child to play, as `best_choice` has it; None at a leaf and where chance is to move."""
        visited = [
            Choice(child, child.visits, self._tree.mean(child._edge), *child.bounds) for child in self.children if child.visits
        ]
        return best_choice(visited) if visited and self.to_move != CHANCE else None

    def principal_variation(self) -> Iterator[TreeNode]:
        """Yield the best child, its best child and so on, as far as the tree goes and players choose."""
        node = self.best_child
        while node is not None:
            yield node
            node = node.best_child


def best_choice(choices: list[Choice[Option]]) -> Option:
    """Return the most visited option, or one that is proven to be no worse than that is on average.

    What is proven counts by its value alone: visits may be from the time before the proof.
    """
    left = undominated(choices)
    proven = [choice for choice in left if choice.low == choice.high]
    others = [choice for choice in left if choice.low < choice.high]
    sure = max(proven, key=lambda choice: (choice.low, choice.visits), default=None)
    likely = max(others, key=lambda choice: (choice.visits, choice.mean), default=None)
    if sure is not None and (likely is None or sure.low >= likely.mean):
        return sure.option
    assert likely is not None
    return likely.option


def undominated(choices: list[Choice[Option]]) -> list[Choice[Option]]:
    """Return the choices with an upper bound above the highest lower bound, or equal to it where none could do better."""
    guaranteed = max(choice.low for choice in choices)
    hoped = max(choice.high for choice in choices if choice.low == guaranteed)
    return [choice for choice in choices if choice.high > guaranteed or choice.low == choice.high == hoped]
