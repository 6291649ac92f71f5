"""Logistic regression: the weights under which the results of finished games are likeliest, given the features on the way."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np

HALF_WIN = log(3.0)
"""The logit of three points in four: half a win."""
ITERATIONS = 30
PRIOR = 1.0
"""How much weights are held to 0, in samples with features of the usual size."""


def fitted(features: Any, results: Any, scales: Any) -> Any:
    """Return weights in units of half a win; results are utilities from -1 to 1, and `scales` the usual sizes of the features.

    Newton's method (iteratively reweighted least squares) on a strictly concave likelihood: a step that would make it
    smaller is halved, so there is one answer, whatever the beginning.
    """
    x, y = features / scales, (results + 1.0) / 2.0
    weights = np.zeros(x.shape[1])
    likelihood = _log_likelihood(x, y, weights)
    for _ in range(ITERATIONS):
        chances = 1.0 / (1.0 + np.exp(-(x @ weights)))
        gradient = x.T @ (y - chances) - PRIOR * weights
        curvature = (x * (chances * (1.0 - chances))[:, None]).T @ x + PRIOR * np.eye(len(weights))
        step = np.linalg.solve(curvature, gradient)
        while (found := _log_likelihood(x, y, weights + step)) < likelihood and np.abs(step).max() > 1e-9:
            step /= 2.0
        weights = weights + step
        if found - likelihood < 1e-9 * len(y):
            break
        likelihood = found
    return weights / HALF_WIN / scales


def _log_likelihood(x: Any, y: Any, weights: Any) -> float:
    """Return how likely the results are under these weights, the prior included."""
    leads = x @ weights
    return float(np.sum(y * leads - np.logaddexp(0.0, leads)) - PRIOR / 2.0 * weights @ weights)
