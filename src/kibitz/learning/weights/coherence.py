"""Temporal coherence (Beal and Smith 1999): each weight has a step of its own, which is small where its errors cancel out."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit


def coherent_step(jit: Jit) -> Any:
    """Build `move(place, step, share, scales, weights, errors)`: move a weight by its share of an error.

    `share` is the error times the feature in its usual size; `errors` has two numbers for each weight, the sum of its shares
    and that of their sizes.
    """

    @jit
    def move(place: int, step: float, share: float, scales: Any, weights: Any, errors: Any) -> None:
        size = errors[2 * place + 1]
        rate = abs(errors[2 * place]) / size if size > 0.0 else 1.0
        weights[place] += step * rate * share / scales[place]
        errors[2 * place] += share
        errors[2 * place + 1] += abs(share)

    return move
