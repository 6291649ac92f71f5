"""Weights of games for a score: values that are known are found, the others' part is played, Pacman learns to play well."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import kibitz
from kibitz.compile.cpu import Jit, native
from kibitz.core.errors import InputError, RulesError, UnknownNameError
from kibitz.core.game import score_points
from kibitz.core.playouts import sample
from kibitz.core.randomness import Random
from kibitz.core.weights import default_weights, read_weights
from kibitz.games.pacman import Pacman
from kibitz.games.pacman.layout import read_layout
from kibitz.learning.run import Told
from kibitz.learning.weights.cross_entropy import score_learner
from kibitz.learning.weights.score_learner import ScoreMethod

LENGTH, PRIZE = 9, 30


class Place(NamedTuple):
    place: int
    score: int
    player: int


class Seen(NamedTuple):
    score: float
    constant: float
    steps: float


@kibitz.game(players=2, constant_sum=None, cyclic=True)
class Corridor(NamedTuple):
    """MAX walks to the end of a corridor for a prize, each step costs 1; after each step the other one takes 0 or 2 points."""

    length: int = LENGTH

    def initial(self) -> Place:
        return Place(0, 0, 0)

    def to_move(self, s: Place) -> int:
        return s.player

    def actions(self, s: Place) -> Any:
        yield 0
        yield 1

    def result(self, s: Place, a: int) -> Place:
        if s.player == 1:
            return Place(s.place, s.score - 2 * a, 0)
        place = s.place + a
        return Place(place, s.score - 1 + (PRIZE if place == self.length else 0), 1 if place < self.length else 0)

    def is_terminal(self, s: Place) -> bool:
        return s.place == self.length

    def utility(self, s: Place, player: int) -> float:
        return float(s.score if player == 0 else -s.score)

    def score_features(self, s: Place) -> Seen:
        return Seen(s.score, 1, self.length - s.place)

    def score_weights(self) -> Seen:
        return Seen(1.0, 0.0, -1.0)


@pytest.mark.parametrize(("hostility", "step"), [(0.0, -2.0), (1.0, -3.0)])
def test_td_finds_the_values_that_follow_from_the_rules(hostility: float, step: float) -> None:
    """In each round to go MAX pays 1 for a step, and the other one takes 1 on average, or 2 if it does its worst."""
    method = ScoreMethod(name="td", discount=1.0, hostility=hostility, exploration=0.0, step=0.5)
    learner = score_learner(Corridor(), method)  # type: ignore[arg-type]
    learner.learn(0, 20_000, np.zeros(1, np.int64))
    assert learner.points["score"] == 1.0
    assert learner.points["steps"] == pytest.approx(step, abs=0.25)
    assert learner.points["constant"] == pytest.approx(PRIZE, abs=1.5)


def asking(game: Any, jit: Jit) -> Any:
    """Build `points(s, weights)`."""

    @jit
    def points(s: Any, weights: Any) -> float:
        return float(game.points(s, weights))

    return points


def test_pacmans_features_are_compiled_and_add_up_to_its_evaluation() -> None:
    game: Any = kibitz.load("pacman:layout=minimaxClassic,evaluation=better")
    weights = tuple(default_weights(game).values())
    compiled, random, s = native(asking, game), Random(1), game.initial()
    for _ in range(40):
        s = game.initial() if game.is_terminal(s) else s
        expected = score_points(game, s, weights)
        assert game.evaluate(s, 0) == -game.evaluate(s, 1) == pytest.approx(expected)
        assert compiled(s, np.array(weights)) == pytest.approx(expected)
        s = game.result(s, sample(game, s, random))


def test_pacmans_features_count_what_their_names_say() -> None:
    game = Pacman.of(read_layout("row", "%%%%%%%%%%\n%.  P oG.%\n%%%%%%%%%%"))
    found = game.score_features(game.initial())._asdict()
    assert found == {
        "score": 0, "playing": 1, "food_left": 1, "food_distance": 3 / 11, "capsules_left": 1 / 3, "prey": 0,
        "prey_distance": 0, "ghost_near": 0, "ghost_touching": 0,
    }  # fmt: skip
    scared = game.score_features(game.initial()._replace(timers=(20,)))
    assert (scared.prey, scared.prey_distance) == (1, 3)
    near = game.score_features(game.initial()._replace(pacman=game.homes[0] - 2))
    assert (near.ghost_near, near.ghost_touching) == (2, 1)


def test_pacman_learns_from_nothing_to_play_as_well_as_by_hand(tmp_path: Path) -> None:
    game, stop = kibitz.load("pacman:layout=testClassic"), np.zeros(1, np.int64)
    learner = score_learner(game, ScoreMethod(), seed=1)
    learner.learn(0, 40_000, stop)
    figures = learner.measure()
    learnt, own = figures["score against random players"], figures["with the game's own weights"]
    assert learnt.low > figures["MAX at random"].high
    assert learnt.high > own.value
    resumed = score_learner(game, ScoreMethod(), seed=1)
    resumed.learn(0, 4_321, stop)
    kept = {name: np.array(array) for name, array in resumed.arrays().items()}
    resumed = score_learner(game, ScoreMethod(), seed=1)
    resumed.restore(kept)
    resumed.learn(4_321, 40_000 - 4_321, stop)
    assert resumed.points == learner.points
    path = tmp_path / "mine.toml"
    learner.save(path, Told(games=40_000))
    judged: Any = kibitz.load(f"pacman:layout=testClassic,evaluation={path}")
    weights = read_weights(judged, str(path))
    s = judged.initial()
    assert judged.evaluate(s, 0) == pytest.approx(score_points(judged, s, weights))
    assert kibitz.decide(game, s, f"greedy:weights={path}").value is not None


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(InputError, match="has no score_features"):
        score_learner(kibitz.load("nim"), ScoreMethod())
    with pytest.raises(UnknownNameError, match="unknown method"):
        ScoreMethod(name="magic")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="hostility must lie between 0 and 1"):
        ScoreMethod(hostility=2.0)
    with pytest.raises(RulesError, match="score_features but no score_weights"):
        kibitz.game(players=2)(type("Half", (Corridor,), {"score_weights": None, "score_features": Corridor.score_features}))
    with pytest.raises(UnknownNameError, match=r"FILE\.toml"):
        kibitz.load("pacman:evaluation=best")
