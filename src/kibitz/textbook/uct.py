"""UCT, the lectures' version 2.0: a tree of random games that grows where UCB1 finds it worthwhile.

MONTE-CARLO-TREE-SEARCH, Russell and Norvig, 4th edition, Figure 5.11; UCT: Kocsis and Szepesvari, "Bandit based Monte-Carlo
planning", ECML 2006. Each simulation walks down the tree by UCB1, adds one node, plays a random game from it and counts the
result all the way up. Every player looks at its own utility; at chance nodes an outcome is drawn as the rules say. The move
played is the one with the highest visit count.
"""

from __future__ import annotations

from math import inf
from sys import maxsize
from typing import Any

from kibitz.core.agents import agent
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.core.game import CHANCE
from kibitz.core.playouts import sample
from kibitz.core.questions import legal_actions
from kibitz.core.specs import not_negative
from kibitz.textbook.bandit import Scale, ucb1
from kibitz.textbook.search_tree import SearchTree, TreeNode, most_visited
from kibitz.textbook.trace import Trace


def monte_carlo_tree_search(tree: SearchTree, c: float) -> int | None:
    """Return the root's move with the highest visit count; None once the game is over."""
    scale = Scale()
    while tree.is_time_remaining():
        leaf = select_and_expand(tree, c, scale)
        utilities = tree.simulate(leaf)
        scale.see(utilities)
        tree.back_propagate(leaf, utilities)
    return most_visited(tree.root)


def select_and_expand(tree: SearchTree, c: float, scale: Scale) -> TreeNode:
    """Return the node from which to play: a new one below the node that the walk ended at, or the end of a game."""
    game, node = tree.game, tree.root
    while not game.is_terminal(node.state):
        action = preferred(tree, node, c, scale)
        if action not in node.children:
            return tree.add(node, action, game.result(node.state, action))
        node = node.children[action]
    return node


def preferred(tree: SearchTree, node: TreeNode, c: float, scale: Scale) -> int:
    """Return the move or outcome by which the walk goes on: a drawn outcome, a move not yet tried, or UCB1's choice."""
    if node.player == CHANCE:
        return sample(tree.game, node.state, tree.random)
    for action in legal_actions(tree.game, node.state):
        if action not in node.children:
            return action

    def upper_bound(action: int) -> float:
        child = node.children[action]
        return ucb1(scale.unit(child.mean(node.player)), child.visits, node.visits, c)

    return max(node.children, key=upper_bound)


@agent("uct")
def decide(
    game: Game, state: Any, *, sims: int | None = None, time: float | None = None, c: float = 1.4, seed: int = 0,
    trace: Trace | None = None,
) -> Decision:  # fmt: skip
    """UCT (version 2.0): Monte Carlo tree search with UCB1; the move with the highest visit count."""
    simulations = sims if sims is not None else 1000 if time is None else maxsize
    tree = SearchTree(game, state, simulations, seed, trace, inf if time is None else time)
    exploration = not_negative(c)
    return tree.decision_of(lambda: monte_carlo_tree_search(tree, exploration))
