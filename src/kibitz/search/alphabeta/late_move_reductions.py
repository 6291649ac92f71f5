"""Late move reductions: moves far back in a good order are searched less deeply first, and again if they surprise."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.history import MAX_HISTORY
from kibitz.search.alphabeta.ordering import KILLER_SCORE, MAX_QUIET_SCORE, ORDER_SHIFT, ORDER_STEP
from kibitz.search.alphabeta.traits import Traits

REDUCTION_MIN_DEPTH, REDUCTION_MOVES = 3, 2
"""From this depth on late moves are reduced, and after so many others."""
REDUCTIONS: Any = np.array(
    [[0.5 + 0.5 * log(max(1, depth)) * log(max(1, tried)) for tried in range(64)] for depth in range(64)]
)
"""How many plies a late move is reduced, by depth and by how many were tried before it."""


def late_move_reductions(jit: Jit, traits: Traits) -> Any:
    """Build `reduced_depth(new_depth, depth, tried, move_score, improving, is_pv, is_cut_node)` of a late move."""
    history_weight = 1 if traits.move_kinds else 2

    @jit
    def reduced_depth(
        new_depth: int, depth: int, tried: int, move_score: int, improving: bool, is_pv: bool, is_cut_node: bool
    ) -> int:
        if depth < REDUCTION_MIN_DEPTH or tried < REDUCTION_MOVES:
            return new_depth
        history = move_score - (move_score + MAX_QUIET_SCORE >> ORDER_SHIFT) * ORDER_STEP
        plies = REDUCTIONS[min(depth, 63), min(tried, 63)]
        if is_pv:
            plies -= 1
        elif not improving:
            plies += 1
        if is_cut_node:
            plies += 1
        if history >= KILLER_SCORE - MAX_QUIET_SCORE:
            plies -= 1
        else:
            plies -= history_weight * history / MAX_HISTORY
        return max(1, new_depth - max(0, int(plies)))

    return reduced_depth
