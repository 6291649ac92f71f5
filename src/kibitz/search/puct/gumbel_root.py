"""Gumbel root selection: sequential halving among the moves that a random draw finds most promising.

Danihelka, Guez, Schrittwieser, Silver, "Policy improvement by planning with Gumbel", ICLR 2022.
"""

from __future__ import annotations

from math import ceil, inf, log, log2
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.core.randomness import scramble, stream, unit
from kibitz.search.puct.forest import (
    CANDIDATES,
    HIGH,
    LOW,
    REGISTERS,
    ROOT_NOISE,
    SCHEDULE,
    SIMULATIONS,
    SIZE_NODES,
    SIZE_SCHEDULE,
)

MOST_CANDIDATES = 16
C_VISIT, C_SCALE = 50.0, 0.3
"""The paper's c_visit and c_scale: how much a value counts beside the logarithm of a prior."""
SMALLEST_PRIOR = 1e-9


def halving_schedule(budgets: tuple[int, ...]) -> tuple[Any, int]:
    """Return the schedule for numbers of simulations, int32 [budgets, candidates + 1, length] in one row, and the length.

    It says how many visits those candidates have, before each simulation, among which the next is chosen.
    """
    length = max(budgets)
    table = np.zeros((len(budgets), MOST_CANDIDATES + 1, length), np.int32)
    for place, budget in enumerate(budgets):
        for candidates in range(1, MOST_CANDIDATES + 1):
            table[place, candidates, :budget] = _halved(candidates, budget)
    return table.reshape(-1), length


def _halved(candidates: int, budget: int) -> list[int]:
    """Return the schedule for so many candidates: each phase visits all that are left equally often, then half of them go."""
    if candidates == 1:
        return list(range(budget))
    phases, left = ceil(log2(candidates)), candidates
    visits = [0] * candidates
    schedule: list[int] = []
    while len(schedule) < budget:
        for _ in range(max(1, budget // (phases * left))):
            schedule += visits[:left]
            for candidate in range(left):
                visits[candidate] += 1
        left = max(2, left // 2)
    return schedule[:budget]


def unit_value(jit: Jit) -> Any:
    """Build `on_scale(value, low, high)`: a utility between -1 and 1."""

    @jit
    def on_scale(value: float, low: float, high: float) -> float:
        return 2.0 * (value - low) / (high - low) - 1.0 if high > low else 0.0

    return on_scale


def candidate_scores(jit: Jit) -> tuple[Any, Any]:
    """Build `mixed_value(begin, count, tree, forest)` and `score(edge, begin, mixed, most, noisy, tree, forest)`.

    The first is what an untried move of the root counts as. The second is the logarithm of the prior, with the root's noise
    if wanted, plus what the value counts beside it where the most visited move has `most` visits.
    """
    on_scale = unit_value(jit)

    @jit
    def mixed_value(begin: int, count: int, tree: int, forest: Any) -> float:
        root = tree * forest.sizes[SIZE_NODES]
        low, high = forest.scale[2 * tree + LOW], forest.scale[2 * tree + HIGH]
        visits, share, weighted, results = 0, 0.0, 0.0, 0.0
        for edge in range(begin, begin + count):
            tried = forest.edge_visits[edge]
            if tried > 0:
                visits += tried
                share += forest.prior[edge]
                weighted += forest.prior[edge] * on_scale(forest.edge_total[edge] / tried, low, high)
                results += forest.edge_total[edge]
        own = on_scale(forest.total[root] - results, low, high)  # what the net said of the root itself
        return float((own + visits * weighted / share) / (1 + visits) if visits > 0 and share > 0.0 else own)

    @jit
    def score(edge: int, begin: int, mixed: float, most: int, noisy: bool, tree: int, forest: Any) -> float:
        low, high = forest.scale[2 * tree + LOW], forest.scale[2 * tree + HIGH]
        tried = forest.edge_visits[edge]
        value = on_scale(forest.edge_total[edge] / tried, low, high) if tried > 0 else mixed
        found = log(max(forest.prior[edge], SMALLEST_PRIOR)) + (C_VISIT + most) * C_SCALE * 0.5 * (value + 1.0)
        if noisy:
            drawn = unit(scramble(stream(int(forest.registers[tree * REGISTERS + ROOT_NOISE]), int(edge - begin))))
            found -= log(-log(max(drawn, 1e-300)))
        return found

    return mixed_value, score


def gumbel_root_selection(jit: Jit) -> Any:
    """Build `select_candidate(begin, count, tree, forest)`: the best of those moves that the schedule has up for a visit."""
    mixed_value, score = candidate_scores(jit)

    @jit
    def select_candidate(begin: int, count: int, tree: int, forest: Any) -> int:
        register, length = tree * REGISTERS, forest.sizes[SIZE_SCHEDULE]
        row = forest.registers[register + SCHEDULE] * (MOST_CANDIDATES + 1)
        row += min(forest.registers[register + CANDIDATES], count)
        number = min(forest.registers[register + SIMULATIONS] - 1, length - 1)
        wanted = forest.schedule[row * length + number]
        most = 0
        for edge in range(begin, begin + count):
            most = max(most, forest.edge_visits[edge])
        mixed = mixed_value(begin, count, tree, forest)
        best, highest = begin, -inf
        for edge in range(begin, begin + count):
            if forest.edge_visits[edge] == wanted:
                found = score(edge, begin, mixed, most, True, tree, forest)
                if found > highest:
                    best, highest = edge, found
        return best

    return select_candidate
