"""Value iteration: values on a graph of positions where chance moves, for one player, the others minimising.

Sweeps go on until nothing changes. Positions are swept backward, so that one sweep is enough where none comes back. The kernel
does not know the game: it works on the arrays of `Graph`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit, native
from kibitz.core.game import CHANCE
from kibitz.core.tasks import Stopped
from kibitz.endgames.graph import FEW_POSITIONS, TERMINAL, Graph, Values

TOLERANCE = 1e-13
AGREEMENT = 1e-9
"""How near sweeps from below and from above must come."""
MAX_SWEEPS = 100_000


def sweeps(game: Any, jit: Jit) -> Any:
    """Build `sweep(player, graph, values, begin, tolerance, max_sweeps, stop)`: value iteration until nothing changes.

    `values` float64 [N] holds the value of each position for `player`; all others minimise. Positions are swept last to
    `begin`, each using what the sweep already found (Gauss-Seidel). Returns the number of sweeps, or -1 if values still change.
    """

    @jit
    def backed_up_value(player: int, position: int, graph: Any, values: Any) -> float:
        mover = graph.movers[position]
        best = 0.0 if mover == CHANCE else (-np.inf if mover == player else np.inf)
        for edge in range(graph.first[position], graph.first[position + 1]):
            value = values[graph.targets[edge]]
            if mover == CHANCE:
                best += graph.probabilities[edge] * value
            elif mover == player:
                best = max(best, value)
            else:
                best = min(best, value)
        return best

    @jit
    def sweep(player: int, graph: Any, values: Any, begin: int, tolerance: float, max_sweeps: int, stop: Any) -> int:
        for number in range(max_sweeps):
            change = 0.0
            for position in range(len(graph.movers) - 1, begin - 1, -1):
                if graph.movers[position] != TERMINAL:
                    value = backed_up_value(player, position, graph, values)
                    if value != values[position]:  # what is infinite already has no distance
                        change = max(change, abs(value - values[position]))
                    values[position] = value
            if change <= tolerance:
                return number + 1
            if stop[0] != 0:
                break
        return -1

    return sweep


@dataclass(frozen=True)
class SweepSettings:
    """How values are swept: for whom, the value of play without end for it, and whether positions come back."""

    player: int
    infinite_play: float
    cyclic: bool
    stop: Any


def value_iteration(graph: Graph, settings: SweepSettings, before: Values | None = None) -> Values:
    """Return each position's value to a player, the others minimising, and whether it is exact.

    They are exact where they do not depend on endless play at all, which is where sweeps from below and from above meet.
    `before` are the values of the first positions, if these are known.
    """
    ends = (settings.infinite_play, *graph.utilities[graph.movers == TERMINAL, settings.player])
    extent = min(1.0, max(abs(end) for end in ends))
    # where no position comes back, values rest when each is what its definition says, to the last bit
    tolerance = TOLERANCE * extent if settings.cyclic else 0.0
    low, low_rests = _sweep(graph, settings, min(ends), None if before is None else before.low, tolerance)
    high, high_rests = _sweep(graph, settings, max(ends), None if before is None else before.high, tolerance)
    certain = (high - low <= AGREEMENT * extent) & (low_rests and high_rests)
    middle = np.where(low == high, low, low / 2 + high / 2)
    values = (
        middle
        if certain.all()
        else np.where(certain, middle, _sweep(graph, settings, settings.infinite_play, None, tolerance)[0])
    )
    return Values(values, certain, low, high, AGREEMENT * extent)


def _sweep(graph: Graph, settings: SweepSettings, start: float, known: Any, tolerance: float) -> tuple[Any, bool]:
    """Return the values that sweeps reach from `start` in all positions that are not `known`, and whether they came to rest.

    Raise `Stopped` where they were stopped before.
    """
    values = np.where(graph.movers == TERMINAL, graph.utilities[:, settings.player], start)
    begin = 0 if known is None else len(known)
    values[:begin] = known
    sweep = native(sweeps, None) if len(values) - begin > FEW_POSITIONS else sweeps(None, lambda function: function)
    needed = sweep(settings.player, graph, values, begin, tolerance, MAX_SWEEPS, settings.stop)
    if needed < 0 and settings.stop[0]:
        raise Stopped
    return values, needed > 0
