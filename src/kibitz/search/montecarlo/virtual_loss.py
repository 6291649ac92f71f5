"""Virtual loss by the unobserved counts of WU-UCT: a visit counts before its result is known, so that others go elsewhere.

The visit is unobserved until then (Liu and others, "Watch the unobserved", 2020): the exploration term sees it, the average
does not. One that is counted as a loss until its result is in distorts the averages.
"""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.montecarlo.statistics import accumulation
from kibitz.search.montecarlo.thread_local import LOCAL_THRESHOLD, entry_flush, local_entries
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import LOCAL_VISITS, ROOT, UNOBSERVED, VISITS, VISITS_MASK
from kibitz.search.montecarlo.workspace import NODES


def virtual_loss_visit(jit: Jit, *, traits: Traits) -> Any:
    """Build `visit(edge, ply, tree, workspace)`: count a visit without a result and return how many there were before."""
    thread_local, virtual_loss = traits.thread_local, traits.virtual_loss
    add, entry_of, flush_entry = accumulation(jit, traits=traits), local_entries(jit, traits=traits), entry_flush(jit)

    @jit
    def visit(edge: int, ply: int, tree: Any, workspace: Any) -> int:
        if thread_local:
            visits = tree.ints[edge + VISITS] & VISITS_MASK
            workspace.is_local[ply] = visits >= LOCAL_THRESHOLD
            if visits >= LOCAL_THRESHOLD:
                entry = entry_of(edge)
                if tree.local_ints[entry] != edge:
                    flush_entry(entry, tree)
                    tree.local_ints[entry] = edge
                own = tree.local_ints[entry + LOCAL_VISITS]
                tree.local_ints[entry + LOCAL_VISITS] = own + 1
                return int(visits + own)
        before = int(add(tree.ints, edge + VISITS, 1 + UNOBSERVED if virtual_loss else 1)) & VISITS_MASK
        workspace.registers[NODES] += before == 0 and edge != ROOT
        return before

    return visit


def virtual_loss_removal(jit: Jit, *, traits: Traits) -> Any:
    """Build `remove_virtual_loss(edge, ply, count, tree, workspace)`: `count` visits of the edge have their results."""
    thread_local, add = traits.thread_local, accumulation(jit, traits=traits)

    @jit
    def remove_virtual_loss(edge: int, ply: int, count: int, tree: Any, workspace: Any) -> None:
        if not (thread_local and workspace.is_local[ply] != 0):
            add(tree.ints, edge + VISITS, -count * UNOBSERVED)

    return remove_virtual_loss
