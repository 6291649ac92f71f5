"""Bounds on the average at a chance node, from bounds on the values of its outcomes: what Star1 and Star2 cut with."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from kibitz.core.contract import Game, UtilityBounds, WeightedFeatures, implements


def utility_bounds(game: Game, state: Any, player: int) -> tuple[float, float]:
    """Return the lowest and the highest value that `state` can have for `player`; infinite where the game does not say."""
    if implements(game, UtilityBounds):
        return game.utility_bounds(state, player)
    return (-1.0, 1.0) if implements(game, WeightedFeatures) else (-inf, inf)


class AverageBounds:
    """Between what an average lies: `low[i]` and `high[i]` bound the value of outcome i, which may be known exactly.

    `is_below` and `is_above` say that the average was shown to lie outside the window (alpha, beta) of the chance node.
    """

    def __init__(self, probabilities: Sequence[float], low: float, high: float) -> None:
        self.probabilities = probabilities
        self.low = [low] * len(probabilities)
        self.high = [high] * len(probabilities)
        self.is_below = False
        self.is_above = False

    @property
    def lowest(self) -> float:
        """The average if every outcome is as bad as it can be."""
        return self._average(self.low)

    @property
    def highest(self) -> float:
        """The average if every outcome is as good as it can be."""
        return self._average(self.high)

    def _average(self, values: Sequence[float]) -> float:
        """Return the average of the outcomes' values."""
        return sum(probability * value for probability, value in zip(self.probabilities, values, strict=True))

    def test(self, alpha: float, beta: float) -> None:
        """See whether the bounds alone show that the average lies outside the window."""
        self.is_below = self.is_below or self.highest <= alpha
        self.is_above = self.is_above or self.lowest >= beta

    def window(self, place: int, alpha: float, beta: float) -> tuple[float, float]:
        """Return the window of an outcome: at or outside its edges the average is outside (alpha, beta) for certain."""
        probability = self.probabilities[place]
        worst = self._average([*self.low[:place], 0.0, *self.low[place + 1 :]])
        best = self._average([*self.high[:place], 0.0, *self.high[place + 1 :]])
        return (alpha - best) / probability, (beta - worst) / probability

    def raise_low(self, place: int, value: float, edge: float) -> None:
        """Take in that an outcome is worth at least `value`; from the upper edge of its window on, the average is above."""
        self.low[place] = max(self.low[place], value)
        self.is_above = self.is_above or value >= edge

    def lower_high(self, place: int, value: float, edge: float) -> None:
        """Take in that an outcome is worth at most `value`; down to the lower edge of its window, the average is below."""
        self.high[place] = min(self.high[place], value)
        self.is_below = self.is_below or value <= edge
