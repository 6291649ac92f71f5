"""PUCT: Monte Carlo tree search led by what is known of moves beforehand, as in AlphaGo Zero.

Rosin, "Multi-armed bandits with episode context", 2011; Silver and others, "Mastering the game of Go without human knowledge",
Nature 550, 2017. Every move of a position has a prior probability, and the walk down the tree weighs it against what the move
has shown so far: Q + c P sqrt(N) / (1 + n). Where it leaves the tree, a judge says what each player can expect and how
promising each move looks. A net is such a judge. Here there is none: all moves are equally promising, and a random game judges.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import inf, sqrt
from sys import maxsize
from typing import Any

from kibitz.core.agents import agent
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.core.game import CHANCE, utilities
from kibitz.core.playouts import sample
from kibitz.core.questions import legal_actions
from kibitz.core.specs import not_negative
from kibitz.textbook.bandit import Scale
from kibitz.textbook.search_tree import SearchTree, TreeNode, most_visited
from kibitz.textbook.trace import Trace

Judgement = tuple[Mapping[int, float], tuple[float, ...]]
"""The prior probability of each legal move, and what each player can expect."""
Judge = Callable[[TreeNode], Judgement]


def puct_search(tree: SearchTree, judge: Judge, c: float, scale: Scale) -> int | None:
    """Return the root's move with the highest visit count; None once the game is over."""
    priors: dict[TreeNode, Mapping[int, float]] = {}
    while tree.is_time_remaining():
        leaf = descend(tree, priors, c, scale)
        if tree.game.is_terminal(leaf.state):
            expected = utilities(tree.game, leaf.state)
        else:
            priors[leaf], expected = judge(leaf)
        scale.see(expected)
        tree.back_propagate(leaf, expected)
    return most_visited(tree.root)


def descend(tree: SearchTree, priors: Mapping[TreeNode, Mapping[int, float]], c: float, scale: Scale) -> TreeNode:
    """Return the node at which the walk leaves the tree, or the end of a game; at chance nodes an outcome is drawn."""
    game, node = tree.game, tree.root
    while not game.is_terminal(node.state):
        if node.player == CHANCE:
            action = sample(game, node.state, tree.random)
        elif node in priors:
            action = preferred(node, priors[node], c, scale)
        else:
            return node
        node = node.children.get(action) or tree.add(node, action, game.result(node.state, action))
    return node


def preferred(node: TreeNode, priors: Mapping[int, float], c: float, scale: Scale) -> int:
    """Return the move with the best balance of value and prior; an untried one counts as its position does on average."""
    expected = node.mean(node.player)

    def puct_score(action: int) -> float:
        child = node.children.get(action)
        visits, value = (child.visits, child.mean(node.player)) if child else (0, expected)
        return 2.0 * scale.unit(value) - 1.0 + c * sqrt(node.visits) * priors[action] / (1 + visits)

    return max(priors, key=puct_score)


@agent("puct")
def decide(
    game: Game, state: Any, *, sims: int | None = None, time: float | None = None, c: float = 1.5, seed: int = 0,
    trace: Trace | None = None,
) -> Decision:  # fmt: skip
    """PUCT: Monte Carlo tree search with priors, here equal ones, and a random game as the judge of each new position."""
    simulations = sims if sims is not None else 1000 if time is None else maxsize - 1
    judged = game.to_move(state) != CHANCE  # the first simulation judges the position itself and tries no move
    tree = SearchTree(game, state, simulations + judged, seed, trace, inf if time is None else time)

    def judge(leaf: TreeNode) -> Judgement:
        actions = legal_actions(game, leaf.state)
        return dict.fromkeys(actions, 1.0 / len(actions)), tree.simulate(leaf)

    decision = tree.decision(puct_search(tree, judge, not_negative(c), Scale()))
    return replace(decision, simulations=max(0, tree.root.visits - judged))
