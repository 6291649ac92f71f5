"""First-play urgency: the score of a child that has not been visited yet.

Gelly and Wang, "Exploration exploitation in Go: UCT for Monte-Carlo Go", 2006. Infinity, the default, has every child visited
once before any is visited twice; a number lets a good child be visited again before the last ones are tried (`uct:fpu=0.8`).
"""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.montecarlo.tree import FIRST_PLAY_URGENCY


def first_play_urgency(jit: Jit) -> Any:
    """Build `urgency_of(tree)`: the score of every unvisited child, on the scale of 0 to 1 that averages have."""

    @jit
    def urgency_of(tree: Any) -> float:
        return float(tree.constants[FIRST_PLAY_URGENCY])

    return urgency_of
