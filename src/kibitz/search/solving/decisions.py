"""Decisions from the values of all positions that can come up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from kibitz.core.decision import OTHER_TIES, Decision, MoveValue
from kibitz.core.game import CHANCE
from kibitz.endgames.graph import Graph, Values
from kibitz.search.solving.backward_induction import backward_induction

ROUNDING = 1e-9
"""Averages that differ by no more are equal."""


def viewer_of(positions: Graph, at: int) -> int:
    """Return for whom a position is decided: who moves there, or the first player where chance does."""
    return max(int(positions.movers[at]), 0)


def decision_by_values(positions: Graph, result: Values, at: int, player: int) -> Decision:
    """Return the decision in position `at` from the values of all positions for `player`, the mover there or its opponent."""
    viewer = viewer_of(positions, at)
    values = result.values if viewer == player else 0.0 - result.values
    line = _line(positions, at, lambda position, mover: float(values[position]) * (1 if mover == viewer else -1))
    return replace(_best(positions, at, values, line, result.rounding), exact=bool(result.certain[at]))


def decision_by_tuples(positions: Graph, stop: Any) -> Decision:
    """Return the decision in the first position where each player maximises its own utility.

    An answer that hangs on which of equally good moves is taken is not exact; what the other way gives is in its details.
    """
    values, others = backward_induction(positions, stop)
    rounding = ROUNDING if np.any(positions.movers == CHANCE) else 0.0
    viewer = viewer_of(positions, 0)
    line = _line(positions, 0, lambda position, mover: float(values[position, mover]))
    utilities, other = (tuple(float(one) for one in row) for row in (values[0], others[0]))
    decision = replace(_best(positions, 0, values[:, viewer], line, rounding), utilities=utilities, exact=utilities == other)
    return decision if decision.exact else replace(decision, details={OTHER_TIES: other})


def _best(positions: Graph, at: int, values: Any, line: tuple[int, ...], rounding: float) -> Decision:
    """Return the decision in position `at` from the values for who moves there; what differs by `rounding` is equal."""
    mover, value = int(positions.movers[at]), float(values[at])
    moves = tuple(
        MoveValue(int(positions.actions[edge]), float(values[positions.targets[edge]])) for edge in positions.moves(at)
    )
    good = tuple(move.action for move in moves if move.value is not None and abs(move.value - value) <= rounding)
    return Decision(
        action=good[0] if good and mover != CHANCE else None,
        value=value,
        actions=good if mover != CHANCE else (),
        moves=moves,
        line=line,
        nodes=len(positions.movers),
    )


def _line(positions: Graph, at: int, value_of: Callable[[int, int], float]) -> tuple[int, ...]:
    """Return best play by all sides from `at` until chance decides, the game ends or a position comes back.

    `value_of(position, player)` is the value of a position for a player.
    """
    line: list[int] = []
    position, seen = at, {at}
    while positions.movers[position] >= 0:
        mover = int(positions.movers[position])
        edge = max(positions.moves(position), key=lambda edge: value_of(int(positions.targets[edge]), mover))
        position = int(positions.targets[edge])
        line.append(int(positions.actions[edge]))
        if position in seen:
            break
        seen.add(position)
    return tuple(line)
