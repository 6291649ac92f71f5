"""The move that a search of self-play makes, and the policy that the net should learn from it."""

from __future__ import annotations

from math import inf, sqrt
from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.randomness import advance, scramble, unit
from kibitz.learning.nets.games import EXPLORING_PLIES, GUMBEL, IS_FULL, PLY, PRUNING
from kibitz.search.puct.expansion import softmax_priors
from kibitz.search.puct.forest import EXPLORATION, FORCED, HIGH, LOW, RANDOM, REGISTERS, SIZE_NODES
from kibitz.search.puct.gumbel_root import candidate_scores, unit_value


def visit_counting(jit: Jit) -> Any:
    """Build `most_visits(begin, count, forest)`: how often the most visited move was tried."""

    @jit
    def most_visits(begin: int, count: int, forest: Any) -> int:
        most = 0
        for edge in range(begin, begin + count):
            most = max(most, forest.edge_visits[edge])
        return most

    return most_visits


def choice(jit: Jit) -> Any:
    """Build `choose(tree, forest, games)`: the edge of the move to play.

    It is the best of those tried most often, by their values and the root's noise; without Gumbel selection the first moves of
    a game are drawn by their visits.
    """
    most_visits, (mixed_value, score) = visit_counting(jit), candidate_scores(jit)

    @jit
    def choose(tree: int, forest: Any, games: Any) -> int:
        root, register = tree * forest.sizes[SIZE_NODES], tree * REGISTERS
        begin, count = forest.first[root], forest.count[root]
        most = most_visits(begin, count, forest)
        if games.settings[GUMBEL] == 0.0 and forest.registers[register + PLY] < games.settings[EXPLORING_PLIES]:
            state = advance(int(forest.registers[register + RANDOM]))
            forest.registers[register + RANDOM] = state
            left = unit(scramble(state)) * (forest.visits[root] - 1)
            for edge in range(begin, begin + count):
                left -= forest.edge_visits[edge]
                if left < 0:
                    return edge
        mixed = mixed_value(begin, count, tree, forest)
        best, highest = begin, -inf
        for edge in range(begin, begin + count):
            if forest.edge_visits[edge] == most:
                found = score(edge, begin, mixed, most, games.settings[GUMBEL] != 0.0, tree, forest)
                if found > highest:
                    best, highest = edge, found
        return int(best)

    return choose


def visit_targets(jit: Jit) -> Any:
    """Build `set_visits(begin, count, root, tree, forest, games)`: put the share of visits in the place of each prior.

    Visits that only forced playouts account for do not count.
    """
    on_scale = unit_value(jit)

    @jit
    def pruned_visits(edge: int, best: int, root: int, tree: int, forest: Any) -> int:
        """Return the visits of a move without forced ones that PUCT, by what it knows now, would not have made."""
        visits = forest.edge_visits[edge]
        if edge == best or visits == 0:
            return int(visits)
        low, high = forest.scale[2 * tree + LOW], forest.scale[2 * tree + HIGH]
        weight = forest.constants[EXPLORATION] * sqrt(float(forest.visits[root]))
        tried = forest.edge_visits[best]
        bar = on_scale(forest.edge_total[best] / tried, low, high) + weight * forest.prior[best] / (1 + tried)
        value = on_scale(forest.edge_total[edge] / visits, low, high)
        forced = int(sqrt(forest.constants[FORCED] * forest.prior[edge] * forest.visits[root]))
        left = visits
        while forced > 0 and left > 0 and value + weight * forest.prior[edge] / left < bar:
            left -= 1
            forced -= 1
        return 0 if left <= 1 else int(left)

    @jit
    def set_visits(begin: int, count: int, root: int, tree: int, forest: Any, games: Any) -> None:
        best = begin
        for edge in range(begin, begin + count):
            if forest.edge_visits[edge] > forest.edge_visits[best]:
                best = edge
        is_pruning = games.settings[PRUNING] != 0.0 and forest.registers[tree * REGISTERS + IS_FULL] != 0
        whole = 0.0
        for edge in range(begin, begin + count):
            kept = pruned_visits(edge, best, root, tree, forest) if is_pruning else forest.edge_visits[edge]
            forest.edge_total[edge] = float(kept)  # the search is over: its sums are not needed any more
            whole += kept
        for edge in range(begin, begin + count):
            forest.prior[edge] = forest.edge_total[edge] / max(whole, 1.0)

    return set_visits


def targets(jit: Jit) -> Any:
    """Build `set_targets(tree, forest, games)`: put the policy to be learnt in the place of the priors of the root.

    After Gumbel selection it is the improved policy, else the visits. The search is over: its sums are lost.
    """
    most_visits, (mixed_value, score) = visit_counting(jit), candidate_scores(jit)
    softmax, set_visits = softmax_priors(jit), visit_targets(jit)

    @jit
    def set_targets(tree: int, forest: Any, games: Any) -> None:
        root = tree * forest.sizes[SIZE_NODES]
        begin, count = forest.first[root], forest.count[root]
        if games.settings[GUMBEL] == 0.0:
            set_visits(begin, count, root, tree, forest, games)
            return
        most, mixed = most_visits(begin, count, forest), mixed_value(begin, count, tree, forest)
        for edge in range(begin, begin + count):
            forest.prior[edge] = score(edge, begin, mixed, most, False, tree, forest)
        softmax(begin, count, forest.prior)

    return set_targets
