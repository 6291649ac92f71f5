"""Null-move pruning: where passing still fails high, some move almost surely does, so a shallow search after it decides.

The exception is zugzwang, so the game says where passing is no gain.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.traits import Traits
from kibitz.search.alphabeta.workspace import PATH_KINDS

MIN_DEPTH = 3
"""From this depth on the null move is tried."""


def null_move(game: Any, jit: Jit, traits: Traits, set_key: Any) -> tuple[Any, Any, Any]:
    """Build `may_try_null_move(s, depth, static_eval, beta)`, `make_null_move(s, ply, workspace)` and `null_move_depth`.

    `make_null_move` returns the position with the other side to move; `null_move_depth(depth, static_eval, beta)` is how deep
    it is searched.
    """
    half_win, repetition, move_kinds = traits.points_at_half_win, traits.repetition, traits.move_kinds

    @jit
    def may_try_null_move(s: Any, depth: int, static_eval: int, beta: int) -> bool:
        return bool(depth >= MIN_DEPTH and static_eval >= beta and game.allows_null_move(s))

    @jit
    def make_null_move(s: Any, ply: int, workspace: Any) -> Any:
        if repetition:
            none: Any = np.int64(0)
            set_key(none, ply, workspace)  # no position after a null move repeats this one
        if move_kinds:
            workspace[PATH_KINDS + ply + 2] = -1
        return game.null_move(s)

    @jit
    def null_move_depth(depth: int, static_eval: int, beta: int) -> int:
        """Return the depth: the less, the farther the position is above beta."""
        return depth - 4 - depth // 3 - min(3, 2 * (static_eval - beta) // half_win)

    return may_try_null_move, make_null_move, null_move_depth
