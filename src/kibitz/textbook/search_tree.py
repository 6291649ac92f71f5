"""The tree of the Monte Carlo searches, which counts how the random games through each state ended.

SIMULATE and BACK-PROPAGATE of MONTE-CARLO-TREE-SEARCH, Russell and Norvig, 4th edition, Figure 5.11. Utilities are kept as
tuples, one number a player, so that any number may play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from time import perf_counter
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits, MoveValue
from kibitz.core.game import CHANCE, constant_sum, utilities
from kibitz.core.playouts import playout
from kibitz.core.process import answered
from kibitz.core.questions import legal_actions, player_at, static_eval
from kibitz.core.randomness import Random
from kibitz.textbook.trace import NullTrace, Role, Trace, Value


@dataclass(eq=False)
class TreeNode:
    """A state in the tree, how many games went through it, and the sum of their utilities for each player."""

    state: Any
    player: int
    parent: TreeNode | None
    number: int
    depth: int
    totals: tuple[float, ...]
    visits: int = 0
    children: dict[int, TreeNode] = field(default_factory=dict)

    def mean(self, player: int) -> float:
        """Return the mean utility of the games through the state for `player`."""
        return self.totals[player] / self.visits

    def means(self) -> tuple[float, ...]:
        """Return the mean utility of the games through the state for each player."""
        return tuple(total / self.visits for total in self.totals)


def most_visited(node: TreeNode) -> int | None:
    """Return the move that most games took, of equals the one that did better and then the first; None where there is none."""

    def standing(action: int) -> tuple[int, float]:
        child = node.children[action]
        return child.visits, child.mean(node.player) if child.visits else 0.0

    return max(node.children, key=standing, default=None)


def _line(node: TreeNode) -> tuple[int, ...]:
    """Return the moves that most games took from the node on, as far as the tree goes and players choose."""
    line: list[int] = []
    while node.player != CHANCE and (action := most_visited(node)) is not None:
        line.append(action)
        node = node.children[action]
    return tuple(line)


class SearchTree:
    """The tree of a Monte Carlo search; it grows by `add`, and learns by `simulate` and `back_propagate`."""

    def __init__(
        self, game: Game, state: Any, simulations: int, seed: int, trace: Trace | None, seconds: float = inf
    ) -> None:  # fmt: skip
        """Begin a tree for `simulations` random games from `state`, and no more than fit into so many seconds."""
        Limits(simulations=simulations, seconds=seconds)
        self.began = perf_counter()
        self.simulations = simulations
        self.deadline = self.began + seconds
        self.game = game
        self.random = Random(seed)
        self.trace = NullTrace(game) if trace is None else trace
        self.player = player_at(game, state)
        # One number says all where what one player gets the other loses, or where there is no other.
        self.two_sided = game.players == 1 or (game.players == 2 and constant_sum(game) is not None)
        self.actions = [] if game.is_terminal(state) else legal_actions(game, state)
        self.nodes = 0
        self.deepest = 0
        self.root = self.add(None, None, state)

    def is_time_remaining(self) -> bool:
        """Return whether another random game is to be played; however short the time, there is a first one to go by."""
        played = self.root.visits
        return bool(self.actions) and played < self.simulations and (played == 0 or perf_counter() < self.deadline)

    def add(self, parent: TreeNode | None, action: int | None, state: Any) -> TreeNode:
        """Return a new node for `state`, which `action` leads to from `parent`."""
        game, player = self.game, self.game.to_move(state)
        role = self._role(player)
        above, depth, probability = None, 0, None
        if parent is not None and action is not None:
            above, depth = parent.number, parent.depth + (parent.player != CHANCE)
            probability = game.probability(parent.state, action) if parent.player == CHANCE else None
        number = self.trace.enter(state, role, parent=above, action=action, player=player, probability=probability)
        if game.is_terminal(state):
            self.trace.leaf(number, "terminal", self._shown(utilities(game, state)))
        node = TreeNode(state, player, parent, number, depth, (0.0,) * game.players)
        if parent is not None and action is not None:
            parent.children[action] = node
        self.nodes += 1
        self.deepest = max(self.deepest, depth)
        return node

    def add_moves(self) -> dict[int, TreeNode]:
        """Return a new node for each move of the root."""
        for action in self.actions:
            self.add(self.root, action, self.game.result(self.root.state, action))
        return self.root.children

    def simulate(self, node: TreeNode) -> tuple[float, ...]:
        """Return the utilities of one random game from the node on."""
        moves, utilities = playout(self.game, node.state, self.random)
        if moves:
            self.trace.playout(node.number, moves, self._shown(utilities))
        return utilities

    def back_propagate(self, node: TreeNode | None, utilities: tuple[float, ...]) -> None:
        """Add a game's utilities to the node it started from and to all nodes above."""
        while node is not None:
            node.visits += 1
            node.totals = tuple(sum(pair) for pair in zip(node.totals, utilities, strict=True))
            self.trace.visit(node.number, node.visits, self._shown(node.means()))
            node = node.parent

    def _role(self, player: int) -> Role:
        """Return how a node is drawn."""
        if player == CHANCE:
            return "chance"
        if not self.two_sided:
            return "player"
        return "max" if player == self.player else "min"

    def _shown(self, utilities: tuple[float, ...]) -> Value:
        """Return what each player gets as the trace shows it: one number for the root's player where that says all."""
        return utilities[self.player] if self.two_sided else utilities

    def decision_of(self, search: Callable[[], int | None]) -> Decision:
        """Return the decision for the move that a search of this tree returns; Ctrl-C ends it with the games so far."""
        try:
            action = search()
        except KeyboardInterrupt:
            action = most_visited(self.root)
            if self.root.visits == 0:
                raise
            answered()
        return self.decision(action)

    def decision(self, action: int | None) -> Decision:
        """Return the decision for a move of the root; the move is None where the game is over."""
        self.trace.choose(self.root.number, action)
        chosen = None if action is None else self.root.children[action]
        return Decision(
            action=action,
            value=chosen.mean(self.player) if chosen else static_eval(self.game, self.root.state, self.player),
            actions=() if action is None else (action,),
            line=() if action is None or chosen is None else (action, *_line(chosen)),
            moves=tuple(self._move_value(move) for move in self.actions),
            utilities=chosen.means() if chosen and not self.two_sided else None,
            depth=self.deepest,
            nodes=self.nodes,
            simulations=self.root.visits,
            seconds=perf_counter() - self.began,
        )

    def _move_value(self, action: int) -> MoveValue:
        """Return what the games that began with a move say of it."""
        child = self.root.children.get(action)
        if child is None or child.visits == 0:
            return MoveValue(action, None, visits=0)
        return MoveValue(action, child.mean(self.player), child.visits, None if self.two_sided else child.means())
