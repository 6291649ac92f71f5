"""What an evaluation is worth: expectimax Pacman with the bare score, and with `better`, a weighted sum of features."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kibitz.core.estimates import Mean, Share
from kibitz.experiments.experiment import Experiment, Key, Report, Results, Task
from kibitz.experiments.findings import Figures, said, when
from kibitz.experiments.mazes import EXPECTIMAX, RANDOM, Pairing, game_tasks
from kibitz.pictures.charts import Chart, Series

MAZE = "pacman:layout=smallClassic,ghosts=1"
EVALUATIONS = ("score", "better")
DEPTHS = (1, 2, 3)


def tasks(games: int, seed: int) -> Iterator[Task]:
    """Yield the games with both evaluations at each depth."""
    pairings = {
        (evaluation, depth): Pairing(EXPECTIMAX, RANDOM, MAZE, evaluation, depth)
        for depth in DEPTHS
        for evaluation in EVALUATIONS
    }
    return game_tasks(pairings, games, seed)


def report(results: Results) -> Report:
    """Return wins and mean scores."""
    wins = {key: Share.of([game.won for game in found]) for key, found in results.items()}
    scores = {key: Mean.of([game.score for game in found]) for key, found in results.items()}
    rows = [
        {
            "evaluation": evaluation,
            "depth": depth,
            "wins": wins[evaluation, depth],
            "mean score": scores[evaluation, depth],
        }
        for evaluation, depth in results
    ]
    series = []
    for evaluation in EVALUATIONS:
        depths = [depth for one, depth in scores if one == evaluation]
        series.append(Series(evaluation, depths, [scores[evaluation, depth] for depth in depths]))
    chart = Chart("Expectimax on smallClassic, one random ghost", "depth in rounds", "mean score", series)
    return Report(rows, [chart], _says(scores, wins))


def _says(scores: Mapping[Key, Mean], wins: Mapping[Key, Share]) -> str:
    """Return what the figures show."""
    points, won = Figures.of(scores), Figures.of(wins)
    first, last = min(DEPTHS), max(DEPTHS)
    return said(
        "The score alone says nothing of food that lies beyond the depth of the search, so that Pacman dawdles wherever none "
        "is near.",
        when(
            all(
                points["better", depth] > points["score", depth] and won["better", depth] > won["score", depth]
                for depth in DEPTHS
            ),
            "With distances to food and ghosts in the evaluation he wins more games and more points at every depth.",
        ),
        when(
            last > first and points["better", first] > points["score", last],
            f"He does even with a depth of {first} what he does not with the score alone at {last}: a good evaluation is worth "
            "more than a few rounds of depth.",
        ),
    )


EXPERIMENT = Experiment("What is a good evaluation worth?", 10, tasks, report)
