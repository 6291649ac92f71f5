"""Maximum likelihood of a distribution of results whose mean is given.

Owen, "Empirical Likelihood", 2001, chapter 2: of all distributions on the values a_i with the mean s, the one that makes the
observed shares q_i likeliest is p_i = q_i / (1 + theta (a_i - s)), with theta such that the sum of p_i (a_i - s) is 0.
"""

from __future__ import annotations

from collections.abc import Sequence

MOST_STEPS = 200
CLOSE = 1e-12

Distribution = list[float]


def with_mean(shares: Sequence[float], values: Sequence[float], mean: float) -> Distribution:
    """Return the likeliest distribution with this mean, which lies strictly between the least and the greatest value."""
    distances = [value - mean for value in values]
    low, high = -1.0 / max(distances), -1.0 / min(distances)
    theta = 0.0
    for _ in range(MOST_STEPS):
        weights = [1.0 + theta * distance for distance in distances]
        balance = sum(q * distance / weight for q, distance, weight in zip(shares, distances, weights, strict=True))
        slope = -sum(q * (distance / weight) ** 2 for q, distance, weight in zip(shares, distances, weights, strict=True))
        low, high = (theta, high) if balance > 0.0 else (low, theta)  # it falls as theta grows
        following = theta - balance / slope
        if not low < following < high:  # Newton's step leaves what is known to hold the root
            following = (low + high) / 2.0
        if abs(following - theta) <= CLOSE * (high - low + abs(theta)):
            break
        theta = following
    return [q / (1.0 + theta * distance) for q, distance in zip(shares, distances, strict=True)]
