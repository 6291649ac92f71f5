"""Values on a graph of positions: backward where no position comes back, by value iteration where one does.

Neither kernel knows the game: they work on the arrays of `Graph`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit, native
from kibitz.core.errors import UnsupportedError
from kibitz.core.game import CHANCE
from kibitz.search.running import Stopped
from kibitz.search.solving.graph import TERMINAL, Graph

TOLERANCE = 1e-13
AGREEMENT = 1e-9
"""How near sweeps from below and from above must come."""
MOST_SWEEPS = 100_000
FEW_POSITIONS = 1000
"""So many are swept in plain Python, faster than the compiler could be started."""


def sweeps(game: Any, jit: Jit) -> Any:
    """Build `improve(player, movers, first, targets, probabilities, values, begin, tolerance, most, stop)`: sweeps to rest.

    `values` float64[N] holds what each position is worth to `player`; all others minimise. Positions are swept last to
    `begin`, each using what the sweep already found. Returns the number of sweeps, negative if values still moved.
    """

    @jit
    def worth(player: int, position: int, movers: Any, first: Any, targets: Any, probabilities: Any, values: Any) -> float:
        mover = movers[position]
        best = 0.0 if mover == CHANCE else (-np.inf if mover == player else np.inf)
        for place in range(first[position], first[position + 1]):
            value = values[targets[place]]
            if mover == CHANCE:
                best += probabilities[place] * value
            elif mover == player:
                best = max(best, value)
            else:
                best = min(best, value)
        return best

    @jit
    def improve(
        player: int,
        movers: Any,
        first: Any,
        targets: Any,
        probabilities: Any,
        values: Any,
        begin: int,
        tolerance: float,
        most: int,
        stop: Any,
    ) -> int:
        for sweep in range(most):
            change = 0.0
            for position in range(len(movers) - 1, begin - 1, -1):
                if movers[position] != TERMINAL:
                    value = worth(player, position, movers, first, targets, probabilities, values)
                    if value != values[position]:  # what is infinite already has no distance
                        change = max(change, abs(value - values[position]))
                    values[position] = value
            if change <= tolerance:
                return sweep + 1
            if stop[0] != 0:
                break
        return -1

    return improve


@dataclass(frozen=True)
class Values:
    """What positions are worth to one player."""

    values: Any
    """float64[N]."""
    certain: Any
    """bool[N]: whether a value is exact."""
    low: Any
    """float64[N]: what sweeps from below come to; `high`, from above."""
    high: Any
    near: float
    """Values no farther apart than that differ by rounding only; 0 where nothing is rounded."""


@dataclass(frozen=True)
class Sweeping:
    """How values are swept: for whom, what play without end is worth to it, and whether positions come back."""

    player: int
    endless: float
    cyclic: bool
    stop: Any


def value_iteration(graph: Graph, how: Sweeping, before: Values | None = None) -> Values:
    """Return each position's value to a player, the others minimising, and whether it is exact.

    Without chance, values swept from what endless play is worth are exact: what is better than endless play is only ever
    believed once it is proven. With chance they are exact where they do not depend on endless play at all, which is where
    sweeps from below and from above meet. `before` are the values of the first positions, if these are known.
    """
    if not np.any(graph.movers == CHANCE):
        values, rests = _swept(graph, how, how.endless, None if before is None else before.values, 0.0)
        return Values(values, np.full(len(values), rests), values, values, 0.0)
    ends = (how.endless, *graph.utilities[graph.movers == TERMINAL, how.player])
    extent = min(1.0, max(abs(end) for end in ends))
    # where no position comes back, values rest when each is what its definition says, to the last bit
    tolerance = TOLERANCE * extent if how.cyclic else 0.0
    low, low_rests = _swept(graph, how, min(ends), None if before is None else before.low, tolerance)
    high, high_rests = _swept(graph, how, max(ends), None if before is None else before.high, tolerance)
    certain = (high - low <= AGREEMENT * extent) & (low_rests and high_rests)
    middle = np.where(low == high, low, low / 2 + high / 2)
    values = middle if certain.all() else np.where(certain, middle, _swept(graph, how, how.endless, None, tolerance)[0])
    return Values(values, certain, low, high, AGREEMENT * extent)


def _swept(graph: Graph, how: Sweeping, start: float, known: Any, tolerance: float) -> tuple[Any, bool]:
    """Return the values that sweeps reach from `start` in all positions that are not `known`, and whether they came to rest.

    Raise `Stopped` where they were stopped before.
    """
    values = np.where(graph.movers == TERMINAL, graph.utilities[:, how.player], start)
    begin = 0 if known is None else len(known)
    values[:begin] = known
    improve = native(sweeps, None) if len(values) - begin > FEW_POSITIONS else sweeps(None, lambda function: function)
    needed = improve(
        how.player, graph.movers, graph.first, graph.targets, graph.probabilities, values, begin, tolerance, MOST_SWEEPS,
        how.stop,
    )  # fmt: skip
    if needed < 0 and how.stop[0]:
        raise Stopped
    return values, needed > 0


def tuple_values(graph: Graph, stop: Any) -> tuple[Any, Any]:
    """Return float64[N, P] twice: what each position is worth to every player when each maximises its own utility.

    Among equally good moves the first counts, and in the second answer the last. A position that comes back is refused:
    max^n has no value there.
    """
    values, others = graph.utilities.copy(), graph.utilities.copy()
    for position in _children_first(graph, stop):
        if stop[0]:
            raise Stopped
        moves, mover = graph.moves(position), graph.movers[position]
        if mover == TERMINAL or not len(moves):
            continue
        for worth, takes_last in ((values, False), (others, True)):
            below = worth[graph.targets[moves.start : moves.stop]]
            if mover == CHANCE:
                for share, row in zip(graph.probabilities[moves.start : moves.stop], below, strict=True):
                    worth[position] += share * row  # in the order of the definition, which rounding depends on
            else:
                order = below[::-1] if takes_last else below
                worth[position] = order[int(np.argmax(order[:, mover]))]
    return values, others


def _children_first(graph: Graph, stop: Any) -> list[int]:
    """Return the positions in an order in which every move leads to an earlier one, or raise `Stopped`."""
    order: list[int] = []
    state = np.zeros(len(graph.movers), np.int8)  # 0 unseen, 1 open, 2 done
    stack = [(0, iter(graph.moves(0)))]
    state[0] = 1
    while stack:
        if stop[0]:
            raise Stopped
        position, moves = stack[-1]
        for place in moves:
            target = int(graph.targets[place])
            if state[target] == 1:
                raise UnsupportedError("a position comes back, so with utility tuples this game has no single value")
            if state[target] == 0:
                state[target] = 1
                stack.append((target, iter(graph.moves(target))))
                break
        else:
            state[position] = 2
            order.append(position)
            stack.pop()
    return order
