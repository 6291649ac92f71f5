"""The nodes of search trees, alike whoever grew them: a textbook search that was traced, or UCT at native speed.

Each says what is known of it and how it is worth to one side, so that all of a tree can be coloured alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.game import CHANCE, constant_sum
from kibitz.search.montecarlo.tree_node import TreeNode
from kibitz.textbook.trace import Node

Priority = tuple[float, ...]
Path = tuple[int, ...]
"""The actions that lead to a node from the root."""


class Branch(ABC):
    """A node of a search tree, with all below it."""

    @property
    @abstractmethod
    def parent(self) -> Branch | None:
        """The node above; None at the root."""

    @property
    @abstractmethod
    def number(self) -> int:
        """What no other node of the tree is called by."""

    @property
    @abstractmethod
    def name(self) -> str | None:
        """The name of the move, or the outcome of chance, that leads here; None at the root."""

    @property
    @abstractmethod
    def children(self) -> Sequence[Branch]:
        """All children, in the order of the search or of the game."""

    @property
    @abstractmethod
    def best(self) -> Branch | None:
        """The child that the player to move prefers."""

    @property
    @abstractmethod
    def priority(self) -> Priority:
        """What matters more has the lower one."""

    @property
    @abstractmethod
    def utility(self) -> float | None:
        """The value, as the utility of the side that the whole tree is seen from."""

    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """Return what the search says of the node."""


def is_two_sided(game: Game) -> bool:
    """Return whether one number says all: what one player gets the other loses, or there is no other."""
    return game.players == 1 or (game.players == 2 and constant_sum(game) is not None)


def _for_first(game: Game, value: float, player: int) -> float:
    """Return a value of a player of a two-sided game as the first player's."""
    return value if player == 0 else (constant_sum(game) or 0.0) - value


class TracedBranch(Branch):
    """A node of a textbook search."""

    parent: TracedBranch | None = None

    def __init__(self, game: Game, node: Node, parent: TracedBranch | None = None) -> None:
        self.game, self.node, self.parent = game, node, parent
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.chooser: int = self._chooser(parent)
        """Who chose to come here; at an outcome of chance the same as at the chance node."""
        self.root_player: int = self.chooser if parent is None else parent.root_player

    def _chooser(self, parent: TracedBranch | None) -> int:
        """Return who chose to come here, at the root who is to move there."""
        if parent is None:
            return max(0, self.node.player)
        return parent.chooser if parent.node.player == CHANCE else parent.node.player

    @property
    def number(self) -> int:
        """The number of the node in its trace."""
        return self.node.number

    @cached_property
    def name(self) -> str | None:
        """The name of the move that leads here."""
        if self.node.parent is None or self.node.action is None:
            return None
        return self.game.action_name(self.node.parent.state, self.node.action)

    @cached_property
    def children(self) -> list[TracedBranch]:
        """The children in the order in which they were looked at."""
        return [TracedBranch(self.game, child, self) for child in self.node.children]

    @cached_property
    def best(self) -> TracedBranch | None:
        """The child that was chosen; of those for the same move the last one, which was looked at most closely."""
        matching = [child for child in self.children if child.node.action == self.node.chosen]
        return matching[-1] if matching and self.node.chosen is not None else None

    @cached_property
    def _is_on_line(self) -> bool:
        """Whether the chosen moves lead here."""
        return self.parent is None or (self.parent._is_on_line and self.parent.best is self)

    @property
    def priority(self) -> Priority:
        """The chosen line matters most, then how often games went through, then what is near the root."""
        return (not self._is_on_line, -(self.node.visits or 0), self.depth, self.number)

    @property
    def utility(self) -> float | None:
        """The value of the first player of two-sided games, of others that of the root's player or of who came here."""
        value = self.node.value
        if value is None:
            return None
        if isinstance(value, tuple):
            return value[0 if is_two_sided(self.game) else self.chooser]
        return _for_first(self.game, value, self.root_player) if is_two_sided(self.game) else value

    def facts(self) -> dict[str, Any]:
        """Return what the trace says of the node."""
        node = self.node
        return {
            "to_move": node.player,
            "role": node.role,
            "value": node.value,
            "visits": node.visits,
            "alpha": node.alpha,
            "beta": node.beta,
            "probability": node.probability,
            "leaf": node.leaf,
            "cut": [self.game.action_name(node.state, action) for action in node.cut_actions],
            "reason": node.cut_reason,
            "proved": False,
        }


