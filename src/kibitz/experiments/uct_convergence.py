"""UCT approaches minimax: its move, and its value, as simulations grow (Kocsis and Szepesvari, 2006)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

from kibitz.api import decide
from kibitz.core.contract import Game
from kibitz.core.estimates import Mean, Share
from kibitz.core.registry import load
from kibitz.experiments.experiment import Experiment, Report, Results, Task
from kibitz.experiments.findings import Figures, rises, said, when
from kibitz.experiments.positions import question
from kibitz.pictures.charts import Chart, Series

GAME = "connect_four:width=4,height=4,connect=3"
OLDEST = 4
SIMULATIONS = (10, 30, 100, 300, 1000, 3000)


class Answer(NamedTuple):
    """How near UCT came: whether its move is one of minimax's, and the share of simulations that went to those."""

    right: bool
    visits: float


def tasks(games: int, seed: int) -> Iterator[Task]:
    """Yield UCT's decisions in positions where the choice matters."""
    game = load(GAME)
    for number in range(games):
        for simulations in SIMULATIONS:
            yield Task((simulations,), partial(_answer, game, simulations, seed, number))


def _answer(game: Game, simulations: int, seed: int, number: int) -> Answer:
    """Return what UCT comes to in one position."""
    asked = question(game, seed, number, OLDEST)
    decision = decide(game, asked.state, f"uct:sims={simulations},solve=false,policy=random", seed=asked.seed)
    visits = {move.action: move.visits or 0 for move in decision.moves}
    return Answer(decision.action in asked.best, sum(visits[action] for action in asked.best) / sum(visits.values()))


def report(results: Results) -> Report:
    """Return how near UCT comes by the number of simulations."""
    right = {simulations: Share.of([one.right for one in found]) for (simulations,), found in results.items()}
    visits = {simulations: Mean.of([one.visits for one in found]) for (simulations,), found in results.items()}
    rows = [{"simulations": key, "minimax's move": right[key], "simulations on minimax's moves": visits[key]} for key in right]
    series = [
        Series("plays a move of minimax", list(right), list(right.values())),
        Series("simulations spent on these moves", list(visits), list(visits.values())),
    ]
    chart = Chart("UCT approaches minimax", "simulations", "share", series, log_x=True, unit=True)
    return Report(rows, [chart], _says(right, visits))


def _says(right: Mapping[int, Share], visits: Mapping[int, Mean]) -> str:
    """Return what the figures show."""
    moves, spent = (list(Figures.of(column).values()) for column in (right, visits))
    return said(
        "Positions of a small Connect Four (four columns, four rows, three in a row) in which some moves are mistakes.",
        when(
            moves[-1] > moves[0],
            "With few simulations UCT judges by random games; as they grow, the tree does, and its averages are made more and "
            "more of best answers only: it plays minimax's move more often.",
        ),
        when(rises(spent), "The simulations themselves go to the best moves, the more of them there are."),
    )


EXPERIMENT = Experiment("Does UCT's move approach the move of minimax?", 30, tasks, report, counted="positions")
