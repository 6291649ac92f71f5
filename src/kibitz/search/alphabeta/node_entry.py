"""The first step of every node: it is counted, and what ends here has its value at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import prefetch
from kibitz.search.alphabeta.node_end import node_end
from kibitz.search.alphabeta.node_functions import UNDECIDED, NodeFunctions
from kibitz.search.alphabeta.traits import QUIESCENCE, Traits
from kibitz.search.alphabeta.workspace import MAX_PLY, STOPPED, TOO_DEEP

INFINITE_DEPTH = 1 << 20
"""The depth that never runs out."""


def node_entry(game: Any, jit: Jit, traits: Traits, node: NodeFunctions, functions: Any) -> Any:
    """Build `enter_node(s, mover, depth, alpha, beta, ply, start, arrays)`: value, key, whether in check, and depth.

    The value is that of a finished game, a repetition, an endgame database or the depth limit, 0 where the search is to end,
    and UNDECIDED where it goes on. A check is searched a ply more deeply (check extension).
    """
    count_node, draw_value, bucket_index = node.count_node, node.draw_value, node.bucket_index
    quiesce, table_value_of, set_key, is_repetition = functions
    game_end, horizon_value = node_end(game, jit, traits, node, quiesce)
    repetitions, has_tables = traits.repetition, traits.tables
    has_checks, forward_pruning = traits.pruning >= QUIESCENCE, traits.forward_pruning

    @jit
    def enter_node(
        s: Any, mover: int, depth: int, alpha: int, beta: int, ply: int, start: int, arrays: Any
    ) -> tuple[Any, Any, bool, int]:
        workspace, zero = arrays.workspace, np.int64(0)
        count_node(ply, workspace)
        if workspace[STOPPED] != 0:
            return zero, zero, False, depth
        end_value = game_end(s, mover, alpha, beta, ply, workspace)
        if end_value != UNDECIDED:
            return end_value, zero, False, depth
        key = game.key(s)
        prefetch(arrays.table, bucket_index(arrays.table, key))
        if repetitions:
            set_key(key, ply, workspace)
            if ply > 0 and is_repetition(s, key, ply, workspace):
                return draw_value(mover, workspace), key, False, depth
        if has_tables and ply > 0:
            known_value = table_value_of(s, mover, ply, arrays)
            if known_value != UNDECIDED:
                return known_value, key, False, depth
        in_check = has_checks and game.in_check(s)
        if in_check and (not forward_pruning or depth <= 0):
            depth += 1
        if depth >= INFINITE_DEPTH and ply >= MAX_PLY - 1:
            workspace[TOO_DEEP] = workspace[STOPPED] = 1
            return zero, key, in_check, depth
        if depth <= 0 or ply >= MAX_PLY - 1:
            return horizon_value(s, mover, alpha, beta, ply, start, arrays), key, in_check, depth
        return UNDECIDED, key, in_check, depth

    return enter_node
