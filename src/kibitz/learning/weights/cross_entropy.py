"""The cross-entropy method (Rubinstein 1999; for evaluations, Szita and Lorincz 2006): weights that make the best scores.

Weights are drawn at random, some games are played with each, and the next ones are drawn around those that scored best.
"""

from __future__ import annotations

from math import cos, log, pi, sqrt
from typing import Any

import numpy as np

from kibitz.core.contract import Game
from kibitz.core.randomness import Random
from kibitz.learning.weights.score_learner import WEIGHTS, ScoreLearner, ScoreMethod, TemporalDifferences
from kibitz.learning.weights.score_play import GAMES, SCORE
from kibitz.models.file import Arrays

POPULATION, ELITE, GAMES_EACH = 80, 12, 150
"""In each generation so many weights are drawn, the next ones around so many of them, after so many games with each."""
SPREAD = 50.0
"""So many points for a feature of the usual size is the standard deviation of the first weights that are drawn."""
RESTLESS, NOISE = 40, 0.1
"""In the first generations a share of it is added to that of the best, less each time, lest they agree too soon."""


class CrossEntropy(ScoreLearner):
    """The cross-entropy method: the weights are the mean of those that are drawn."""

    def __init__(self, game: Game, method: ScoreMethod, seed: int = 0) -> None:
        super().__init__(game, method, seed)
        self.spread = SPREAD / self.scales
        self.spread[0] = 0.0
        self.scores = np.zeros(POPULATION)

    def arrays(self) -> Arrays:
        """Return mean and spread of the weights, and the scores of those of this generation."""
        return {"weights": self.weights, "spread": self.spread, "scores": self.scores}

    def restore(self, arrays: Arrays) -> None:
        """Take what a checkpoint has kept."""
        self.weights, self.spread = arrays["weights"].copy(), arrays["spread"].copy()
        self.scores = arrays["scores"].copy()

    def learn(self, first: int, games: int, stop: Any) -> int:
        """Learn from games: each belongs to one of the weights of a generation, which all play against the same chance."""
        settings, done = self._settings(0.0), 0
        self._play(0, 0, settings, self.weights, stop)  # compiled before a clock runs
        while done < games and stop[0] == 0:
            turn, number = divmod(first + done, GAMES_EACH)
            generation, one = divmod(turn, POPULATION)
            part = min(GAMES_EACH - number, games - done)
            totals = self._play(generation * GAMES_EACH + number, part, settings, self._drawn(generation, one), stop)
            self.scores[one] += totals[SCORE]
            done += int(totals[GAMES])
            if one == POPULATION - 1 and number + int(totals[GAMES]) == GAMES_EACH:
                self._next(generation)
        return done

    def _drawn(self, generation: int, one: int) -> Any:
        """Return one of the weights of a generation."""
        random = Random(self.seed, WEIGHTS + generation * POPULATION + one)
        return np.array([mean + spread * _normal(random) for mean, spread in zip(self.weights, self.spread, strict=True)])

    def _next(self, generation: int) -> None:
        """End a generation: the next one is drawn around the best."""
        best = np.argsort(-self.scores, kind="stable")[:ELITE]
        elite = np.array([self._drawn(generation, int(one)) for one in best])
        noise = NOISE * SPREAD * max(0.0, 1.0 - (generation + 1) / RESTLESS) / self.scales
        noise[0] = 0.0
        self.weights, self.spread = elite.mean(axis=0), elite.std(axis=0) + noise
        self.scores = np.zeros(POPULATION)


def _normal(random: Random) -> float:
    """Return a random number of the standard normal distribution (Box and Muller 1958)."""
    return sqrt(-2.0 * log(1.0 - random.unit())) * cos(2.0 * pi * random.unit())


def score_learner(game: Game, method: ScoreMethod, seed: int = 0) -> ScoreLearner:
    """Return the learner of a method."""
    return (TemporalDifferences if method.name == "td" else CrossEntropy)(game, method, seed)
