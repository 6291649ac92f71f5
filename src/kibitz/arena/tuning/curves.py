"""The charts of a tuning: for each parameter the trials, and the curve through them with its uncertainty."""

from __future__ import annotations

from kibitz.arena.score import Score
from kibitz.arena.tuning.parameters import Parameter, Value
from kibitz.arena.tuning.tuner import Tuning
from kibitz.core.estimates import Mean
from kibitz.pictures.charts import Chart, Series

FURTHEST = 800.0
"""Leads beyond it, and those without limit, are drawn there."""


def charts(tuning: Tuning) -> list[Chart]:
    """Return a chart for each parameter."""
    return [_chart(tuning, parameter) for parameter in tuning.parameters]


def _chart(tuning: Tuning, parameter: Parameter) -> Chart:
    """Return the chart of one parameter; with others beside it, the curve goes through their best values."""
    steps, leads, errors = tuning.curve(parameter)
    curve = [Mean(lead, error, 2) for lead, error in zip(leads, errors, strict=True)]
    tried = [_mean(trial.score) for trial in tuning.trials]
    values = [trial.values[parameter.name] for trial in tuning.trials]
    series = [
        Series("trials, with 95 % confidence", [_x(parameter, value) for value in values], tried, points=True),
        Series("fitted, with 95 % confidence", [_x(parameter, value) for value in steps], curve, band=True),
    ]
    return Chart("", parameter.name, f"Elo over {tuning.opponent}", series, log_x=parameter.by_ratio, names=parameter.choices)


def _x(parameter: Parameter, value: Value) -> float:
    """Return where a value stands: itself, or the place of a word among all."""
    return float(parameter.choices.index(str(value))) if parameter.choices else float(value)


def _mean(score: Score) -> Mean:
    """Return the lead of a score with half the width of its interval."""
    low, high = (max(-FURTHEST, min(FURTHEST, end)) for end in score.elo_interval)
    return Mean(max(-FURTHEST, min(FURTHEST, score.elo)), (high - low) / 2.0, score.games)
