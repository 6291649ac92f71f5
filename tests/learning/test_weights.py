"""Weights: the search that learns sees what minimax sees, regression finds what made the data, self-play gets stronger."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.compile.cpu import Jit, native
from kibitz.core.errors import InputError
from kibitz.core.game import about
from kibitz.core.playouts import sample
from kibitz.core.randomness import Random
from kibitz.core.weights import read_weights
from kibitz.learning.run import Told
from kibitz.learning.strength import share_of_points
from kibitz.learning.weights.leaf_search import leaf_search, new_scratch
from kibitz.learning.weights.learner import Method, WeightLearner
from kibitz.learning.weights.regression import fitted

GAME: Any = kibitz.load("connect_four")
WEIGHTS = np.array([float(weight) for weight in GAME.weights()]) / about(GAME).points_at_half_win


def searching(game: Any, jit: Jit, *, features: int) -> Any:
    """Build `value(s, depth, weights, scratch)`."""
    search, _ = leaf_search(game, jit, features=features, noisy_moves=False, ordered=True)

    @jit
    def value(s: Any, depth: int, weights: Any, scratch: Any) -> float:
        zero: Any = np.int64(0)
        return float(search(s, depth, -2.0, 2.0, zero, zero, weights, scratch))

    return value


def minimax(s: Any, depth: int) -> tuple[float, list[float]]:
    """Return the value for the side to move and the features of its leaf, by the definition."""
    if GAME.is_terminal(s):
        return GAME.utility(s, GAME.to_move(s)), [0.0] * len(WEIGHTS)
    if depth == 0:
        lead = float(WEIGHTS @ np.array(GAME.features(s)))
        return lead / (1 + abs(lead)), [float(count) for count in GAME.features(s)]
    found = [minimax(GAME.result(s, a), depth - 1) for a in GAME.actions(s)]
    value, leaf = min(found, key=lambda one: one[0])
    return -value, [-count for count in leaf]


def test_the_search_has_minimax_values_and_their_leaves() -> None:
    value, scratch = native(searching, GAME, features=4), new_scratch(4)
    random = Random(1)
    for number in range(30):
        s = GAME.initial()
        for _ in range(number):
            s = s if GAME.is_terminal(s) else GAME.result(s, sample(GAME, s, random))
        expected, _ = minimax(s, 3)
        assert value(s, 3, WEIGHTS, scratch) == pytest.approx(expected)
        leaf = scratch.leaves[:4]
        lead = float(WEIGHTS @ leaf)
        assert leaf.any() == (abs(expected) < 1)
        assert not leaf.any() or lead / (1 + abs(lead)) == pytest.approx(expected)


def test_regression_finds_the_weights_that_made_the_results() -> None:
    random = np.random.default_rng(1)
    true = np.array([0.5, -0.2, 0.05])
    features = random.normal(size=(40_000, 3)) * [1.0, 3.0, 10.0]
    chances = 1 / (1 + np.exp(-np.log(3.0) * features @ true))
    results = np.where(random.random(40_000) < chances, 1.0, -1.0)
    assert fitted(features, results, np.array([1.0, 3.0, 10.0])) == pytest.approx(true, rel=0.1)


@pytest.mark.parametrize("method", ["td", "regression"])
def test_weights_learnt_from_nothing_beat_their_beginning(method: Any, tmp_path: Path) -> None:
    game = kibitz.load("othello:size=6")
    learner = WeightLearner(game, Method(name=method, depth=0), seed=3)
    learner.save(tmp_path / "before.toml", Told())
    learner.learn(0, 1500, np.zeros(1, np.int64))
    learner.save(tmp_path / "after.toml", Told(games=1500))
    after, before = (f"greedy:weights={tmp_path / name}.toml" for name in ("after", "before"))
    share = share_of_points(game, after, before, 60)
    assert share.low > 0.6
    assert read_weights(game, str(tmp_path / "after.toml"))
    again = WeightLearner(game, Method(name=method, depth=0), seed=3)
    again.learn(0, 700, np.zeros(1, np.int64))
    kept = {name: np.array(array) for name, array in again.arrays().items()}
    resumed = WeightLearner(game, Method(name=method, depth=0), seed=3)
    resumed.restore(kept)
    resumed.learn(700, 800, np.zeros(1, np.int64))
    assert resumed.points == learner.points


def test_games_without_features_are_refused() -> None:
    with pytest.raises(InputError, match="has no features"):
        WeightLearner(kibitz.load("nim"), Method())
    with pytest.raises(InputError, match="unknown method"):
        Method(name="magic")  # type: ignore[arg-type]


@pytest.mark.parametrize(("game", "depth"), [("connect_four", 3), ("checkers", 3), ("chess", 1), ("backgammon", 0)])
def test_how_far_learning_looks_suits_the_game(game: str, depth: int) -> None:
    assert Method.usual(kibitz.load(game)).depth == depth
