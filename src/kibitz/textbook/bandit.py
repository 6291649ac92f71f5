"""Random games where they count: to promising moves (version 0.9), and also to uncertain ones by UCB1 (version 1.0).

The Berkeley CS 188 lectures on Monte Carlo tree search; UCB1: Auer, Cesa-Bianchi, Fischer, "Finite-time analysis of the
multiarmed bandit problem", Machine Learning 47, 2002. Each root move is an arm; every arm is tried once before the rule
decides. The move played is the one with the most random games.
"""

from __future__ import annotations

from math import inf, log, sqrt
from typing import Any, Literal

from kibitz.core.agents import agent
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.core.specs import not_negative
from kibitz.textbook.search_tree import SearchTree, TreeNode, most_visited
from kibitz.textbook.trace import Trace


def ucb1(mean: float, visits: int, all_visits: int, c: float) -> float:
    """Return how worthwhile one more try is: the mean so far, and more the less it is known."""
    return mean + c * sqrt(log(all_visits) / visits)


class Scale:
    """Maps utilities to 0..1, for which UCB1 is made: from the lowest seen so far to the highest.

    So `c` means the same for utilities from -1 to 1, from 0 to 1, or of any other size; c = 1.4 is about the square root
    of 2 of Auer and others.
    """

    def __init__(self) -> None:
        self.low, self.high = inf, -inf

    def see(self, utilities: tuple[float, ...]) -> None:
        """Widen the scale to hold these utilities."""
        self.low, self.high = min(self.low, *utilities), max(self.high, *utilities)

    def unit(self, value: float) -> float:
        """Return the value as a number from 0 to 1; as long as all that was seen is equal, one half."""
        return (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5


def bandit_search(tree: SearchTree, rule: Literal["greedy", "ucb1"], c: float) -> int | None:
    """Return the root's move that was tried most often; None once the game is over."""
    scale = Scale()

    def upper_bound(node: TreeNode) -> float:
        if node.visits == 0:
            return inf
        mean = scale.unit(node.mean(tree.player))
        return mean if rule == "greedy" else ucb1(mean, node.visits, tree.root.visits, c)

    moves = tree.add_moves()
    for _ in range(tree.simulations if moves else 0):
        node = max(moves.values(), key=upper_bound)
        utilities = tree.simulate(node)
        scale.see(utilities)
        tree.back_propagate(node, utilities)
    return most_visited(tree.root)


@agent("bandit")
def decide(
    game: Game,
    state: Any,
    *,
    playouts: int = 1000,
    rule: Literal["greedy", "ucb1"] = "ucb1",
    c: float = 1.4,
    seed: int = 0,
    trace: Trace | None = None,
) -> Decision:
    """Monte Carlo bandit: random games to promising moves (greedy, version 0.9) or to uncertain ones too (ucb1, 1.0)."""
    tree = SearchTree(game, state, playouts, seed, trace)
    exploration = not_negative(c)
    return tree.decision_of(lambda: bandit_search(tree, rule, exploration))
