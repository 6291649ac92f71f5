"""Visits and value sums of edges, as one thread or several read and update them.

Threads that write to the same memory wait for one another. Where many simulations pass, each thread therefore keeps
statistics of its own (`thread_local.py`). Everywhere else threads rarely meet: there every update is one atomic addition, and
visits without a result are seen by the others (`virtual_loss.py`).
"""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import atomic_add
from kibitz.search.montecarlo.thread_local import LOCAL_THRESHOLD, local_entries
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import LOCAL_VALUE_SUM, LOCAL_VISITS, UNOBSERVED_SHIFT, VALUE_SUM, VISITS, VISITS_MASK


def accumulation(jit: Jit, *, traits: Traits) -> Any:
    """Build `add(array, index, amount)`: add to one number and return what it was; atomic where threads share the tree."""

    @jit
    def add_atomically(array: Any, index: int, amount: Any) -> Any:
        return atomic_add(array, index, amount)

    @jit
    def add(array: Any, index: int, amount: Any) -> Any:
        before = array[index]
        array[index] = before + amount
        return before

    return add_atomically if traits.tree_parallel else add


def edge_statistics(jit: Jit, *, traits: Traits) -> Any:
    """Build `statistics(edge, tree)`: its visits, how many of them have a result, and the sum of these results."""
    thread_local, virtual_loss = traits.thread_local, traits.virtual_loss
    entry_of = local_entries(jit, traits=traits)

    @jit
    def statistics(edge: int, tree: Any) -> tuple[int, int, float]:
        visits, unobserved, value_sum = tree.ints[edge + VISITS], 0, tree.floats[edge + VALUE_SUM]
        if virtual_loss:
            visits, unobserved = visits & VISITS_MASK, visits >> UNOBSERVED_SHIFT
        if thread_local and visits >= LOCAL_THRESHOLD:
            entry = entry_of(edge)
            if tree.local_ints[entry] == edge:
                visits += tree.local_ints[entry + LOCAL_VISITS]
                value_sum += tree.local_floats[entry + LOCAL_VALUE_SUM]
        return visits, visits - unobserved, value_sum

    return statistics


def value_accumulation(jit: Jit, *, traits: Traits) -> Any:
    """Build `add_value(edge, ply, value, tree, workspace)`: add a result to the edge at `ply` of the path."""
    thread_local = traits.thread_local
    add, entry_of = accumulation(jit, traits=traits), local_entries(jit, traits=traits)

    @jit
    def add_value(edge: int, ply: int, value: float, tree: Any, workspace: Any) -> None:
        if thread_local and workspace.is_local[ply] != 0 and tree.local_ints[entry_of(edge)] == edge:
            tree.local_floats[entry_of(edge) + LOCAL_VALUE_SUM] += value
        else:
            add(tree.floats, edge + VALUE_SUM, value)

    return add_value
