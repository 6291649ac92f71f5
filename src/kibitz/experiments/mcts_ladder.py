"""The lectures' ladder of Monte Carlo searches, versions 0, 0.9, 1.0 and 2.0, at equal numbers of random games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from kibitz.api import decide
from kibitz.core.contract import Game
from kibitz.core.estimates import Share
from kibitz.core.registry import load
from kibitz.experiments.experiment import Experiment, Key, Report, Results, Task
from kibitz.experiments.findings import Figures, rises, said, when
from kibitz.experiments.positions import solved_question
from kibitz.pictures.charts import Chart, Series

GAME = "connect_four"
EARLIEST, LATEST = 12, 22
VERSIONS = {
    "0: equal shares": "montecarlo:playouts={}",
    "0.9: the promising": "bandit:playouts={},rule=greedy",
    "1.0: UCB1": "bandit:playouts={},rule=ucb1",
    "2.0: UCT": "uct:sims={},solve=false,policy=random",
    "2.0, with proofs": "uct:sims={},policy=random",
    "2.0, with heavy playouts too": "uct:sims={}",
}
PLAYOUTS = (100, 1_000, 10_000, 100_000, 1_000_000)


def tasks(games: int, seed: int) -> Iterator[Task]:
    """Yield the decisions of all versions in positions where the choice matters."""
    game = load(GAME)
    for number in range(games):
        for playouts in PLAYOUTS:
            for name, agent in VERSIONS.items():
                yield Task((name, playouts), partial(_is_best, game, agent.format(playouts), seed, number))


def _is_best(game: Game, agent: str, seed: int, number: int) -> bool:
    """Return whether an agent finds a best move."""
    asked = solved_question(game, seed, number, EARLIEST, LATEST)
    return decide(game, asked.state, agent, seed=asked.seed).action in asked.best


def report(results: Results) -> Report:
    """Return the share of best moves by version and number of random games."""
    shares = {key: Share.of(found) for key, found in results.items()}
    known = {name: [playouts for playouts in PLAYOUTS if (name, playouts) in shares] for name in VERSIONS}
    rows = [
        {"version": name} | {f"{playouts:,} games": shares[name, playouts] for playouts in PLAYOUTS if playouts in found}
        for name, found in known.items()
    ]
    series = [Series(name, found, [shares[name, playouts] for playouts in found]) for name, found in known.items()]
    chart = Chart("The ladder of Monte Carlo searches", "random games", "share of best moves", series, log_x=True)
    return Report(rows, [chart], _says(shares))


def _says(shares: Mapping[Key, Share]) -> str:
    """Return what the figures show."""
    best = Figures.of(shares)
    curves = {name: [best[name, playouts] for playouts in PLAYOUTS] for name in VERSIONS}
    equal, promising, bandit, tree, proving, heavy = curves.values()
    return said(
        f"Positions of Connect Four after {EARLIEST} to {LATEST} random moves, nobody about to win at once, in which some "
        "moves throw a win or a draw away, and how often each version finds one that does not.",
        when(
            all(promising[-1] < other[-1] for other in (equal, bandit, tree)),
            "Version 0.9 sticks to whatever did well at first, and with the most games finds the fewest.",
        ),
        when(
            all(other[-1] < tree[-1] for other in (equal, bandit)),
            "Versions 0 and 1.0 come down to the average over random games, in which opponents do not answer threats; version "
            "2.0, whose tree grows towards the best answers, finds more with the most games.",
        ),
        when(rises(tree), "The more games, the closer version 2.0 comes to perfect play."),
        when(proving[-1] > tree[-1], "Proofs of won and lost positions find still more."),
        when(
            heavy[0] > proving[0] and heavy[0] - proving[0] > heavy[-1] - proving[-1],
            "Light games, in which nobody misses a win or a block, help most where games are few.",
        ),
        when(
            equal[-1] >= bandit[-1],
            "Where only the last move counts, and not what was lost on the way to it, equal shares (version 0) are no worse "
            "than UCB1 (1.0).",
        ),
    )


EXPERIMENT = Experiment(
    "How far does each version of Monte Carlo search get with the same number of random games?", 40, tasks, report,
    counted="positions",
)  # fmt: skip
