"""Thread-local statistics: each thread counts much-visited edges for itself, and flushes its counts to the tree now and then.

A thread sees what all threads have flushed and its own counts. The statistics are a small table with one entry for each edge;
an edge that finds its entry taken by another has it flushed first.
"""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import atomic_add
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import (
    LOCAL_ENTRIES,
    LOCAL_ENTRY,
    LOCAL_VALUE_SUM,
    LOCAL_VISITS,
    NO_EDGE,
    ROOT,
    THREADS,
    VALUE_SUM,
    VISITS,
    VISITS_MASK,
    edge_size,
)

LOCAL_THRESHOLD = 128
"""Edges with so many visits have thread-local statistics."""
MAX_FLUSH_INTERVAL, VISITS_PER_LOCAL_VISIT = 256, 16
"""A thread flushes after so many simulations, or as soon as all threads together may have one unflushed visit for so many in
the tree."""


def local_entries(jit: Jit, *, traits: Traits) -> Any:
    """Build `entry_of(edge)`: where an edge's entry is in the thread-local statistics."""
    size = edge_size(traits)

    @jit
    def entry_of(edge: int) -> int:
        return int(edge // size % LOCAL_ENTRIES * LOCAL_ENTRY)

    return entry_of


def entry_flush(jit: Jit) -> Any:
    """Build `flush_entry(entry, tree)`: add one entry to the tree and empty it."""

    @jit
    def flush_entry(entry: int, tree: Any) -> None:
        ints, floats = tree.local_ints, tree.local_floats
        edge = ints[entry]
        if edge != NO_EDGE:
            atomic_add(tree.ints, edge + VISITS, ints[entry + LOCAL_VISITS])
            atomic_add(tree.floats, edge + VALUE_SUM, floats[entry + LOCAL_VALUE_SUM])
            ints[entry], ints[entry + LOCAL_VISITS], floats[entry + LOCAL_VALUE_SUM] = NO_EDGE, 0, 0.0

    return flush_entry


def statistics_flush(jit: Jit) -> tuple[Any, Any]:
    """Build `flush(tree)`, which flushes all entries, and `flush_interval(tree)`, after how many simulations."""
    flush_entry = entry_flush(jit)

    @jit
    def flush(tree: Any) -> None:
        for entry in range(0, LOCAL_ENTRIES * LOCAL_ENTRY, LOCAL_ENTRY):
            flush_entry(entry, tree)

    @jit
    def flush_interval(tree: Any) -> int:
        visits = tree.ints[ROOT + VISITS] & VISITS_MASK
        return int(min(MAX_FLUSH_INTERVAL, visits // (VISITS_PER_LOCAL_VISIT * tree.counters[THREADS])))

    return flush, flush_interval
