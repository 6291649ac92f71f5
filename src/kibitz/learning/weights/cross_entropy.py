"""The cross-entropy method (Rubinstein 1999; for evaluations, Szita and Lorincz 2006): weights that make the best scores.

Weights are drawn at random, some games are played with each, and the next ones are drawn around those that scored best. Where
that leads to depends on the first ones, so it begins anew again and again, and the best that it has led to is what was learnt.
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

POPULATION, ELITE = 80, 12
"""In each generation so many weights are drawn, the next ones around so many of them."""
FIRST_GAMES, MORE_GAMES = 50, 25
"""So many games are played with each in the first generation, and so many more in each later one, where they differ little."""
STRIDE = 1 << 20
"""The numbers of the games of two generations are so far apart."""
ROUND = 25
"""After so many generations it begins anew."""
TRYING, TRIED_GAMES = 1 << 43, 20_000
"""What a round has led to is tried in so many games, the same for all; the number of the first of them."""
SPREAD = 50.0
"""So many points for a feature of the usual size is the standard deviation of the first weights that are drawn."""
RESTLESS, NOISE = 20, 0.1
"""In the first generations a share of it is added to that of the best, less each time, lest they agree too soon."""


class CrossEntropy(ScoreLearner):
    """The cross-entropy method: the weights are the mean of those that are drawn, or the best that a round has led to."""

    def __init__(self, game: Game, method: ScoreMethod, seed: int = 0) -> None:
        super().__init__(game, method, seed)
        self.scores, self.best = np.zeros(POPULATION), self.weights.copy()
        self.best_score = np.full(1, -np.inf)
        self._begin()

    def _begin(self) -> None:
        """Begin a round."""
        self.weights = np.zeros(len(self.names))
        self.weights[0] = 1.0
        self.spread = SPREAD / self.scales
        self.spread[0] = 0.0

    @property
    def learnt(self) -> Any:
        """The best weights that a round has led to, or in the first one those of this moment."""
        return self.weights if self.best_score[0] == -np.inf else self.best

    def arrays(self) -> Arrays:
        """Return mean and spread of the weights, the scores of those of this generation, and the best weights so far."""
        return {
            "weights": self.weights, "spread": self.spread, "scores": self.scores, "best": self.best,
            "best_score": self.best_score,
        }  # fmt: skip

    def restore(self, arrays: Arrays) -> None:
        """Take what a checkpoint has kept."""
        self.weights, self.spread = arrays["weights"].copy(), arrays["spread"].copy()
        self.scores, self.best = arrays["scores"].copy(), arrays["best"].copy()
        self.best_score = arrays["best_score"].copy()

    @property
    def settings(self) -> dict[str, Any]:
        """All that the result depends on but the number of games."""
        return {**super().settings, "round": ROUND}

    def learn(self, first: int, games: int, stop: Any) -> int:
        """Learn from games: each belongs to one of the weights of a generation, which all play against the same chance."""
        settings, done = self._settings(0.0), 0
        self._play(0, 0, settings, self.weights, stop)  # compiled before a clock runs
        while done < games and stop[0] == 0:
            generation, number, each = _place(first + done)
            one, number = divmod(number, each)
            part = min(each - number, games - done)
            totals = self._play(generation * STRIDE + number, part, settings, self._drawn(generation, one), stop)
            self.scores[one] += totals[SCORE]
            done += int(totals[GAMES])
            if one == POPULATION - 1 and number + int(totals[GAMES]) == each:
                self._next(generation)
                if generation % ROUND == ROUND - 1:
                    self._try()
                    self._begin()
        return done

    def _try(self) -> None:
        """End a round: keep what it has led to if it scores better than what any other has."""
        totals = self._play(TRYING, TRIED_GAMES, self._settings(0.0), self.weights, np.zeros(1, np.int64))
        score = totals[SCORE] / totals[GAMES]
        if score > self.best_score[0]:
            self.best, self.best_score = self.weights.copy(), np.full(1, score)

    def _drawn(self, generation: int, one: int) -> Any:
        """Return one of the weights of a generation."""
        random = Random(self.seed, WEIGHTS + generation * POPULATION + one)
        return np.array([mean + spread * _normal(random) for mean, spread in zip(self.weights, self.spread, strict=True)])

    def _next(self, generation: int) -> None:
        """End a generation: the next one is drawn around the best."""
        best = np.argsort(-self.scores, kind="stable")[:ELITE]
        elite = np.array([self._drawn(generation, int(one)) for one in best])
        noise = NOISE * SPREAD * max(0.0, 1.0 - (generation % ROUND + 1) / RESTLESS) / self.scales
        noise[0] = 0.0
        self.weights, self.spread = elite.mean(axis=0), elite.std(axis=0) + noise
        self.scores = np.zeros(POPULATION)


def _place(number: int) -> tuple[int, int, int]:
    """Return to which generation a game belongs, its number there, and how many games are played with each of the weights."""
    rounds, number = divmod(number, POPULATION * sum(FIRST_GAMES + MORE_GAMES * one for one in range(ROUND)))
    generation, each = 0, FIRST_GAMES
    while number >= POPULATION * each:
        number -= POPULATION * each
        generation, each = generation + 1, each + MORE_GAMES
    return rounds * ROUND + generation, number, each


def _normal(random: Random) -> float:
    """Return a random number of the standard normal distribution (Box and Muller 1958)."""
    return sqrt(-2.0 * log(1.0 - random.unit())) * cos(2.0 * pi * random.unit())


def score_learner(game: Game, method: ScoreMethod, seed: int = 0) -> TemporalDifferences | CrossEntropy:
    """Return the learner of a method."""
    return (TemporalDifferences if method.name == "td" else CrossEntropy)(game, method, seed)
