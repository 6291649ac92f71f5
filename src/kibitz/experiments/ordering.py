"""Alpha-beta with the best, a random and the worst order of moves, against b^m and b^(m/2): the lectures' two extremes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import cast

from kibitz.core.contract import Game
from kibitz.core.estimates import Mean
from kibitz.core.randomness import Random
from kibitz.experiments.experiment import Experiment, Key, Report, Results, Task
from kibitz.experiments.findings import Figures, said, when
from kibitz.experiments.plain import alpha_beta
from kibitz.experiments.random_trees import BEST_FIRST, RANDOM_ORDER, WORST_FIRST, OrderedTree, Step
from kibitz.pictures.charts import Chart, Series

WIDTH = 5
DEPTHS = range(2, 9)
ORDERS = {"best first": BEST_FIRST, "random": RANDOM_ORDER, "worst first": WORST_FIRST}


def tasks(games: int, seed: int) -> Iterator[Task]:
    """Yield the searches of every tree in every order, to every depth."""
    for number in range(games):
        tree = Random(seed, number).below(1 << 31)
        for depth in DEPTHS:
            for name, order in ORDERS.items():
                yield Task((name, depth), partial(_leaves, tree, order, depth))


def _leaves(tree: int, order: int, depth: int) -> int:
    """Return the leaves that alpha-beta looks at."""
    game = cast(Game, OrderedTree(WIDTH, max(DEPTHS)))
    return alpha_beta(game, Step(tree, 1, 0, order, 0.0), depth).leaves


def least(depth: int) -> int:
    """Return the fewest leaves that any search of a uniform tree must look at (Knuth and Moore, 1975)."""
    return int(WIDTH ** (depth // 2) + WIDTH ** (depth - depth // 2) - 1)


def report(results: Results) -> Report:
    """Return the leaves looked at in each order, beside the lectures' formulas."""
    means = {key: Mean.of(found) for key, found in results.items()}
    depths = sorted({depth for _, depth in means})
    rows = [
        {"m": depth}
        | {name: means[name, depth] for name in ORDERS if (name, depth) in means}
        | {"b^(m/2)": WIDTH ** (depth / 2), "least": least(depth), "b^m": WIDTH**depth}
        for depth in depths
    ]
    measured = {name: [depth for depth in depths if (name, depth) in means] for name in ORDERS}
    series = [Series(name, known, [means[name, depth] for depth in known]) for name, known in measured.items()]
    series += [
        Series("b^m", depths, [float(WIDTH**depth) for depth in depths], dashed=True),
        Series("b^(m/2)", depths, [WIDTH ** (depth / 2) for depth in depths], dashed=True),
    ]
    chart = Chart("Leaves that alpha-beta looks at, b = 5", "depth m", "leaves", series, log_y=True)
    return Report(rows, [chart], _says(means))


def _says(means: Mapping[Key, Mean]) -> str:
    """Return what the figures show."""
    leaves = Figures.of(means)
    depths = sorted({depth for _, depth in means})
    best, any_order, worst = ([leaves[name, depth] for depth in depths] for name in ORDERS)
    return said(
        when(
            all(found > WIDTH**depth / 2 for found, depth in zip(worst, depths, strict=True)),
            "With the worst move first alpha-beta cuts less than half: the leaves it looks at grow almost like b^m.",
        ),
        when(
            all(found == least(depth) for found, depth in zip(best, depths, strict=True)),
            "With the best move first it needs exactly b^⌈m/2⌉ + b^⌊m/2⌋ - 1, the fewest that any search can do with: about "
            "twice b^(m/2), so that it looks twice as deep in the same time.",
        ),
        when(
            all(low < found < high for low, found, high in zip(best, any_order, worst, strict=True)),
            "A random order lies between the two.",
        ),
    )


EXPERIMENT = Experiment("What does the order of moves do to alpha-beta?", 20, tasks, report, counted="trees")