@dataclass
class Position:
    """What the rules say of a node's position, which stays the same while the tree grows."""

    number: int
    state: Any
    name: str | None
    to_move: int
    is_over: bool


@dataclass
class GrownTree:
    """A tree of UCT that may be looked at again and again while it grows; what the rules say of its positions is kept."""

    game: Game
    positions: dict[Path, Position] = field(default_factory=dict)

    def branch(self, root: TreeNode) -> GrownBranch:
        """Return the root of the tree as it is now."""
        return GrownBranch(self, root, (), None)

    def position(self, node: TreeNode, path: Path, parent: GrownBranch | None) -> Position:
        """Return what is known of a node's position."""
        found = self.positions.get(path)
        if found is None:
            name = None if parent is None else self.game.action_name(parent.position.state, path[-1])
            over = self.game.is_terminal(node.state)
            found = Position(len(self.positions), node.state, name, node.to_move, over)
            self.positions[path] = found
        return found


class GrownBranch(Branch):
    """A node of UCT at native speed."""

    parent: GrownBranch | None = None

    def __init__(self, tree: GrownTree, node: TreeNode, path: Path, parent: GrownBranch | None) -> None:
        self.tree, self.node, self.path, self.parent = tree, node, path, parent

    @cached_property
    def position(self) -> Position:
        """What the rules say of the position."""
        found = self.tree.position(self.node, self.path, self.parent)
        self.node.state = found.state
        return found

    @property
    def number(self) -> int:
        """Which position of the tree was looked at first, second and so on."""
        return self.position.number

    @property
    def name(self) -> str | None:
        """The name of the move that leads here."""
        return self.position.name

    @cached_property
    def children(self) -> list[GrownBranch]:
        """The children in the game's order, with those that no simulation went through."""
        _ = self.position  # so that the node knows its state without asking the rules again
        return [GrownBranch(self.tree, child, (*self.path, child.action or 0), self) for child in self.node.children]

    @cached_property
    def best(self) -> GrownBranch | None:
        """The child that is proven best, or else the most visited one."""
        best = self.node.best_child
        return next((child for child in self.children if child.node is best), None)

    @property
    def priority(self) -> Priority:
        """What simulations went through more often matters more."""
        return (-self.node.visits,)

    @property
    def value(self) -> float | None:
        """The utility of the node's player that is proven, or else the average."""
        return self.node.bounds[0] if self.node.is_proven else self.node.value

    @cached_property
    def utility(self) -> float | None:
        """The value of the first player of two-sided games, of others that of who chose to come here.

        At outcomes of chance no sums are kept: there it is the average over what follows.
        """
        game, value = self.tree.game, self.value
        if value is not None:
            return _for_first(game, value, self.node.player) if is_two_sided(game) else value
        if not is_two_sided(game):
            return None
        parts = [(child.node.visits, child.utility) for child in self.children if child.node.visits]
        known = [(visits, utility) for visits, utility in parts if utility is not None]
        whole = sum(visits for visits, _ in known)
        return sum(visits * utility for visits, utility in known) / whole if whole else None

    def facts(self) -> dict[str, Any]:
        """Return what the simulations say of the node."""
        position = self.position
        return {
            "to_move": position.to_move,
            "role": "chance" if position.to_move == CHANCE else "player",
            "value": self.value,
            "visits": self.node.visits,
            "alpha": None,
            "beta": None,
            "probability": self.node.probability,
            "leaf": "terminal" if position.is_over else None,
            "cut": [],
            "reason": None,
            "proved": self.node.is_proven,
        }
