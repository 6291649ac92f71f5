"""Star1: outcomes that cannot bring a chance node's average back into the window are cut (Ballard, 1983).

`average` is that of the outcomes so far. `low_rest` and `high_rest` are what those not searched yet add to it, at least and at
most.
"""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.expectiminimax.workspace import LOWER_BOUNDS, UPPER_BOUNDS

MARGIN = 1e-12
"""Cuts at chance nodes keep this part of the range of values from the window, so that rounding changes no value."""


def star1(jit: Jit) -> tuple[Any, Any]:
    """Build `open_bounds(start, end, lowest, highest, outcomes)` and `star1_window`.

    The first bounds outcomes by what any value can be. `star1_window(index, alpha, beta, margin, average, low_rest, high_rest,
    outcomes)` is the window of an outcome beyond which the average leaves that of the node: `low_rest` and `high_rest` without
    the outcome, low, high, whether its value need not be searched, and that value or a bound of it.
    """

    @jit
    def open_bounds(start: int, end: int, lowest: float, highest: float, outcomes: Any) -> None:
        for index in range(start, end):
            outcomes[LOWER_BOUNDS + index], outcomes[UPPER_BOUNDS + index] = lowest, highest

    @jit
    def star1_window(
        index: int, alpha: float, beta: float, margin: float, average: float, low_rest: float, high_rest: float, outcomes: Any
    ) -> tuple[float, float, float, float, bool, float]:
        probability, lower, upper = outcomes[index], outcomes[LOWER_BOUNDS + index], outcomes[UPPER_BOUNDS + index]
        low_rest -= probability * lower
        high_rest -= probability * upper
        low = (alpha - margin - average - high_rest) / probability
        high = (beta + margin - average - low_rest) / probability
        is_known = upper <= low or lower >= high or lower == upper
        return low_rest, high_rest, low, high, is_known, lower if lower >= high else upper

    return open_bounds, star1_window
