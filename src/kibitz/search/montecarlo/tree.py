"""The search tree: edges in one array, allocated once, within the memory allowed.

An edge is a move, or an outcome of chance, with the position that it leads to and the statistics of the simulations through it.
The children of a position are its edges, side by side, so that selection reads one stretch of memory at each step. An edge is
identified by the index of its first word; the root's is `ROOT`. The words of an edge, integers and floats, are

| word | type | holds |
| --- | --- | --- |
| `VISITS` | int | simulations through the edge; from bit `UNOBSERVED_SHIFT` on, how many of them have no result yet |
| `VALUE_SUM` | float | the sum of the results, as utilities of the player who chooses the edge |
| `PROBABILITY` | float | in place of `VALUE_SUM` at an outcome of chance: its probability |
| `CHILDREN` | int | the children index: first child and number of children, packed; `UNEXPANDED` as long as there are none |
| `ACTION` | int | the move or outcome |
| `LOWER`, `UPPER` | float | proven bounds of the first player's utility (only with the solver) |
| `AMAF_VISITS`, `AMAF_VALUE_SUM` | int, float | `VISITS` and `VALUE_SUM` of AMAF (only with RAVE) |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from kibitz.core.errors import InputError
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.workspace import private

VISITS, VALUE_SUM, CHILDREN, ACTION, LOWER, UPPER, AMAF_VISITS, AMAF_VALUE_SUM = range(8)
PROBABILITY = VALUE_SUM
ROOT = 0

UNOBSERVED_SHIFT = 40
UNOBSERVED = 1 << UNOBSERVED_SHIFT
"""Added to the visits of an edge for each visit without a result, where others search the tree meanwhile."""
VISITS_MASK = UNOBSERVED - 1

COUNT_BITS, FIRST_BITS = 20, 40
MAX_CHILDREN = (1 << COUNT_BITS) - 1
FIRST_MASK = (1 << FIRST_BITS) - 1
UNEXPANDED, EXPANDING = 0, -1
"""Children indices of a position without children, and of one that a thread is expanding."""
PROOF_FLAG = 1 << (COUNT_BITS + FIRST_BITS)
"""Added to a children index once the bounds of one of the children have been tightened."""

CAPACITY, THREADS, REUSED_NODES, FULL, NO_MOVES, TOO_MANY_MOVES, OUT_OF_RANGE = range(7)
"""Tree counters: words of the tree, number of threads, nodes that were there when the search began; flags: the memory is full,
a position has no move, a position has too many moves, a utility was outside the range."""
ALLOCATED = 16
"""Tree counter: words in use. It changes all the time, so it has a cache line apart from the others, which all threads read."""
UTILITY_MIN, UTILITY_MAX, EXPLORATION, FIRST_PLAY_URGENCY, RAVE_K, EPSILON, CUTOFF, WIDENING, WIDENING_EXPONENT = range(9)
"""Search constants: the range of the first player's utility; UCB1's c; the value of an unvisited move; RAVE's equivalence
parameter k; the share of uniform moves in playouts; the moves after which playouts are truncated; progressive widening admits
WIDENING * visits ** WIDENING_EXPONENT outcomes."""
LOWEST, HIGHEST = range(2)
"""The utility scale: the lowest and the highest utility of any player so far, which UCB1 maps to 0 and 1."""


LOCAL_ENTRIES, LOCAL_ENTRY = 2048, 3
"""For how many edges a thread keeps statistics of its own, and the words of each: edge, visits, value sum."""
LOCAL_VISITS, LOCAL_VALUE_SUM = 1, 2
NO_EDGE = -1


class TreeArrays(NamedTuple):
    """The tree as one thread sees it, as kernels take it: arrays that all threads share, and its thread-local statistics."""

    ints: Any
    """int64 [words]: the edges, seen as integers."""
    floats: Any
    """float64 [words]: the same memory, seen as floats."""
    counters: Any
    """int64 [24]: the tree counters."""
    constants: Any
    """float64 [16]: the search constants."""
    scale: Any
    """float64 [2]: the utility scale."""
    local_ints: Any
    """int64 [LOCAL_ENTRIES * LOCAL_ENTRY]: the thread-local statistics, seen as integers; empty where there is one thread."""
    local_floats: Any
    """float64 [LOCAL_ENTRIES * LOCAL_ENTRY]: the same memory, seen as floats."""


def edge_size(traits: Traits) -> int:
    """Return how many words an edge has."""
    return AMAF_VALUE_SUM + 1 if traits.rave else UPPER + 1 if traits.solver else ACTION + 1


def first_child(children: int) -> int:
    """Return the first edge of a children index."""
    return children >> COUNT_BITS & FIRST_MASK


def end_of_children(children: int, size: int) -> int:
    """Return the index behind the last edge of a children index, with edges of `size` words."""
    return first_child(children) + size * (children & MAX_CHILDREN)


@dataclass
class Tree:
    """The arrays of a tree, and what they hold as Python values."""

    arrays: TreeArrays
    """Without thread-local statistics."""
    traits: Traits

    @classmethod
    def within(cls, memory: int, traits: Traits) -> Tree:
        """Return an empty tree of at most `memory` bytes; the system provides them only as the tree grows."""
        try:
            ints = np.zeros(max(2 * edge_size(traits), memory // 8), np.int64)
        except (MemoryError, ValueError):
            raise InputError(f"there are no {memory / 1e6:,.0f} MB of memory for the tree; give a smaller memory=") from None
        counters = private(ALLOCATED + 8, np.int64)
        counters[CAPACITY] = len(ints)
        empty = np.zeros(0, np.int64)
        shared = TreeArrays(ints, ints.view(np.float64), counters, private(16), private(2), empty, empty.view(np.float64))
        return cls(shared, traits)

    def for_thread(self) -> TreeArrays:
        """Return the arrays with thread-local statistics, where threads have them."""
        local = np.zeros(LOCAL_ENTRIES * LOCAL_ENTRY if self.traits.thread_local else 0, np.int64)
        local[::LOCAL_ENTRY] = NO_EDGE
        return self.arrays._replace(local_ints=local, local_floats=local.view(np.float64))

    @property
    def edge_size(self) -> int:
        """How many words an edge has."""
        return edge_size(self.traits)

    @property
    def allocated(self) -> int:
        """How many words are in use."""
        return int(self.arrays.counters[ALLOCATED])

    @property
    def is_full(self) -> bool:
        """Whether a position could not be expanded for want of memory."""
        return bool(self.arrays.counters[FULL])

    def clear(self, low: float, high: float) -> None:
        """Discard all simulations; the first player's utility lies between `low` and `high`."""
        arrays = self.arrays
        arrays.counters[REUSED_NODES], arrays.counters[ALLOCATED] = 1, self.edge_size
        arrays.counters[[FULL, NO_MOVES, TOO_MANY_MOVES, OUT_OF_RANGE]] = 0
        arrays.scale[LOWEST], arrays.scale[HIGHEST] = np.inf, -np.inf
        arrays.constants[UTILITY_MIN], arrays.constants[UTILITY_MAX] = low, high
        arrays.ints[: self.edge_size] = 0
        if self.traits.solver:
            arrays.floats[ROOT + LOWER], arrays.floats[ROOT + UPPER] = low, high

    def discard_proofs(self) -> None:
        """Make all bounds infinite: a utility was outside the range that they were proven from."""
        arrays, end, size = self.arrays, self.allocated, self.edge_size
        arrays.constants[UTILITY_MIN], arrays.constants[UTILITY_MAX] = -np.inf, np.inf
        arrays.floats[LOWER:end:size] = -np.inf
        arrays.floats[UPPER:end:size] = np.inf
        children = arrays.ints[CHILDREN:end:size]
        children[children >= PROOF_FLAG] -= PROOF_FLAG
        arrays.counters[OUT_OF_RANGE] = 0

    def snapshot(self) -> Tree:
        """Return a copy that later searches do not change."""
        ints = self.arrays.ints[: self.allocated].copy()
        others = (array.copy() for array in self.arrays[2:])
        return Tree(TreeArrays(ints, ints.view(np.float64), *others), self.traits)

    def visits(self, edge: int) -> int:
        """Return how many simulations went through an edge; those without a result do not count."""
        visits = int(self.arrays.ints[edge + VISITS])
        if not self.traits.virtual_loss:
            return visits
        return max(0, (visits & VISITS_MASK) - (visits >> UNOBSERVED_SHIFT))

    def mean(self, edge: int) -> float:
        """Return the average result of these simulations for the player who chooses the edge."""
        return float(self.arrays.floats[edge + VALUE_SUM]) / max(1, self.visits(edge))

    def action(self, edge: int) -> int:
        """Return the move of an edge."""
        return int(self.arrays.ints[edge + ACTION])

    def children(self, edge: int) -> range:
        """Return the edges of the position that an edge leads to."""
        children = max(UNEXPANDED, int(self.arrays.ints[edge + CHILDREN]))
        return range(first_child(children), end_of_children(children, self.edge_size), self.edge_size)

    def bounds(self, edge: int) -> tuple[float, float]:
        """Return the proven bounds of the first player's utility; infinite where the search proves nothing."""
        if not self.traits.solver:
            return -np.inf, np.inf
        return float(self.arrays.floats[edge + LOWER]), float(self.arrays.floats[edge + UPPER])
