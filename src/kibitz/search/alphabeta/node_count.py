"""Counting the nodes of alpha-beta: the stop flag is a word of the workspace, since every thread has its own."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.workspace import MAX_PV, NODE_LIMIT, NODES, PV_LENGTHS, STOP, STOPPED
from kibitz.search.common.node_count import POLL_MASK


def node_count(jit: Jit) -> Any:
    """Build `count_node(ply, workspace)`: it counts one more node and clears its PV, or marks the search as stopped."""

    @jit
    def count_node(ply: int, workspace: Any) -> None:
        workspace[NODES] += 1
        if (workspace[NODES] & POLL_MASK == 0 and workspace[STOP] != 0) or workspace[NODES] >= workspace[NODE_LIMIT]:
            workspace[STOPPED] = 1
        if ply < MAX_PV and workspace[STOPPED] == 0:
            workspace[PV_LENGTHS + ply] = 0

    return count_node
