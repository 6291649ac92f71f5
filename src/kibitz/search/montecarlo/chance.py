"""Chance nodes: the outcome that a simulation goes on with, drawn by its probability, of all or of those admitted so far."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.randomness import advance, scramble, unit
from kibitz.search.montecarlo.progressive_widening import progressive_widening
from kibitz.search.montecarlo.statistics import edge_statistics
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import (
    PROBABILITY,
    edge_size,
    end_of_children,
    first_child,
)
from kibitz.search.montecarlo.workspace import RANDOM_STATE


def outcome_selection(jit: Jit, *, traits: Traits) -> Any:
    """Build `select_outcome(children, parent_visits, tree, workspace)`: the edge of an outcome drawn at random."""
    widening, size = traits.progressive_widening, edge_size(traits)
    statistics, is_wide = edge_statistics(jit, traits=traits), progressive_widening(jit, traits=traits)

    @jit
    def outcome_at(first: int, end: int, visited_only: bool, quantile: float, tree: Any) -> int:
        """Return the outcome at a share of the cumulated probability, of all outcomes or of the visited ones."""
        whole = 0.0
        for edge in range(first, end, size):
            if not visited_only or statistics(edge, tree)[0] > 0:
                whole += tree.floats[edge + PROBABILITY]
        left, last = quantile * whole, first
        for edge in range(first, end, size):
            if not visited_only or statistics(edge, tree)[0] > 0:
                last = edge
                left -= tree.floats[edge + PROBABILITY]
                if left < 0:
                    break
        return last

    @jit
    def select_outcome(children: int, parent_visits: int, tree: Any, workspace: Any) -> int:
        first, end = first_child(children), end_of_children(children, size)
        workspace.registers[RANDOM_STATE] = advance(workspace.registers[RANDOM_STATE])
        quantile = unit(scramble(workspace.registers[RANDOM_STATE]))
        visited_only = False
        if widening:
            visited_only = is_wide(first, end, parent_visits, tree)
        return int(outcome_at(first, end, visited_only, quantile, tree))

    return select_outcome
