"""Iterative deepening: what searching depth 1, 2, 3 ... costs beside the last depth alone, and how good the answers get."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from kibitz.api import decide
from kibitz.core.contract import Game
from kibitz.core.estimates import Mean, Share
from kibitz.core.registry import load
from kibitz.experiments.experiment import Experiment, Report, Results, Task
from kibitz.experiments.findings import rises, said, when
from kibitz.experiments.plain import alpha_beta
from kibitz.experiments.positions import question
from kibitz.pictures.charts import Chart, Series

COSTS, ANSWERS = "connect_four:width=5,height=4", "tic_tac_toe"
"""The game in which costs are drawn, and the one in which answers are."""
DEPTHS = {COSTS: range(1, 11), ANSWERS: range(1, 8)}
OLDEST = 4
"""Positions are after at most so many random moves."""


AT_ONCE, DEEPENING, ENGINE, BEST = "at once", "deepening", "deepening, table and order", "best move"
RATIO = "deepening / at once"
"""The columns: states looked at by three searches, two of them compared, and how often the last depth's move is a best one."""


class Iteration(NamedTuple):
    """One depth: states looked at by that depth alone and by it and all before, by the engine too, and if the move is best."""

    alone: int
    together: int
    engine: int
    right: bool


def tasks(games: int, seed: int) -> Iterator[Task]:
    """Yield the searches of positions in which the choice matters."""
    for name, depths in DEPTHS.items():
        game = load(name)
        for number in range(games):
            yield Task((name,), partial(_deepened, game, seed, number, depths))


def _deepened(game: Game, seed: int, number: int, depths: range) -> list[Iteration]:
    """Return every depth's costs and answer in one position."""
    asked = question(game, seed, number, OLDEST)
    found: list[Iteration] = []
    for depth in depths:
        alone = alpha_beta(game, asked.state, depth).nodes
        decision = decide(game, asked.state, f"alphabeta:depth={depth},pruning=none,hash=4")
        before = found[-1].together if found else 0
        found.append(Iteration(alone, before + alone, decision.nodes, decision.action in asked.best))
    return found


def report(results: Results) -> Report:
    """Return costs and answers by depth."""
    tables = {name: _table(name, found) for (name,), found in results.items()}
    charts = [
        Chart("What deepening costs in a small Connect Four", "depth", "states looked at", [
            Series(name, [row["depth"] for row in tables.get(COSTS, [])], [row[name] for row in tables.get(COSTS, [])])
            for name in (AT_ONCE, DEEPENING, ENGINE)
        ], log_y=True),
        Chart("What deepening answers in tic-tac-toe", "states looked at", "share of best moves", [
            Series(name, [row[name].value for row in tables[ANSWERS]], [row[BEST] for row in tables[ANSWERS]])
            for name in (DEEPENING, ENGINE)
        ] if ANSWERS in tables else [], log_x=True),
    ]  # fmt: skip
    return Report([row for table in tables.values() for row in table], charts, _says(tables))


def _table(name: str, found: Sequence[list[Iteration]]) -> list[dict[str, Any]]:
    """Return the rows of one game."""
    rows = []
    for depth, column in zip(DEPTHS[name], zip(*found, strict=True), strict=True):
        row: dict[str, Any] = {"game": name, "depth": depth}
        row[AT_ONCE] = Mean.of([one.alone for one in column])
        row[DEEPENING] = Mean.of([one.together for one in column])
        row[RATIO] = sum(one.together for one in column) / sum(one.alone for one in column)
        row[ENGINE] = Mean.of([one.engine for one in column])
        rows.append(row | {BEST: Share.of([one.right for one in column])})
    return rows


def _says(tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """Return what the figures show."""
    deepest = [table[-1] for table in tables.values() if len(table) > 1]
    ratios = [row[RATIO] for row in deepest]
    times = " and ".join(f"{ratio:.1f}" for ratio in ratios)
    return said(
        when(
            bool(ratios),
            f"All depths together cost {times} times what the last one costs alone; in return there is an answer at any time.",
        ),
        when(
            bool(deepest) and all(row[ENGINE].value < row[AT_ONCE].value for row in deepest),
            "An engine that keeps what the shallow searches have found, in a table and as an order of moves, is cheaper than a "
            "single search at once: then deepening saves time.",
        ),
        *(_answers(name, [row[BEST].value for row in table]) for name, table in tables.items() if len(table) > 1),
    )


def _answers(name: str, shares: Sequence[float]) -> str:
    """Return how the answers change with the depth in a game."""
    top = shares.index(max(shares))
    return said(
        when(rises(shares), f"In {name} no depth answers worse than the one before, and the last better than the first."),
        when(
            0 < top < len(shares) - 1 and shares[-1] < shares[top],
            f"In {name} the answers get better up to depth {DEPTHS[name][top]} and are worse at the last: before it sees the "
            "end, a search depends on its evaluation.",
        ),
    )


EXPERIMENT = Experiment("What does iterative deepening cost, and what does it bring?", 20, tasks, report, counted="positions")
