"""What Star1 and Star2 save against plain expectiminimax: Ballard's prunings (1983) on dice games and on random trees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, cast

from kibitz.core.contract import Game
from kibitz.core.estimates import Mean
from kibitz.core.game import CHANCE
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.experiments.chance_trees import ChanceTree, State
from kibitz.experiments.experiment import Experiment, Report, Results, Task
from kibitz.experiments.findings import rises, said, when
from kibitz.experiments.positions import wandered
from kibitz.pictures.charts import Chart, Series
from kibitz.search.expectiminimax.engine import Engine
from kibitz.search.expectiminimax.traits import PLAIN, STAR1, STAR2

PRUNINGS = {"none": PLAIN, "Star1": STAR1, "Star2": STAR2}
DEPTHS = range(1, 4)
GAMES: dict[str, Callable[[], Game]] = {
    "backgammon": partial(load, "backgammon"),
    "pig": partial(load, "pig"),
    "random trees": lambda: cast(Game, ChanceTree()),
}
OLDEST = 60
"""Positions are after at most so many random moves and rolls."""
MEGABYTES = 16
LITTLE = 1.5
"""To save less than that is little."""


def tasks(games: int, seed: int) -> Iterator[Task]:
    """Yield the searches with and without pruning, on every game at every depth."""
    for name, make in GAMES.items():
        game = make()
        for number in range(games):
            state = _position(game, Random(seed, number))
            for depth in DEPTHS:
                yield Task((name, depth), partial(_counted, game, state, depth))


def _position(game: Game, random: Random) -> Any:
    """Return a position in which a player is to move: the root of a random tree, or one that random moves lead to."""
    if isinstance(game, ChanceTree):
        return State(random.below(1 << 31), 0, 0, False)
    while True:
        state = wandered(game, random, OLDEST)
        if game.to_move(state) != CHANCE:
            return state


def _counted(game: Game, state: Any, depth: int) -> dict[str, tuple[float, int]]:
    """Return value and states looked at of each search, all with an empty table."""
    found = {}
    for name, star in PRUNINGS.items():
        engine = Engine(game, game.to_move(state), megabytes=MEGABYTES, star=star)
        found[name] = engine.value(state, depth), engine.nodes
    return found


def report(results: Results) -> Report:
    """Return the states looked at, and how many times fewer they are with pruning."""
    rows = []
    saved: dict[tuple[str, str], dict[int, Mean]] = {}
    for (name, depth), found in results.items():
        row: dict[str, Any] = {"game": name, "depth": depth}
        nodes = {pruning: [one[pruning][1] for one in found] for pruning in PRUNINGS}
        row |= {"plain, states": Mean.of(nodes["none"])}
        for pruning in ("Star1", "Star2"):
            ratios = [plain / less for plain, less in zip(nodes["none"], nodes[pruning], strict=True)]
            row[f"{pruning}, states"] = Mean.of(nodes[pruning])
            row[f"{pruning}, times fewer"] = saved.setdefault((name, pruning), {})[depth] = Mean.of(ratios)
        row["same value"] = all(abs(one["none"][0] - one[pruning][0]) < 1e-9 for one in found for pruning in PRUNINGS)
        rows.append(row)
    series = [Series(f"{name}, {pruning}", list(by), list(by.values())) for (name, pruning), by in saved.items()]
    chart = Chart("What Star1 and Star2 save", "depth in moves", "times fewer states than without pruning", series, log_y=True)
    return Report(rows, [chart], _says(rows, saved))


def _says(rows: Sequence[Mapping[str, Any]], saved: Mapping[tuple[str, str], Mapping[int, Mean]]) -> str:
    """Return what the figures show."""
    times = {key: [mean.value for mean in by.values()] for key, by in saved.items()}
    first = {name for (name, pruning), found in times.items() if pruning == "Star1" and max(found) < LITTLE}
    second = {name for (name, pruning), found in times.items() if pruning == "Star2" and max(found) < LITTLE}
    growing = [name for (name, pruning), found in times.items() if pruning == "Star2" and rises(found) and name not in second]
    return said(
        when(
            all(row["same value"] for row in rows),
            "With all values between known bounds, chance nodes can be cut too, and the value stays that of expectiminimax.",
        ),
        when(
            bool(first - second),
            f"Star1 saves little in {_listed(first - second)}, since the outcomes not yet looked at are taken to be as good as "
            "can be.",
        ),
        when(
            bool(growing),
            "Star2 first tries one reply to each outcome, which bounds them well where replies are good: what it saves grows "
            f"with the depth in {_listed(growing)}.",
        ),
        when(bool(first & second), f"Neither saves much in {_listed(first & second)}."),
    )


def _listed(names: Iterable[str]) -> str:
    """Return names as one reads them out."""
    return " and ".join(sorted(names))


EXPERIMENT = Experiment(
    "How many states do Star1 and Star2 save in games with dice?", 3, tasks, report, counted="positions of each game"
)
