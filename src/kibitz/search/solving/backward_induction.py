"""Backward induction: the values of all players on a graph of positions without circles, each position after its children."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.errors import UnsupportedError
from kibitz.core.game import CHANCE
from kibitz.endgames.graph import TERMINAL, Graph
from kibitz.search.running import Stopped


def backward_induction(graph: Graph, stop: Any) -> tuple[Any, Any]:
    """Return float64[N, P] twice: the value of each position for every player when each maximises its own utility.

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
        for table, takes_last in ((values, False), (others, True)):
            below = table[graph.targets[moves.start : moves.stop]]
            if mover == CHANCE:
                for probability, row in zip(graph.probabilities[moves.start : moves.stop], below, strict=True):
                    table[position] += probability * row  # in the order of the definition, which rounding depends on
            else:
                order = below[::-1] if takes_last else below
                table[position] = order[int(np.argmax(order[:, mover]))]
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
        for edge in moves:
            target = int(graph.targets[edge])
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
