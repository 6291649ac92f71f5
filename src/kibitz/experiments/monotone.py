"""Minimax needs utilities in the right order only, expectimax needs their sizes: an order-preserving change of random trees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import cast

from kibitz.api import decide
from kibitz.core.contract import Game
from kibitz.core.estimates import Share
from kibitz.core.randomness import Random
from kibitz.experiments.experiment import Experiment, Key, Report, Results, Task
from kibitz.experiments.findings import Figures, said, when
from kibitz.experiments.random_trees import AFFINE, CUBE, EXPONENTIAL, PLAIN, Place, RandomTree
from kibitz.pictures.charts import Chart, Series

CHANGES = {"3x + 2": AFFINE, "x³": CUBE, "exp(3x)": EXPONENTIAL}
AGENTS = ("minimax", "expectimax")


def tasks(games: int, seed: int) -> Iterator[Task]:
    """Yield the decisions of both searches on every tree, before and after each change."""
    for number in range(games):
        tree = Random(seed, number).below(1 << 31)
        for agent in AGENTS:
            for change, scale in CHANGES.items():
                yield Task((agent, change), partial(_is_changed, agent, scale, tree))


def _is_changed(agent: str, scale: int, tree: int) -> bool:
    """Return whether a change of scale makes a search play another move at the root of a tree."""
    moves = [
        decide(cast(Game, RandomTree(scale=one)), Place(tree, 0, 0), f"{agent}:engine=textbook").action
        for one in (PLAIN, scale)
    ]
    return moves[0] != moves[1]


def report(results: Results) -> Report:
    """Return in how many trees the move changes."""
    shares = {key: Share.of(found) for key, found in results.items()}
    rows = [{"search": agent, "utilities x become": change, "other move": share} for (agent, change), share in shares.items()]
    places = {change: place for place, change in enumerate(CHANGES)}
    series = [
        Series(
            agent,
            [places[change] for one, change in shares if one == agent],
            [share for (one, _), share in shares.items() if one == agent],
        )
        for agent in AGENTS
    ]
    chart = Chart(
        "Another scale, another move?",
        "what becomes of a utility x",
        "share of trees with another move",
        series,
        tuple(CHANGES),
    )
    return Report(rows, [chart], _says(shares))


def _says(shares: Mapping[Key, Share]) -> str:
    """Return what the figures show."""
    changed = Figures.of(shares)
    return said(
        "Every one of these changes keeps the order of the utilities.",
        when(
            all(changed["minimax", change] == 0 for change in CHANGES),
            "Minimax only compares them, and its move never changes.",
        ),
        when(
            changed["expectimax", "3x + 2"] == 0,
            "Expectimax averages: it keeps its move when all utilities are stretched and shifted alike.",
        ),
        when(
            changed["expectimax", "x³"] > 0 and changed["expectimax", "exp(3x)"] > 0,
            "It changes it in a part of the trees when they are bent: an evaluation for expectimax must have the right sizes, "
            "not only the right order.",
        ),
    )


EXPERIMENT = Experiment(
    "Does an order-preserving change of utilities change the move of minimax, and of expectimax?", 200, tasks, report,
    counted="trees",
)  # fmt: skip
