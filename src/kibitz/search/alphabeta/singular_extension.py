"""Singular extensions: a hash move that is better than all others by a margin is searched more deeply."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.scale import MAX_EVAL
from kibitz.search.alphabeta.traits import Traits
from kibitz.search.common.table_entry import BOUND_MASK, DEPTH_SHIFT, UPPER_BOUND

MIN_DEPTH = 6
"""From this depth on it is tested whether the hash move is singular."""


def singular_extension(jit: Jit, traits: Traits) -> tuple[Any, Any, Any]:
    """Build `may_be_singular(depth, hash_move, info, table_value)`, `singular_window(depth, table_value)` and `extension_of`.

    The position is searched without its hash move, and with the window (singular_beta - 1, singular_beta). If nothing reaches
    singular_beta, the hash move is singular.
    """
    half_win = traits.points_at_half_win

    @jit
    def may_be_singular(depth: int, hash_move: int, info: int, table_value: int) -> bool:
        table_depth = (info >> DEPTH_SHIFT) - 1
        return (
            depth >= MIN_DEPTH and hash_move != -1 and info & BOUND_MASK != UPPER_BOUND
            and table_depth >= depth - 3 and abs(table_value) < MAX_EVAL
        )  # fmt: skip

    @jit
    def singular_window(depth: int, table_value: int) -> int:
        return table_value - depth * half_win // 192

    @jit
    def extension_of(value: int, singular_beta: int, beta: int, table_value: int, depth: int, ply: int, is_pv: bool) -> int:
        """Return by how many plies the hash move is extended: 1 or 2 if it is singular, -1 if others are as good."""
        if value < singular_beta:
            return 2 if not is_pv and value < singular_beta - half_win // 16 and ply < 4 * depth else 1
        return -1 if table_value >= beta else 0

    return may_be_singular, singular_window, extension_of
