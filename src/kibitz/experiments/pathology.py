"""Pathology: a game in which deeper search decides worse (Nau, 1979 and 1982), and a like game in which it does not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import cast

from kibitz.core.contract import Game
from kibitz.core.estimates import Share
from kibitz.core.randomness import Random
from kibitz.experiments.experiment import Experiment, Report, Results, Task
from kibitz.experiments.findings import said, when
from kibitz.experiments.plain import minimax
from kibitz.experiments.splitting import Part, Splitting
from kibitz.pictures.charts import Chart, Series

HEIGHT = 10
DEPTHS = range(1, HEIGHT)
KINDS = {"independent squares": False, "squares with a common past": True}


def tasks(games: int, seed: int) -> Iterator[Task]:
    """Yield decisions at all depths, on boards where one half is won and the other lost."""
    for name, dependent in KINDS.items():
        for number in range(games):
            yield Task((name,), partial(_is_right, dependent, seed, number))


def _is_right(dependent: bool, seed: int, number: int) -> tuple[bool, ...]:
    """Return for every depth whether the search finds the half that wins; of two equal ones it takes any."""
    game, random = cast(Game, Splitting(HEIGHT, dependent)), Random(seed, number)
    while True:
        halves = [Part(random.below(1 << 31), 0, 0)]
        halves = [game.result(halves[0], action) for action in (0, 1)]
        truth = [_worth(game, half, HEIGHT) for half in halves]
        if truth[0] != truth[1]:
            break
    right = []
    for depth in DEPTHS:
        values = [_worth(game, half, depth) for half in halves]
        chosen = random.below(2) if values[0] == values[1] else values.index(max(values))
        right.append(truth[chosen] > 0)
    return tuple(right)


def _worth(game: Game, half: Part, depth: int) -> float:
    """Return what a half is worth to the player who took it, by a search of `depth` moves with his own."""
    return -minimax(game, half, depth - 1).value


def report(results: Results) -> Report:
    """Return how often each depth decides right."""
    shares = {name: [Share.of(column) for column in zip(*found, strict=True)] for (name,), found in results.items()}
    rows = [{"depth": depth} | {name: found[place] for name, found in shares.items()} for place, depth in enumerate(DEPTHS)]
    series = [Series(name, list(DEPTHS), found) for name, found in shares.items()]
    chart = Chart("Does deeper search decide better?", "depth of the search", "share of right decisions", series)
    return Report(rows, [chart], _says(shares))


def _says(shares: Mapping[str, Sequence[Share]]) -> str:
    """Return what the figures show: the last depth sees all but one square, and is left out."""
    independent, dependent = ([share.value for share in shares.get(name, ())][:-1] for name in KINDS)
    return said(
        "Both games have the same shape, the same search and the same evaluation: the share of won squares.",
        when(
            bool(independent) and independent[-1] < max(independent[:2]),
            "Where squares are won independently, minimax over evaluations makes them less reliable, so that looking deeper "
            "decides worse, until it sees nearly to the end: Nau's pathology.",
        ),
        when(
            bool(dependent) and dependent[-1] > dependent[0],
            "Where squares share the past of their branches, as positions of real games do, estimates below a good move are "
            "good too, and deeper search decides better.",
        ),
    )


EXPERIMENT = Experiment("Is deeper search always better?", 400, tasks, report, counted="boards of each kind")
