"""Learners of weights for games that MAX plays for a score, alone or against any number of others.

TD(lambda) is here; it learns to foretell the score. The cross-entropy method has a file of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from kibitz.compile.cpu import native
from kibitz.core.contract import Game, ScoreFeatures, implements
from kibitz.core.errors import InputError, UnknownNameError
from kibitz.core.files import write_whole
from kibitz.core.game import about
from kibitz.core.playouts import sample
from kibitz.core.randomness import Random
from kibitz.core.weights import default_weights
from kibitz.learning.run import Figure, Told
from kibitz.learning.shares import require_shares
from kibitz.learning.weights.score_play import (
    DISCOUNT,
    EXPLORATION,
    GAMES,
    HOSTILITY,
    LAMBDA,
    SCORE,
    SETTINGS,
    SQUARES,
    STEP,
    TOTALS,
    score_play,
)
from kibitz.learning.weights.weights_file import header_lines, weights_file
from kibitz.models.file import Arrays

METHODS = ("cross-entropy", "td")
TRIALS, WEIGHTS, MEASURING = 1 << 40, 1 << 41, 1 << 42
"""The numbers of the first trial game, of the first weights that are drawn, and of the first game that is measured."""
TRIAL_GAMES, MEASURED_GAMES = 50, 200
LONGEST_TRIAL = 1000
SMALLEST_SIZE = 1e-3
"""Of moves in a trial game, and of features that hardly ever come up."""
FIRST_POINTS = 10.0
"""The weights are at first at random between so many points for a feature of the usual size and as many below 0."""


@dataclass(frozen=True)
class ScoreMethod:
    """How weights are learnt where MAX plays for a score."""

    name: Literal["cross-entropy", "td"] = "cross-entropy"
    step: float = 0.2
    trace_decay: float = 0.7
    discount: float = 0.95
    """What a point is worth that is made a move of MAX later."""
    exploration: float = 0.05
    hostility: float = 0.2
    """How often the others do their worst; else they move at random."""

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        if self.name not in METHODS:
            raise UnknownNameError("method", self.name, METHODS)
        require_shares(self, "trace_decay", "discount", "exploration", "hostility")


class ScoreLearner:
    """The weights of a score's features that are being learnt: what both learners have."""

    def __init__(self, game: Game, method: ScoreMethod, seed: int = 0) -> None:
        if not implements(game, ScoreFeatures):
            raise InputError(f"{about(game).title} has no score_features, so there are no weights to learn")
        self.game, self.method, self.seed = game, method, seed
        self.own = default_weights(game)
        self.names = list(self.own)
        if self.own[self.names[0]] != 1.0:
            raise InputError(f"the first feature of {about(game).title} must be the score so far, with the weight 1")
        self.scales = self._sizes()
        self.weights, self.errors = np.zeros(len(self.names)), np.zeros(2 * len(self.names))
        self.weights[0] = 1.0

    @property
    def settings(self) -> dict[str, Any]:
        """All that the result depends on but the number of games."""
        return {**vars(self.method), "seed": self.seed, "features": self.names}

    def _settings(self, exploration: float) -> Any:
        """Return the settings of play from which nothing is learnt."""
        settings = np.zeros(SETTINGS)
        settings[EXPLORATION], settings[HOSTILITY] = exploration, self.method.hostility
        return settings

    def _play(self, first: int, games: int, settings: Any, weights: Any, stop: Any) -> Any:
        """Play games with these weights, against others who know the learner's, and return their totals."""
        kernel, totals = native(score_play, self.game, features=len(self.names)), np.zeros(TOTALS)
        kernel(first, games, self.seed, settings, weights, self.weights, self.scales, self.errors, totals, stop)
        return totals

    def _sizes(self) -> Any:
        """Return how large each feature usually is, in random games."""
        squares, positions = np.zeros(len(self.names)), 0
        for number in range(TRIAL_GAMES):
            random, s = Random(self.seed, TRIALS + number), self.game.initial()
            for _ in range(LONGEST_TRIAL):
                if self.game.is_terminal(s):
                    break
                squares += np.square(np.array(self.game.score_features(s), float))
                positions += 1
                s = self.game.result(s, sample(self.game, s, random))
        return np.maximum(np.sqrt(squares / max(1, positions)), SMALLEST_SIZE)

    @property
    def points(self) -> dict[str, float]:
        """The weights by name."""
        return dict(zip(self.names, (float(weight) for weight in self.learnt), strict=True))

    @property
    def learnt(self) -> Any:
        """The weights that are written."""
        return self.weights

    def measure(self) -> dict[str, Figure]:
        """Return the mean score of MAX, who looks one move ahead, against others who move at random."""
        no_weights = np.array([1.0] + [0.0] * (len(self.names) - 1))
        return {
            "score against random players": self._mean_score(self.learnt),
            "with the game's own weights": self._mean_score(np.array(list(self.own.values()), float)),
            "MAX at random": self._mean_score(no_weights, exploration=1.0),
        }

    def _mean_score(self, weights: Any, exploration: float = 0.0) -> Figure:
        """Return the mean score with these weights, in the same games each time."""
        settings = np.zeros(SETTINGS)
        settings[EXPLORATION] = exploration
        totals = self._play(MEASURING, MEASURED_GAMES, settings, weights, np.zeros(1, np.int64))
        return Figure.of_mean(totals[SCORE], totals[SQUARES], int(totals[GAMES]))

    def save(self, path: str | Path, told: Told) -> None:
        """Write the weights as a file that people read and edit, and agents take as `weights=`."""
        write_whole(path, weights_file(self.points, header_lines(self.game, told)).encode())


class TemporalDifferences(ScoreLearner):
    """TD(lambda), from random weights on."""

    def __init__(self, game: Game, method: ScoreMethod, seed: int = 0) -> None:
        super().__init__(game, method, seed)
        random = Random(seed, WEIGHTS)
        self.weights[1:] = [FIRST_POINTS * (2.0 * random.unit() - 1.0) / scale for scale in self.scales[1:]]

    def arrays(self) -> Arrays:
        """Return the weights and their errors."""
        return {"weights": self.weights, "errors": self.errors}

    def restore(self, arrays: Arrays) -> None:
        """Take what a checkpoint has kept."""
        self.weights, self.errors = arrays["weights"].copy(), arrays["errors"].copy()

    def learn(self, first: int, games: int, stop: Any) -> int:
        """Learn from games."""
        settings = self._settings(self.method.exploration)
        settings[STEP], settings[LAMBDA] = self.method.step, self.method.trace_decay
        settings[DISCOUNT] = self.method.discount
        return int(self._play(first, games, settings, self.weights, stop)[GAMES])
