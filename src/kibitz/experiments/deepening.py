"""Iterative deepening: what searching depth 1, 2, 3 ... costs beside the last depth alone, and how good the answers get."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from kibitz.api import decide
from kibitz.core.game import Game
from kibitz.core.registry import load
from kibitz.experiments.charts import Chart, Series
from kibitz.experiments.estimates import Mean, Share
from kibitz.experiments.experiment import Experiment, Report, Results, Task
from kibitz.experiments.plain import alpha_beta
from kibitz.experiments.positions import Question, question

GAME = "connect_four:width=5,height=4"
DEPTHS = range(1, 11)
OLDEST = 8


class Iteration(NamedTuple):
    """One depth: states looked at by that depth alone and by it and all before, by the engine too, and if the move is best."""

    alone: int
    together: int
    engine: int
    right: bool


def tasks(games: int, seed: int) -> Iterator[Task]:
    """Yield the searches of positions in which the choice matters."""
    game = load(GAME)
    for number in range(games):
        yield Task((), partial(_deepened, game, question(game, seed, number, OLDEST)))


def _deepened(game: Game, asked: Question) -> list[Iteration]:
    """Return every depth's costs and answer in one position."""
    found: list[Iteration] = []
    for depth in DEPTHS:
        alone = alpha_beta(game, asked.state, depth).nodes
        decision = decide(game, asked.state, f"alphabeta:depth={depth},pruning=none,hash=4")
        before = found[-1].together if found else 0
        found.append(Iteration(alone, before + alone, decision.nodes, decision.action in asked.best))
    return found


def report(results: Results) -> Report:
    """Return costs and answers by depth."""
    rows: list[dict[str, Any]] = []
    for depth, column in zip(DEPTHS, zip(*results[()], strict=True), strict=True):
        row: dict[str, Any] = {"depth": depth, "at once, states": Mean.of([one.alone for one in column])}
        row["deepening, states"] = Mean.of([one.together for one in column])
        row["deepening / at once"] = sum(one.together for one in column) / sum(one.alone for one in column)
        row["with table and order, states"] = Mean.of([one.engine for one in column])
        rows.append(row | {"best move": Share.of([one.right for one in column])})
    depths = list(DEPTHS)
    columns = ("at once", "deepening", "with table and order")
    costs = [Series(name, depths, [row[f"{name}, states"] for row in rows]) for name in columns]
    charts = [
        Chart("What deepening costs in Connect Four", "depth", "states looked at", costs, log_y=True),
        Chart("What deepening answers", "states looked at", "share of best moves", [
            Series(name, [row[f"{name}, states"].value for row in rows], [row["best move"] for row in rows])
            for name in columns[1:]
        ], log_x=True),
    ]  # fmt: skip
    return Report(rows, charts, SAYS)


SAYS = (
    "All depths together cost little more than the last one alone, since each is several times as dear as the one before; in "
    "return there is an answer at any time, and it gets better with time. An engine that keeps what the shallow searches have "
    "found, in a table and as an order of moves, comes out far cheaper than a single search at once: then deepening saves time."
)
EXPERIMENT = Experiment("What does iterative deepening cost, and what does it bring?", 20, tasks, report, counted="positions")
