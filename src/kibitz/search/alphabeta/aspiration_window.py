"""Aspiration windows: a narrow window around the last depth's value makes a depth cheaper; outside it, it is searched again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.search.alphabeta.engine import Engine
from kibitz.search.alphabeta.scale import INFINITY

MIN_DEPTH = 5
"""Shallower searches are cheap and their values jump: no aspiration window there."""


def aspiration_search(engine: Engine, state: Any, depth: int, guess: int, root_moves: Sequence[int]) -> int:
    """Return the value at one depth, searched with a window around the guess that is widened where the value falls outside."""
    unit = engine.scale.unit
    width = max(10, int(engine.scale.points_at_half_win) // 12) if engine.scale.in_points else unit // 64
    alpha, beta = max(guess - width, -INFINITY), min(guess + width, INFINITY)
    while True:
        value = engine.value(state, depth, alpha, beta, root_moves=root_moves)
        width *= 4
        if value <= alpha:
            alpha = max(guess - width, -INFINITY) if width < unit // 2 else -INFINITY
        elif value >= beta:
            beta = min(guess + width, INFINITY) if width < unit // 2 else INFINITY
        else:
            return value
