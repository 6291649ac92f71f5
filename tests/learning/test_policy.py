"""Playout policies: what wins is chosen more often, and UCT takes the file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz.core.errors import InputError
from kibitz.learning.policy.learner import PolicyLearner
from kibitz.learning.run import Told


def test_the_centre_of_tic_tac_toe_is_chosen_most_then_corners_and_edges_least(tmp_path: Path) -> None:
    game = kibitz.load("tic_tac_toe")
    learner = PolicyLearner(game, seed=1)
    learner.learn(0, 20_000, np.zeros(1, np.int64))
    centre, corners, edges = learner.weights[4], learner.weights[[0, 2, 6, 8]], learner.weights[[1, 3, 5, 7]]
    assert centre > corners.max()
    assert corners.min() > edges.max()
    assert not learner.weights[9:].any()
    learner.save(tmp_path / "policy.toml", Told(games=20_000))
    decision = kibitz.decide(game, None, f"uct:sims=200,policy={tmp_path / 'policy.toml'}")
    assert decision.action is not None
    again = PolicyLearner(game, seed=1)
    again.learn(0, 5_000, np.zeros(1, np.int64))
    again.learn(5_000, 15_000, np.zeros(1, np.int64))
    assert np.array_equal(again.weights, learner.weights)


def test_a_game_for_one_is_refused() -> None:
    with pytest.raises(InputError, match="against each other"):
        PolicyLearner(kibitz.load("2048"))
