"""Knowing the opponent: expectimax with the true model of one who mostly searches two moves deep, and else guesses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from kibitz.api import decide
from kibitz.core.contract import Game
from kibitz.core.estimates import Mean, Share
from kibitz.core.mixtures import parse_mixture
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.experiments.experiment import Experiment, Report, Results, Task
from kibitz.experiments.findings import Figures, said, when
from kibitz.pictures.charts import Chart, Series

GAME = "tic_tac_toe"
MODEL = "[0.8*minimax:depth=2+0.2*random]"
PLAYERS = {
    "minimax": "minimax",
    "expectimax, random model": "expectimax:depth=9,hash=1",
    "expectimax, true model": f"expectimax:depth=9,hash=1,model={MODEL}",
}
"""All of them see to the end of the game."""


def tasks(games: int, seed: int) -> Iterator[Task]:
    """Yield the games of everybody, who begins every other one."""
    game = load(GAME)
    for number in range(games):
        for name, agent in PLAYERS.items():
            yield Task((name,), partial(_played, game, agent, number % 2, Random(seed, number).below(1 << 31)))


def _played(game: Game, agent: str, seat: int, seed: int) -> float:
    """Return what a game against the opponent brings."""
    random, state = Random(seed), game.initial()
    opponents = parse_mixture(MODEL)
    while not game.is_terminal(state):
        other = random.weighted([one.agent for one in opponents], [one.weight for one in opponents])
        mover = agent if game.to_move(state) == seat else other
        action = decide(game, state, mover, seed=random.below(1 << 31)).action
        assert action is not None
        state = game.result(state, action)
    return game.utility(state, seat)


def report(results: Results) -> Report:
    """Return wins, draws, losses and means."""
    means = {name: Mean.of(found) for (name,), found in results.items()}
    rows = []
    for (name,), found in results.items():
        row: dict[str, Any] = {"player": name}
        for word, worth in (("wins", 1.0), ("draws", 0.0), ("losses", -1.0)):
            row[word] = Share.of([value == worth for value in found])
        rows.append(row | {"mean utility": means[name]})
    bars = [Series(name, [0], [mean]) for name, mean in means.items()]
    chart = Chart("Tic-tac-toe against 80 % depth 2, 20 % random", "", "mean utility", bars, ("win 1, draw 0, loss -1",))
    losses = sum(value < 0 for value in results.get(("minimax",), ()))
    return Report(rows, [chart], _says(means, losses))


def _says(means: Mapping[str, Mean], losses: int) -> str:
    """Return what the figures show; `losses` are minimax's."""
    gained = Figures.of(means)
    minimax, wrong, true = (gained[name] for name in PLAYERS)
    return said(
        "The opponent searches two moves deep four times of five, and moves at random else.",
        when(minimax >= 0 and losses == 0, "Minimax loses no game, and takes what it is given."),
        when(
            true > minimax and true > wrong,
            "Expectimax with the true model asks of every move how likely this very opponent is to go wrong after it, and so "
            "gains most with the same rules and the same depth.",
        ),
        when(
            true - wrong > wrong - minimax and true > wrong,
            "Expectimax with a wrong model, a random opponent, hopes for blunders that hardly come: what is known of the "
            "opponent makes the difference, not the averaging.",
        ),
    )


EXPERIMENT = Experiment("What is it worth to know how the opponent thinks?", 200, tasks, report)
