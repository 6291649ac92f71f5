"""Each experiment, as small as can be, finds what it is there to show."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from kibitz.experiments import Report, find_experiment, run
from kibitz.experiments.charts import drawn


def report(name: str, games: int, seed: int = 1) -> Report:
    """Return the report of a small experiment, whose chart can be drawn."""
    found = run(find_experiment(name), games, seed)
    assert found.complete
    assert ElementTree.fromstring(drawn(found.report.charts, "svg")).tag.endswith("svg")
    return found.report


def by(found: Report, *columns: str) -> dict[Any, Any]:
    """Return the rows by what stands in some columns, or in one."""
    return {tuple(row[column] for column in columns) if len(columns) > 1 else row[columns[0]]: row for row in found.rows}


def test_assumptions_as_in_the_lectures() -> None:
    rows = by(report("assumptions", 5), "Pacman", "ghost")
    wins = {key: row["wins"].successes for key, row in rows.items()}
    assert wins["minimax", "minimising"] == wins["minimax", "random"] == wins["expectimax", "random"] == 5
    assert wins["expectimax", "minimising"] == 0
    means = {key: row["mean score"].value for key, row in rows.items()}
    best, second, third, last = sorted(means, key=means.__getitem__, reverse=True)
    assert (best, last) == (("expectimax", "random"), ("expectimax", "minimising"))
    assert (second, third) == (("minimax", "minimising"), ("minimax", "random")), "493 and 483 in the lectures"


def test_alpha_beta_saves_more_with_every_depth() -> None:
    rows = report("alphabeta", 3).rows
    assert all(row["same value"] for row in rows)
    factors = [row["times fewer"] for row in rows]
    assert factors == sorted(factors)
    assert factors[-1] > 4


def test_knowing_the_opponent_wins_more() -> None:
    rows = by(report("informed", 20), "player")
    assert rows["minimax"]["losses"].successes == 0
    assert rows["expectimax, true model"]["mean utility"].value > rows["minimax"]["mean utility"].value + 0.2


def test_only_expectimax_minds_a_bent_scale() -> None:
    rows = by(report("monotone", 20), "search", "utilities x become")
    changed = {key: row["other move"].successes for key, row in rows.items()}
    assert {changed["minimax", change] for change in ("3x + 2", "x³", "exp(3x)")} == {0}
    assert changed["expectimax", "3x + 2"] == 0
    assert changed["expectimax", "x³"] >= 2
    assert changed["expectimax", "exp(3x)"] >= 2


def test_the_best_order_needs_the_fewest_leaves() -> None:
    for row in report("ordering", 2).rows:
        assert row["best first"].value == row["least"]
        assert row["least"] < row["random"].value < row["worst first"].value <= row["b^m"]
        assert row["worst first"].value > row["b^m"] / 2
