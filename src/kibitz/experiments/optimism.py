"""Dangerous optimism and dangerous pessimism: to take a ghost that thinks for a random one, and the other way round.

In the lectures' trapped maze minimax Pacman gives up and runs into a ghost, where a gamble would often save him.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kibitz.core.estimates import Mean, Share
from kibitz.experiments.experiment import Experiment, Key, Report, Results, Task
from kibitz.experiments.findings import Figures, said, when
from kibitz.experiments.mazes import EXPECTIMAX, MINIMAX, MINIMISING, RANDOM, Pairing, game_tasks
from kibitz.pictures.charts import Chart, Series

CASES = {
    "optimism": ("assumptionsClassic", MINIMISING, "better", 4),
    "pessimism": ("trappedClassic", RANDOM, "score", 3),
}
"""Which maze and which ghosts show each danger, and Pacman's evaluation and depth there."""
RIGHT = {"optimism": MINIMAX, "pessimism": EXPECTIMAX}
"""Whose assumption is right there."""


def tasks(games: int, seed: int) -> Iterator[Task]:
    """Yield the games of both Pacmen in both mazes."""
    pairings = {
        (danger, pacman): Pairing(pacman, ghosts, f"pacman:layout={maze}", evaluation, depth)
        for danger, (maze, ghosts, evaluation, depth) in CASES.items()
        for pacman in (MINIMAX, EXPECTIMAX)
    }
    return game_tasks(pairings, games, seed)


def report(results: Results) -> Report:
    """Return wins and mean scores of who is right and of who is wrong."""
    rows: list[dict[str, Any]] = []
    scores = {key: Mean.of([game.score for game in found]) for key, found in results.items()}
    wins = {key: Share.of([game.won for game in found]) for key, found in results.items()}
    for danger, pacman in results:
        maze, ghosts, _, _ = CASES[danger]
        row = {"danger": danger, "maze": maze, "ghosts": ghosts, "Pacman": pacman, "is right": RIGHT[danger] == pacman}
        rows.append({**row, "wins": wins[danger, pacman], "mean score": scores[danger, pacman]})
    places = {danger: place for place, danger in enumerate(CASES)}
    series = [
        Series(pacman, [places[danger] for danger, one in scores if one == pacman], [
            score for (_, one), score in scores.items() if one == pacman
        ])
        for pacman in (MINIMAX, EXPECTIMAX)
    ]  # fmt: skip
    groups = tuple(f"{danger}: {ghosts} ghosts\n{maze}" for danger, (maze, ghosts, _, _) in CASES.items())
    return Report(rows, [Chart("What a wrong assumption costs", "", "mean score", series, groups)], _says(scores, wins))


def _says(scores: Mapping[Key, Mean], wins: Mapping[Key, Share]) -> str:
    """Return what the figures show."""
    points, won = Figures.of(scores), Figures.of(wins)
    return said(
        when(
            points["optimism", EXPECTIMAX] < points["optimism", MINIMAX],
            "Optimism: expectimax expects random ghosts, passes right in front of the minimising ghost to save some steps, and "
            f"is caught: he makes {points['optimism', MINIMAX] - points['optimism', EXPECTIMAX]:.0f} points less than minimax.",
        ),
        when(
            points["pessimism", MINIMAX] < points["pessimism", EXPECTIMAX],
            "Pessimism: on trappedClassic minimax sees that best play of the ghosts will kill him, and so dies at once to save "
            "the cost of a few moves.",
        ),
        when(
            won["pessimism", EXPECTIMAX] > won["pessimism", MINIMAX],
            "Expectimax gambles on the ghosts' randomness there, and wins "
            f"{100 * won['pessimism', EXPECTIMAX]:.0f} % of his games.",
        ),
    )


EXPERIMENT = Experiment("What does it cost to expect too much of the others, or too little?", 20, tasks, report)
