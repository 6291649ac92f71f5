"""UCB1: the child that a player's position goes on with, by average result and uncertainty.

Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", 2006. Results are scaled to 0..1. An unvisited child has the
first-play urgency as its score. With RAVE, averages are mixed with those of all moves as first; with the solver, children that
are proven not to be best are pruned.
"""

from __future__ import annotations

from math import inf, log, sqrt
from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.montecarlo.first_play_urgency import first_play_urgency
from kibitz.search.montecarlo.mcts_solver import dominance
from kibitz.search.montecarlo.rave import rave_values
from kibitz.search.montecarlo.statistics import edge_statistics
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import (
    AMAF_VISITS,
    EXPLORATION,
    HIGHEST,
    LOWEST,
    PROOF_FLAG,
    edge_size,
    end_of_children,
    first_child,
)


def uniform_selection(jit: Jit, *, traits: Traits) -> Any:
    """Build `least_visited(first, end, tree)`: the child with the fewest visits."""
    size, statistics = edge_size(traits), edge_statistics(jit, traits=traits)

    @jit
    def least_visited(first: int, end: int, tree: Any) -> int:
        best = first
        for edge in range(first + size, end, size):
            if statistics(edge, tree)[0] < statistics(best, tree)[0]:
                best = edge
        return best

    return least_visited


def ucb1_selection(jit: Jit, *, traits: Traits) -> Any:
    """Build `select_child(children, mover, parent_visits, tree)`: the edge with the highest UCB1 score."""
    solver, uniform, rave, virtual_loss = traits.solver, traits.uniform, traits.rave, traits.virtual_loss
    size, statistics = edge_size(traits), edge_statistics(jit, traits=traits)
    least_visited = uniform_selection(jit, traits=traits)
    guaranteed_value, is_dominated = dominance(jit, traits=traits)
    mixed_mean, unvisited_rave_score = rave_values(jit)
    urgency_of = first_play_urgency(jit)

    @jit
    def select_child(children: int, mover: int, parent_visits: int, tree: Any) -> int:
        first, end = first_child(children), end_of_children(children, size)
        if uniform:
            return int(least_visited(first, end, tree))
        guaranteed = guaranteed_value(first, end, mover, tree) if solver and children >= PROOF_FLAG else -inf
        width = tree.scale[HIGHEST] - tree.scale[LOWEST]
        low, per_unit = tree.scale[LOWEST] if width >= 0 else 0.0, 1.0 / width if width > 0 else 0.0
        exploration = tree.constants[EXPLORATION] * sqrt(log(max(parent_visits, 1)))
        urgency = urgency_of(tree)
        best, best_score = -1, -inf
        for edge in range(first, end, size):
            if solver and guaranteed > -inf and is_dominated(edge, mover, guaranteed, tree):
                continue
            visits, observed, value_sum = statistics(edge, tree)
            if visits == 0 and rave and tree.ints[edge + AMAF_VISITS] > 0:
                score = unvisited_rave_score(edge, low, per_unit, exploration, tree)
            elif visits == 0:
                if urgency == inf:
                    return edge
                score = urgency
            else:
                per_visit = 1.0 / visits
                mean = value_sum * per_visit
                if virtual_loss:
                    mean = value_sum / observed if observed > 0 else low  # the worst, as long as there is no result
                if rave:
                    mean = mixed_mean(edge, visits, mean, tree)
                score = (mean - low) * per_unit + exploration * sqrt(per_visit)
            if best == -1 or score > best_score:
                best, best_score = edge, score
        return best if best >= 0 else first

    return select_child
