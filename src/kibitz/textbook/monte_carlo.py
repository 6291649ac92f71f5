"""Pure Monte Carlo, the lectures' version 0: play random games after each move, take the move with the best average.

The Berkeley CS 188 lectures on Monte Carlo tree search; Abramson, "Expected-outcome: a general model of static evaluation",
IEEE Transactions on Pattern Analysis and Machine Intelligence 12, 1990. Every move gets equally many random games.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.agents import agent
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.textbook.search_tree import SearchTree
from kibitz.textbook.trace import Trace


def monte_carlo_search(tree: SearchTree) -> int | None:
    """Return the root's move with the best average over its random games, the first of equals; None once the game is over."""
    moves = tree.add_moves()
    for _ in range(max(1, tree.simulations // max(1, len(moves)))):
        for node in moves.values():
            tree.back_propagate(node, tree.simulate(node))
    return max(moves, key=lambda action: moves[action].mean(tree.player), default=None)


@agent("montecarlo")
def decide(game: Game, state: Any, *, playouts: int = 1000, seed: int = 0, trace: Trace | None = None) -> Decision:
    """Pure Monte Carlo (version 0): the best average over random games, equally many for each move and at least one."""
    tree = SearchTree(game, state, playouts, seed, trace)
    return tree.decision_of(lambda: monte_carlo_search(tree))
