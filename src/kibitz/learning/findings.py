"""What a run has learnt, as people look at it: tables and heat maps for its report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from kibitz.core.weights import default_weights
from kibitz.learning.patterns.learner import PatternLearner
from kibitz.learning.policy.learner import PolicyLearner
from kibitz.learning.report import HeatMap, Table
from kibitz.learning.run import Learner
from kibitz.learning.weights.learner import WeightLearner
from kibitz.learning.weights.score_learner import ScoreLearner
from kibitz.models.pattern_shape import layout

MOST_KINDS = 20
"""So many kinds of moves are listed, from the most to the least likely."""


def findings(learner: Learner) -> list[Table | HeatMap]:
    """Return what was learnt as tables and heat maps."""
    if isinstance(learner, WeightLearner | ScoreLearner):
        return [weight_table(learner.points, default_weights(learner.game))]
    if isinstance(learner, PolicyLearner):
        order = sorted(np.flatnonzero(learner.weights), key=lambda kind: -learner.weights[kind])
        rows = [(str(kind), f"{learner.weights[kind]:.2f}") for kind in order[:MOST_KINDS]]
        return [Table("Kinds of moves that are chosen most", ("kind", "weight"), rows)]
    if not isinstance(learner, PatternLearner):
        return []
    return [] if learner.game.players == 1 else [HeatMap("What holding a cell is worth", cell_values(learner))]


def weight_table(learnt: Mapping[str, float], own: Mapping[str, float]) -> Table:
    """Return the weights beside the game's own, and in units of the first one, as lectures print piece values (pawn = 1)."""
    first = next(iter(own))
    unit, own_unit = learnt[first], own[first]
    rows = [
        (name, f"{learnt[name]:+.1f}", f"{own[name]:+g}", _in_units(learnt[name], unit), _in_units(own[name], own_unit))
        for name in own
    ]
    return Table(
        "Weights in points", ("feature", "learnt", "the game's own", f"learnt, {first} = 1", f"own, {first} = 1"), rows
    )


def _in_units(value: float, unit: float) -> str:
    """Return a weight in units of another, where that is above 0."""
    return f"{value / unit:.1f}" if unit > 0 else "-"


def cell_values(learner: PatternLearner) -> list[list[float]]:
    """Return what one's own piece on each cell is worth more than the other's, half of the difference, row by row.

    It is the mean over what else lies on the patterns, as far as that was met, and over all stages of a game. Where
    patterns are single cells it is all that there is to the evaluation.
    """
    grid, tuples, stages = learner.grid, learner.tuples, learner.method.stages
    placed = layout(grid, tuples, stages)
    tables = learner.tables.values.reshape(stages, -1)
    values, begin = np.zeros(grid.size), 0
    instances = placed.cells.reshape(placed.shape.instances, placed.shape.width)
    for cells in tuples:
        count = grid.contents ** len(cells)
        table = tables[:, begin : begin + count].reshape(stages, *[grid.contents] * len(cells))
        worths = [_worth(np.moveaxis(table, 1 + digit, 0)) for digit in range(len(cells))]
        for row in instances[placed.begins == begin]:
            for cell, worth in zip(row[-len(cells) :], worths, strict=True):
                values[cell] += worth
        begin += count
    return [[float(value) for value in row] for row in values.reshape(grid.rows, grid.columns)]


def _worth(table: Any) -> float:
    """Return half the difference between an own piece (1) on a cell, the table's first axis, and another's (2)."""
    met = (table[1] != 0) & (table[2] != 0)
    return float((table[1] - table[2])[met].mean() / 2) if met.any() else 0.0
