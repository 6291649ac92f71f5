"""Bradley and Terry's model fitted by maximum likelihood: the levels of players who met, and the covariance of these.

Levels are on the scale of the logistic curve: of the points between two players, one can expect 1 / (1 + exp(-lead)).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from kibitz.arena.pair_results import PairResult

MOST_STEPS = 200
CLOSE = 1e-10
"""Expected points, in all, that differ from those taken by so little are right."""
LONGEST_STEP = 2.0
"""So far one step of the search for the levels may go."""
SPARE_VARIANCE = 0.25
"""The variance of one game more, won or lost, so that a few equal results do not pass for certainty."""

Vector = npt.NDArray[np.float64]


class Fit:
    """The levels of a group of players under which each expects the points that it has.

    Levels in `fixed` stay as they are; else the average is 0. With `prior_games` everybody is taken to have drawn so many games
    with one more player.
    """

    def __init__(
        self, names: Sequence[str], played: Sequence[PairResult], fixed: Mapping[str, float], prior_games: float = 0.0
    ) -> None:
        self.size = len(names)
        self.is_fixed = bool(fixed)
        self.real = len(played)
        place = {name: number for number, name in enumerate(names)}
        rows = [(place[each.first], place[each.second], each.points, each.games, each.count) for each in played]
        if prior_games:
            rows += [(number, self.size, prior_games / 2.0, prior_games, 1.0) for number in range(self.size)]
        whole = self.size + bool(prior_games)
        self.first, self.second = (np.array([row[column] for row in rows], dtype=np.intp) for column in (0, 1))
        self.points, self.games, self.count = (np.array([row[column] for row in rows], dtype=float) for column in (2, 3, 4))
        self._levels = np.zeros(whole)
        for name, level in fixed.items():
            self._levels[place[name]] = level
        held = {place[name] for name in fixed} or {0}
        self.free = np.array([number for number in range(whole) if number not in held], dtype=np.intp)
        self._climb()

    @property
    def levels(self) -> Vector:
        """The levels of the players."""
        levels = self._levels[: self.size]
        return levels if self.is_fixed else levels - levels.mean()

    @property
    def covariance(self) -> Vector:
        """The covariance of the levels: the inverse of the information, times the dispersion."""
        matrix = np.zeros((len(self._levels), len(self._levels)))
        if len(self.free):
            held = np.ix_(self.free, self.free)
            matrix[held] = self._dispersion() * np.linalg.inv(self._information()[held])
        matrix = matrix[: self.size, : self.size]
        if self.is_fixed:
            return matrix
        centred = np.eye(self.size) - 1.0 / self.size
        return np.asarray(centred @ matrix @ centred.T)

    def _climb(self) -> None:
        """Find the ratings under which all expect the points they have: Newton's method, in steps that are not too long."""
        for _ in range(MOST_STEPS):
            surplus = self.count * (self.points - self.games * self._expected())
            slope = np.bincount(self.first, surplus, len(self._levels)) - np.bincount(self.second, surplus, len(self._levels))
            if float(np.abs(slope[self.free]).sum()) < CLOSE:
                break
            step = np.linalg.solve(self._information()[np.ix_(self.free, self.free)], slope[self.free])
            self._levels[self.free] += step * min(1.0, LONGEST_STEP / float(np.abs(step).max()))

    def _expected(self) -> Vector:
        """Return the share of the points that the first of each meeting can expect."""
        return np.asarray(1.0 / (1.0 + np.exp(self._levels[self.second] - self._levels[self.first])))

    def _information(self) -> Vector:
        """Return the information matrix: what the games tell of every rating and every two."""
        expected = self._expected()
        told = self.count * self.games * expected * (1.0 - expected)
        matrix = np.zeros((len(self._levels), len(self._levels)))
        for rows, columns, sign in (
            (self.first, self.first, 1.0), (self.second, self.second, 1.0),
            (self.first, self.second, -1.0), (self.second, self.first, -1.0),
        ):  # fmt: skip
            np.add.at(matrix, (rows, columns), sign * told)
        return matrix

    def _dispersion(self) -> float:
        """Return how much the results vary, where games without draws, each by itself, vary by 1."""
        real = slice(0, self.real)
        expected = self._expected()[real]
        count, games = self.count[real], self.games[real]
        seen = float((count * (self.points[real] - games * expected) ** 2).sum())
        usual = float((count * games * expected * (1.0 - expected)).sum())
        return (seen + SPARE_VARIANCE) / (usual + SPARE_VARIANCE)

    def totals(self) -> tuple[list[float], list[float]]:
        """Return how many games each player has, and how many points."""
        real = slice(0, self.real)
        first, second = self.first[real], self.second[real]
        games, points = self.count[real] * self.games[real], self.count[real] * self.points[real]
        whole = np.bincount(first, games, self.size) + np.bincount(second, games, self.size)
        taken = np.bincount(first, points, self.size) + np.bincount(second, games - points, self.size)
        return whole.tolist(), taken.tolist()
