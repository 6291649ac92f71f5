"""How strong an agent is for every value of its parameters: a smooth surface through noisy matches, with its uncertainty.

It is a Gaussian process (Rasmussen and Williams, 2006, chapter 2): values near each other are alike, and how near is near,
and how much strength varies at all, are those for which the results are likeliest.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import numpy.typing as npt

from kibitz.arena.elo import ELO_UNIT
from kibitz.arena.score import Score

LENGTHS = (0.15, 0.25, 0.4, 0.7, 1.2)
"""How far apart values are alike, as parts of a range."""
HEIGHTS = (10.0, 20.0, 40.0, 80.0, 160.0, 320.0)
"""By how many points of Elo strength varies."""

Vector = npt.NDArray[np.float64]


class Surface:
    """The strength at every place, from 0 to 1 in each parameter, as matches make it look."""

    def __init__(self, places: Sequence[Sequence[float]], scores: Sequence[Score]) -> None:
        """Fit the surface to the scores of matches at some places."""
        self.places = np.array(places, dtype=float)
        leads, self.noise = (np.array(numbers) for numbers in zip(*map(_lead, scores), strict=True))
        weights = 1.0 / self.noise
        self.mean, self.doubt = float(np.average(leads, weights=weights)), 1.0 / float(weights.sum())
        self.leads = leads - self.mean
        self.shapes = list(product(LENGTHS, HEIGHTS))
        likelihoods = np.array([self._likelihood(*shape) for shape in self.shapes])
        self.weights = np.exp(likelihoods - likelihoods.max())
        self.weights /= self.weights.sum()

    def at(self, places: Sequence[Sequence[float]]) -> tuple[Vector, Vector]:
        """Return the strength at some places, in points of Elo over the opponent, and its standard deviations.

        It is the average over all ways in which strength may vary, each as much as the results speak for it: few results leave
        open whether it varies at all.
        """
        found = [self._seen(np.array(places, dtype=float), *shape) for shape in self.shapes]
        means, variances = (np.array(numbers) for numbers in zip(*found, strict=True))
        mean = self.weights @ means
        variance = self.weights @ (variances + means**2) - mean**2 + self.doubt
        return self.mean + mean, np.sqrt(np.maximum(variance, 0.0))

    def _seen(self, places: Vector, length: float, height: float) -> tuple[Vector, Vector]:
        """Return the strength at some places and its variance, where it varies like this."""
        inverse = np.linalg.inv(self._covariance(length, height))
        towards = self._kernel(places, self.places, length, height)
        variance = height**2 - np.einsum("ij,jk,ik->i", towards, inverse, towards)
        return np.asarray(towards @ inverse @ self.leads), np.asarray(variance)

    def _covariance(self, length: float, height: float) -> Vector:
        """Return the covariance of the results."""
        return self._kernel(self.places, self.places, length, height) + np.diag(self.noise)

    @staticmethod
    def _kernel(places: Vector, others: Vector, length: float, height: float) -> Vector:
        """Return how alike the strength at these places is."""
        distances = ((places[:, None, :] - others[None, :, :]) ** 2).sum(axis=2)
        return np.asarray(height**2 * np.exp(-distances / (2.0 * length**2)))

    def _likelihood(self, length: float, height: float) -> float:
        """Return the logarithm of how likely the results are if strength varies like this."""
        matrix = self._covariance(length, height)
        return float(-0.5 * self.leads @ np.linalg.solve(matrix, self.leads) - 0.5 * np.linalg.slogdet(matrix)[1])


def _lead(score: Score) -> tuple[float, float]:
    """Return a score as a lead in Elo with its variance; as if one game more had been drawn, so that both are finite."""
    games = score.effective_games + 1.0
    share = (score.share * score.effective_games + 0.5) / games
    return ELO_UNIT * float(np.log(share / (1.0 - share))), ELO_UNIT**2 / (games * share * (1.0 - share))
