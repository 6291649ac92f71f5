"""Minimax and expectimax Pacman against the ghost each expects, and against the other: "Assumptions vs. Reality".

The table of the Berkeley CS 188 lectures: "Pacman used depth 4 search with an eval function that avoids trouble; ghost used
depth 2 search with an eval function that seeks Pacman", five games each. Their maze is not known; ours is one where it shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kibitz.core.estimates import Mean, Share
from kibitz.experiments.experiment import Experiment, Key, Report, Results, Task
from kibitz.experiments.findings import Figures, said, when
from kibitz.experiments.mazes import EXPECTIMAX, MINIMAX, MINIMISING, RANDOM, Pairing, game_tasks
from kibitz.pictures.charts import Chart, Series

MAZE = "pacman:layout=assumptionsClassic"
LECTURES = {
    (MINIMAX, MINIMISING): (493, "5/5"),
    (MINIMAX, RANDOM): (483, "5/5"),
    (EXPECTIMAX, MINIMISING): (-303, "1/5"),
    (EXPECTIMAX, RANDOM): (503, "5/5"),
}
"""Mean scores and wins in the lectures."""


def tasks(games: int, seed: int) -> Iterator[Task]:
    """Yield the games of all four pairings."""
    return game_tasks({(pacman, ghost): Pairing(pacman, ghost, MAZE) for pacman, ghost in LECTURES}, games, seed)


def report(results: Results) -> Report:
    """Return wins and mean scores beside the lectures'."""
    scores = {key: Mean.of([game.score for game in found]) for key, found in results.items()}
    wins = {key: Share.of([game.won for game in found]) for key, found in results.items()}
    rows = [
        {"Pacman": key[0], "ghost": key[1], "wins": wins[key], "mean score": scores[key], "lectures": score, "their wins": won}
        for key, (score, won) in LECTURES.items()
        if key in results
    ]
    pacmen = (MINIMAX, EXPECTIMAX)
    ghosts = (MINIMISING, RANDOM)
    known = {ghost: [place for place, pacman in enumerate(pacmen) if (pacman, ghost) in results] for ghost in ghosts}
    chart = Chart(
        "Assumptions against reality",
        "what Pacman takes the ghost for",
        "mean score",
        [
            Series(f"{ghost} ghost", places, [scores[pacmen[place], ghost] for place in places])
            for ghost, places in known.items()
        ],
        ("minimax: minimising", "expectimax: random"),
    )
    return Report(rows, [chart], _says(scores, wins))


def _says(scores: Mapping[Key, Mean], wins: Mapping[Key, Share]) -> str:
    """Return what the figures show."""
    points, won = Figures.of(scores), Figures.of(wins)
    caught = points[MINIMAX, MINIMISING] - points[EXPECTIMAX, MINIMISING]
    careful = points[EXPECTIMAX, RANDOM] - points[MINIMAX, RANDOM]
    return said(
        when(
            won[MINIMAX, MINIMISING] == won[MINIMAX, RANDOM] == 1,
            "Whoever expects the worst wins every game, whatever the ghost.",
        ),
        when(
            careful > 0,
            f"Where the ghost is harmless he makes {careful:.0f} points less than one who knows it, and who dares what is "
            "hardly ever punished.",
        ),
        when(
            caught > 0 and won[EXPECTIMAX, MINIMISING] < won[MINIMAX, MINIMISING],
            f"Whoever expects a random ghost is caught more often by one that does think, and makes {caught:.0f} points less.",
        ),
        when(caught > careful > 0, "Both assumptions cost where they are wrong: the careful one less than the other."),
    )


EXPERIMENT = Experiment(
    "What happens to minimax and expectimax Pacman when the ghost is not what they take it for?", 5, tasks, report
)
