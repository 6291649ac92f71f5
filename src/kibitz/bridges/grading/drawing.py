"""The tree with which an agent went wrong: the right search drawn, and beside it what the agent did."""

from __future__ import annotations

from typing import cast

from kibitz.api import Traced, trace
from kibitz.bridges.grading.examining import Difference
from kibitz.bridges.grading.variants import ALPHABETA, EXPECTIMAX, MINIMAX
from kibitz.core.contract import Game

TEXTBOOK = {
    MINIMAX: "minimax:rounds={}", ALPHABETA: "alphabeta:rounds={},strict=true", EXPECTIMAX: "expectimax:rounds={}",
}  # fmt: skip
"""The textbook's agents that do what the course asks."""
LISTED = 12
"""So many states are listed by name."""


def right_search(agent: str, difference: Difference) -> Traced:
    """Return the textbook's search of the tree, which can be drawn."""
    tree = difference.tree
    return trace(cast(Game, tree.game()), None, TEXTBOOK[agent].format(tree.rounds))


def comparison(difference: Difference) -> list[str]:
    """Return, line by line, what the agent did with a tree and what was right."""
    tree, yours, model = difference.tree, difference.answer, difference.right
    ghosts = f"{tree.agents - 1} ghost{'s' * (tree.agents != 2)}"
    chose = yours.action or ("nothing" if yours.returned is None else repr(yours.returned)[:60])
    lines = [f"{tree.name}, {ghosts}, depth {tree.rounds}: right is {model.action}, it chose {chose}"]
    for told, names in (
        ("it generated too much", yours.made - model.made),
        ("it never generated", model.made - yours.made),
    ):
        if names:
            listed = sorted(names, key=lambda name: (len(name), name))
            more = f" and {len(listed) - LISTED} more" if len(listed) > LISTED else ""
            lines.append(f"{told}: {', '.join(listed[:LISTED])}{more}")
    return lines
