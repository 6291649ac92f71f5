"""What an evaluation is worth: expectimax Pacman with the bare score, and with `better`, a weighted sum of features."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.experiments.charts import Chart, Series
from kibitz.experiments.estimates import Mean, Share
from kibitz.experiments.experiment import Experiment, Report, Results, Task
from kibitz.experiments.mazes import EXPECTIMAX, RANDOM, Pairing, game_tasks

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
    scores = {key: Mean.of([game.score for game in found]) for key, found in results.items()}
    rows = [
        {
            "evaluation": evaluation,
            "depth": depth,
            "wins": Share.of([game.won for game in found]),
            "mean score": scores[evaluation, depth],
        }
        for (evaluation, depth), found in results.items()
    ]
    series = []
    for evaluation in EVALUATIONS:
        depths = [depth for one, depth in scores if one == evaluation]
        series.append(Series(evaluation, depths, [scores[evaluation, depth] for depth in depths]))
    chart = Chart("Expectimax on smallClassic, one random ghost", "depth in rounds", "mean score", series)
    return Report(rows, [chart], SAYS)


SAYS = (
    "The score alone says nothing of food that lies beyond the depth of the search, so that Pacman dawdles wherever none is "
    "near. With distances to food and ghosts in the evaluation he wins nearly always, and with far more points, even where he "
    "looks one round ahead only: a good evaluation is worth more than a few rounds of depth."
)
EXPERIMENT = Experiment("What is a good evaluation worth?", 10, tasks, report)
