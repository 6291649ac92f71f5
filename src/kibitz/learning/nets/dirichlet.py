"""Dirichlet noise for the priors of a root, where moves are not drawn by Gumbel selection.

Gamma variates: Marsaglia and Tsang, "A simple method for generating gamma variables", 2000.
"""

from __future__ import annotations

from math import cos, log, pi, sqrt
from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.randomness import advance, scramble, unit
from kibitz.search.puct.forest import RANDOM, REGISTERS

TINY = 1e-300


def root_noise(jit: Jit) -> Any:
    """Build `add_noise(begin, count, share, alpha, tree, forest)`: mix Dirichlet noise into the priors of a root."""

    @jit
    def draw(tree: int, forest: Any) -> float:
        state = advance(int(forest.registers[tree * REGISTERS + RANDOM]))
        forest.registers[tree * REGISTERS + RANDOM] = state
        return max(unit(scramble(state)), TINY)

    @jit
    def gamma(alpha: float, tree: int, forest: Any) -> float:
        d = alpha + 1.0 - 1.0 / 3.0
        c = 1.0 / sqrt(9.0 * d)
        while True:
            normal = sqrt(-2.0 * log(draw(tree, forest))) * cos(2.0 * pi * draw(tree, forest))
            v = 1.0 + c * normal
            v = v * v * v
            if v > 0.0 and log(draw(tree, forest)) < 0.5 * normal * normal + d - d * v + d * log(v):
                return float(d * v * draw(tree, forest) ** (1.0 / alpha))

    @jit
    def add_noise(begin: int, count: int, share: float, alpha: float, tree: int, forest: Any) -> None:
        whole = TINY
        for edge in range(begin, begin + count):
            forest.edge_total[edge] = gamma(alpha, tree, forest)  # an empty place until the first visit
            whole += forest.edge_total[edge]
        for edge in range(begin, begin + count):
            forest.prior[edge] = (1.0 - share) * forest.prior[edge] + share * forest.edge_total[edge] / whole
            forest.edge_total[edge] = 0.0

    return add_noise
