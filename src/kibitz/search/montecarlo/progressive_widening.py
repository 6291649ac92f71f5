"""Progressive widening: after n visits a chance node admits a limited number of outcomes.

Couetoux and others, "Continuous upper confidence trees", 2011.
"""

from __future__ import annotations

from math import ceil
from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.montecarlo.statistics import edge_statistics
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import WIDENING, WIDENING_EXPONENT, edge_size


def progressive_widening(jit: Jit, *, traits: Traits) -> Any:
    """Build `is_wide(first, end, parent_visits, tree)`: whether a chance node has all the outcomes it may have."""
    size, statistics = edge_size(traits), edge_statistics(jit, traits=traits)

    @jit
    def is_wide(first: int, end: int, parent_visits: int, tree: Any) -> bool:
        admitted = 0
        for edge in range(first, end, size):
            admitted += statistics(edge, tree)[0] > 0
        limit = ceil(tree.constants[WIDENING] * float(max(parent_visits, 1)) ** tree.constants[WIDENING_EXPONENT])
        return admitted > 0 and admitted >= limit

    return is_wide
