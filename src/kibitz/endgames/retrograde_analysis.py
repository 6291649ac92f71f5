"""Retrograde analysis: from the ends of the game backward, values on a graph of positions for one player against the others.

Every position that ends the game gives its value to those before it: at once where the side moves that wants it, and else as
soon as all moves there lead to such values. The best ends for the player come first, down to the value of play without end,
then the worst ones up to it. What is left over has that value. Each move is looked at once, whether or not positions come back.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit, native
from kibitz.core.tasks import Stopped
from kibitz.endgames.graph import FEW_POSITIONS, TERMINAL, Graph, Values


def predecessors(game: Any, jit: Jit) -> Any:
    """Build `list_predecessors(graph, begin, first, before)`: which positions from `begin` on lead to each position.

    Those before position i are before[first[i]] to before[first[i + 1]], as often as there are moves; `first`, int64 [N + 2],
    begins as zeros.
    """

    @jit
    def list_predecessors(graph: Any, begin: int, first: Any, before: Any) -> None:
        positions = len(graph.movers)
        for edge in range(graph.first[begin], graph.first[positions]):
            first[graph.targets[edge] + 2] += 1
        for position in range(2, positions + 2):
            first[position] += first[position - 1]
        for position in range(begin, positions):
            for edge in range(graph.first[position], graph.first[position + 1]):
                target = graph.targets[edge]
                before[first[target + 1]] = position
                first[target + 1] += 1

    return list_predecessors


def retrograde(game: Any, jit: Jit) -> Any:
    """Build `spread(chooses, ends, first, before, values, is_known, moves_left, queue, stop)`.

    It spreads the values of `ends`, those that a side likes best first, to the positions from which that side can force them;
    `chooses`, bool [N], says where it moves. It returns whether it came to its end.
    """

    @jit
    def spread(
        chooses: Any, ends: Any, first: Any, before: Any, values: Any, is_known: Any, moves_left: Any, queue: Any, stop: Any
    ) -> bool:
        for end in ends:
            queue[0], done, found = end, 0, 1
            while done < found:
                if stop[0] != 0:
                    return False
                position = queue[done]
                done += 1
                for entry in range(first[position], first[position + 1]):
                    parent = before[entry]
                    if is_known[parent]:
                        continue
                    if not chooses[parent]:
                        moves_left[parent] -= 1
                        if moves_left[parent] > 0:
                            continue
                    values[parent], is_known[parent] = values[end], True
                    queue[found] = parent
                    found += 1
        return True

    return spread


def retrograde_analysis(graph: Graph, player: int, infinite_play: float, stop: Any, known: Values | None = None) -> Values:
    """Return each position's value to a player, the others opposing it; all are exact, and chance moves nowhere.

    `infinite_play` is the value of play without end. `known` are the values of the first positions, if these are known. Raise
    `Stopped` where `stop[0]` is set.
    """
    positions, begin = len(graph.movers), 0 if known is None else len(known.values)
    is_small = positions - begin <= FEW_POSITIONS
    first, before = np.zeros(positions + 2, np.int64), np.zeros(len(graph.targets), np.int32)
    (_interpreted if is_small else native)(predecessors, None)(graph, begin, first, before)
    is_over = graph.movers == TERMINAL
    values = np.where(is_over, graph.utilities[:, player], infinite_play)
    is_known = is_over.copy()
    if known is not None:
        values[:begin], is_known[:begin] = known.values, True
    ends = np.flatnonzero(is_known)
    best_first = ends[np.argsort(-values[ends], kind="stable")]
    moves_left, queue = np.diff(graph.first), np.zeros(positions, np.int64)
    spread = (_interpreted if is_small else native)(retrograde, None)
    for wanted, chooses in (
        (best_first[values[best_first] > infinite_play], graph.movers == player),
        (best_first[values[best_first] < infinite_play][::-1].copy(), graph.movers != player),
    ):
        if not spread(chooses, wanted, first, before, values, is_known, moves_left, queue, stop):
            raise Stopped
    return Values(values, np.ones(positions, bool), values, values, 0.0)


def _interpreted(build: Any, game: None) -> Any:
    """Return a kernel in plain Python, quicker for a few positions than the compiler could be started."""
    return build(game, lambda function: function)
