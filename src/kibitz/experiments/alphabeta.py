"""What alpha-beta saves against minimax in the lectures' smallest maze, depth by depth (a depth is a round of all agents)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

from kibitz.core.contract import Game
from kibitz.core.estimates import Mean
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.experiments.experiment import Experiment, Report, Results, Task
from kibitz.experiments.findings import rises, said, when
from kibitz.experiments.plain import Visited, alpha_beta, minimax
from kibitz.experiments.positions import wandered
from kibitz.pictures.charts import Chart, Series

MAZE = "pacman:layout=minimaxClassic"
DEPTHS = range(1, 6)
TRIES = 3
LONGEST = 6
"""Positions are at most so many rounds old."""


class Effort(NamedTuple):
    """What one search took."""

    value: float
    nodes: int
    seconds: float


def tasks(games: int, seed: int) -> Iterator[Task]:
    """Yield both searches to every depth: from the start, and then from positions after some random rounds."""
    game = load(MAZE)
    for number in range(games):
        state = game.initial() if number == 0 else wandered(game, Random(seed, number), LONGEST * game.players, game.players)
        for depth in DEPTHS:
            yield Task((depth,), partial(_both, game, state, depth * game.players))


def _both(game: Game, state: Any, moves: int) -> tuple[Effort, ...]:
    """Return what minimax and alpha-beta take for the same value."""
    return tuple(_effort(search, game, state, moves) for search in (minimax, alpha_beta))


def _effort(search: Callable[[Game, Any, int], Visited], game: Game, state: Any, moves: int) -> Effort:
    """Return what one search takes, at the best of a few tries: whatever else the machine does only adds to the time."""
    search(game, state, 0)  # compiles
    seconds = []
    for _ in range(TRIES):
        begun = perf_counter()
        found = search(game, state, moves)
        seconds.append(perf_counter() - begun)
    return Effort(found.value, found.nodes, min(seconds))


def report(results: Results) -> Report:
    """Return nodes and times of both at each depth."""
    rows: list[dict[str, Any]] = []
    nodes: dict[str, list[Mean]] = {"minimax": [], "alpha-beta": []}
    seconds: dict[str, list[Mean]] = {"minimax": [], "alpha-beta": []}
    for (depth,), found in results.items():
        for place, name in enumerate(nodes):
            nodes[name].append(Mean.of([pair[place].nodes for pair in found]))
            seconds[name].append(Mean.of([1e6 * pair[place].seconds for pair in found]))
        row = {"depth": depth, "minimax, states": nodes["minimax"][-1], "alpha-beta, states": nodes["alpha-beta"][-1]}
        row["times fewer"] = nodes["minimax"][-1].value / nodes["alpha-beta"][-1].value
        row |= {"minimax, µs": seconds["minimax"][-1], "alpha-beta, µs": seconds["alpha-beta"][-1]}
        rows.append({**row, "same value": all(first.value == second.value for first, second in found)})
    depths = [depth for (depth,) in results]
    charts = [
        Chart(title, "depth in rounds", unit, [Series(name, depths, found) for name, found in of.items()], log_y=True)
        for title, unit, of in (
            ("States looked at on minimaxClassic", "states", nodes),
            ("Time on minimaxClassic", "microseconds", seconds),
        )
    ]
    return Report(rows, charts, _says(rows))


def _says(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return what the figures show."""
    saved = [row["times fewer"] for row in rows]
    return said(
        when(all(row["same value"] for row in rows), "Both searches find the same value."),
        when(min(saved) > 1, "Alpha-beta looks at fewer states at every depth."),
        when(rises(saved), "What it saves is no constant factor: it grows with the depth."),
        "Neither remembers positions, and moves are tried in the order West, Stop, East, North, South, so that this is the "
        "lectures' alpha-beta without any help.",
    )


EXPERIMENT = Experiment(
    "How much does alpha-beta save against minimax, depth by depth?", 10, tasks, report, counted="positions"
)
