"""Confidence intervals."""

from __future__ import annotations

from math import sqrt

CONFIDENCE = 1.959963984540054
"""So many standard deviations from the mean hold 95 % of a normal distribution."""


def wilson_interval(share: float, count: float) -> tuple[float, float]:
    """Return where the true share lies with 95 % confidence, given that of `count` trials: Wilson's score interval (1927).

    A share of points, in which a draw is half a success, may be given too: it is at most as uncertain as one of successes.
    """
    weight = CONFIDENCE * CONFIDENCE / count
    middle = (share + weight / 2) / (1 + weight)
    spread = CONFIDENCE / (1 + weight) * sqrt(share * (1 - share) / count + weight / (4 * count))
    return max(0.0, middle - spread), min(1.0, middle + spread)
