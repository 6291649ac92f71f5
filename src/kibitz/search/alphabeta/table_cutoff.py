"""What a node asks of the transposition table, and what it leaves there."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.node_functions import UNDECIDED, NodeFunctions
from kibitz.search.alphabeta.traits import NONE, Traits
from kibitz.search.alphabeta.workspace import DEPTH_LIMIT_HITS, GENERATION, ROOT_MOVES
from kibitz.search.common.table_entry import DEPTH_LIMITED, DEPTH_SHIFT


def table_cutoff(jit: Jit, traits: Traits, node: NodeFunctions) -> tuple[Any, Any, Any]:
    """Build `probe_table(key, ply, start, arrays)`, `table_cutoff_value` and `store_result`.

    The first returns the hash move (the first move where only some are searched at the root), what is known of the value, and
    the value. `table_cutoff_value(info, table_value, depth, alpha, beta, workspace)` is the value that an entry decides, or
    UNDECIDED. `store_result(key, value, move, depth, alpha, beta, ply, hits_before, arrays)` stores a value and the move that
    it comes of; `hits_before` is how often the depth limit had been met.
    """
    solving, pruning = traits.solving, traits.pruning
    probe, value_from_table = node.probe, node.value_from_table
    is_cutoff, bound_of, pack_info, store, value_to_table = (
        node.is_cutoff, node.bound_of, node.pack_info, node.store, node.value_to_table
    )  # fmt: skip

    @jit
    def probe_table(key: int, ply: int, start: int, arrays: Any) -> tuple[Any, Any, Any]:
        workspace = arrays.workspace
        stored, hash_move, info = probe(arrays.table, key)
        if ply == 0 and workspace[ROOT_MOVES] != 0:
            hash_move = workspace[start]
        return hash_move, info, value_from_table(stored, ply)

    @jit
    def is_deep_enough(info: int, depth: int) -> bool:
        """Return whether a table entry may stand for a search of this depth."""
        if solving:
            return info & DEPTH_LIMITED == 0
        table_depth = (info >> DEPTH_SHIFT) - 1
        return table_depth == depth or (pruning != NONE and table_depth > depth)

    @jit
    def table_cutoff_value(info: int, table_value: int, depth: int, alpha: int, beta: int, workspace: Any) -> int:
        if info == 0 or not is_deep_enough(info, depth) or not is_cutoff(info, table_value, alpha, beta):
            return UNDECIDED
        workspace[DEPTH_LIMIT_HITS] += int(info & DEPTH_LIMITED != 0)
        return table_value

    @jit
    def store_result(
        key: int, value: int, move: int, depth: int, alpha: int, beta: int, ply: int, hits_before: int, arrays: Any
    ) -> None:
        workspace = arrays.workspace
        if ply == 0 and workspace[ROOT_MOVES] != 0:
            return  # only some of the moves were searched
        is_limited = workspace[DEPTH_LIMIT_HITS] != hits_before
        info = pack_info(bound_of(value, alpha, beta), is_limited, workspace[GENERATION], depth)
        store(arrays.table, key, value_to_table(value, ply), move, info)

    return probe_table, table_cutoff_value, store_result
