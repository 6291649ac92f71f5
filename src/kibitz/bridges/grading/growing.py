"""Random trees in which right and wrong searches differ."""

from __future__ import annotations

from functools import lru_cache

from kibitz.bridges.grading.searches import ROUNDING, root_values
from kibitz.bridges.grading.trees import ExplicitTree, TreeState, Watched
from kibitz.bridges.grading.variants import EXPECTIMAX, right
from kibitz.core.randomness import Random
from kibitz.games.tree.pacman import Graph

WORTHS = 7
"""So many different values a tree has, few enough that equal ones meet; they are below 0, above it or both."""
SHAPES = (
    (2, 1, 2, 0), (2, 1, 3, 0), (2, 1, 2, 4), (2, 2, 2, 0), (3, 1, 2, 0), (3, 1, 2, 4), (2, 2, 2, 4), (2, 3, 2, 0),
    (3, 2, 2, 0), (4, 1, 2, 0), (2, 2, 3, 5), (3, 2, 2, 4), (2, 3, 2, 4), (4, 1, 2, 3), (3, 1, 3, 5), (2, 2, 3, 8),
)  # fmt: skip
"""Agents, rounds, branches (of three, one is missing now and then), and how many states of twenty end the game."""
COPIES = "abcde"
"""So many trees there are of each shape."""


@lru_cache(maxsize=4)
def examples(seed: int = 0) -> tuple[ExplicitTree, ...]:
    """Return trees in which right and wrong searches differ, the small ones first."""
    made = []
    for place, copy in enumerate(COPIES):
        for number, shape in enumerate(SHAPES):
            random = Random(seed, 100 * place + number)
            tree = _grown(f"tree {number + 1}{copy}", *shape, random)
            while _depends_on_rounding(tree):
                tree = _grown(tree.name, *shape, random)
            made.append(tree)
    return tuple(sorted(made, key=lambda tree: len(tree.graph.worth)))


def _grown(name: str, agents: int, rounds: int, branches: int, ends: int, random: Random) -> ExplicitTree:
    """Return a random tree that goes one round further than is to be searched."""
    successors: dict[str, list[tuple[str, str, int]]] = {}
    worth: dict[str, float] = {"s": 0.0}
    over: dict[bool, set[str]] = {True: set(), False: set()}
    level, lowest = ["s"], -random.below(3) * (WORTHS // 2)
    for ply in range(agents * (rounds + 1)):
        after = []
        for state in level:
            fewer = branches > 2 and random.below(3) == 0
            names = [f"{state}{'abc'[branch]}" for branch in range(branches - fewer)]
            successors[state] = [(f"to_{one[-1].upper()}", one, 0) for one in names]
            for one in names:
                worth[one] = float(random.below(WORTHS) + lowest)
                if ply < agents * rounds - 1 and random.below(20) < ends:
                    over[random.below(2) == 0].add(one)
                else:
                    after.append(one)
        level = after
    return ExplicitTree(name, agents, rounds, "s", Graph(successors, worth, frozenset(over[True]), frozenset(over[False])))


def _depends_on_rounding(tree: ExplicitTree) -> bool:
    """Return whether expectimax has two best actions with thirds in their values, which may or may not come out equal."""
    if all(len(moves) < 3 for moves in tree.graph.successors.values()):
        return False
    values = sorted(value for _, value in root_values(right(EXPECTIMAX), TreeState(tree, tree.start, Watched()), tree.rounds))
    return values[-1] - values[-2] < ROUNDING
