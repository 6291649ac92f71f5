"""Decisions from the values of all positions that can come up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from kibitz.core.decision import OTHER_TIES, Decision, MoveValue
from kibitz.core.game import CHANCE
from kibitz.search.solving.graph import Graph
from kibitz.search.solving.retrograde import Values, tuple_values

ROUNDING = 1e-9
"""Averages that differ by no more are equal."""


def viewer_of(positions: Graph, at: int) -> int:
    """Return for whom a position is decided: who moves there, or the first player where chance does."""
    return max(int(positions.movers[at]), 0)


def decided_by_values(positions: Graph, found: Values, at: int, player: int) -> Decision:
    """Return the decision in position `at` from what all positions are worth to `player`, the mover there or its opponent."""
    viewer = viewer_of(positions, at)
    worth = found.values if viewer == player else 0.0 - found.values
    line = _line(positions, at, lambda place, mover: float(worth[place]) * (1 if mover == viewer else -1))
    return replace(_chosen(positions, at, worth, line, found.near), exact=bool(found.certain[at]))


def decided_by_tuples(positions: Graph, stop: Any) -> Decision:
    """Return the decision in the first position where each player maximises its own utility.

    An answer that hangs on which of equally good moves is taken is not exact; what the other way gives is told with it.
    """
    values, others = tuple_values(positions, stop)
    near = ROUNDING if np.any(positions.movers == CHANCE) else 0.0
    viewer = viewer_of(positions, 0)
    line = _line(positions, 0, lambda place, mover: float(values[place, mover]))
    utilities, other = (tuple(float(one) for one in row) for row in (values[0], others[0]))
    decision = replace(_chosen(positions, 0, values[:, viewer], line, near), utilities=utilities, exact=utilities == other)
    return decision if decision.exact else replace(decision, details={OTHER_TIES: other})


def _chosen(positions: Graph, at: int, worth: Any, line: tuple[int, ...], near: float) -> Decision:
    """Return the decision in position `at` by what positions are `worth` to who moves there; what is so `near` is equal."""
    mover, value = int(positions.movers[at]), float(worth[at])
    moves = tuple(
        MoveValue(int(positions.actions[place]), float(worth[positions.targets[place]])) for place in positions.moves(at)
    )
    good = tuple(move.action for move in moves if move.value is not None and abs(move.value - value) <= near)
    return Decision(
        action=good[0] if good and mover != CHANCE else None,
        value=value,
        actions=good if mover != CHANCE else (),
        moves=moves,
        line=line,
        nodes=len(positions.movers),
    )


def _line(positions: Graph, at: int, worth: Callable[[int, int], float]) -> tuple[int, ...]:
    """Return best play by all sides from `at` until chance decides, the game ends or a position comes back.

    `worth` says what a position is worth to a player.
    """
    line: list[int] = []
    position, seen = at, {at}
    while positions.movers[position] >= 0:
        mover = int(positions.movers[position])
        place = max(positions.moves(position), key=lambda place: worth(int(positions.targets[place]), mover))
        position = int(positions.targets[place])
        line.append(int(positions.actions[place]))
        if position in seen:
            break
        seen.add(position)
    return tuple(line)
