"""Each experiment, as small as can be, finds what it is there to show; those that compile much are marked as slow."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any, cast
from xml.etree import ElementTree

import pytest

from kibitz.core.contract import Game
from kibitz.experiments import (
    Report,
    better_eval,
    deepening,
    experiments,
    find_experiment,
    mcts_ladder,
    run,
    star,
    uct_convergence,
)
from kibitz.experiments.chance_trees import ChanceTree
from kibitz.pictures.charts import drawn


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


@pytest.mark.conformance
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


@pytest.mark.conformance
def test_a_wrong_assumption_costs_in_both_directions() -> None:
    rows = by(report("optimism", 5), "danger", "Pacman")
    scores = {key: row["mean score"].value for key, row in rows.items()}
    assert scores["optimism", "minimax"] > 400 > -400 > scores["optimism", "expectimax"]
    assert scores["pessimism", "expectimax"] > scores["pessimism", "minimax"] + 300
    assert scores["pessimism", "minimax"] == -501, "he runs into the nearest ghost"


def test_deeper_search_decides_worse_where_nothing_depends_on_anything() -> None:
    found = report("pathology", 150)
    rows = by(found, "depth")
    independent, dependent = list(found.rows[0])[1:]
    assert rows[8][independent].high < rows[2][independent].low
    assert rows[7][dependent].value > rows[1][dependent].value
    assert rows[9][independent].value == rows[9][dependent].value == 1, "the whole board but one square"


@pytest.mark.conformance
def test_star_pruning_keeps_the_value_and_saves_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(star, "GAMES", {"random trees": lambda: cast(Game, ChanceTree(4, 4))})
    rows = by(report("star", 2), "game", "depth")
    assert all(row["same value"] for row in rows.values())
    assert rows["random trees", 3]["Star1, times fewer"].value > 1
    assert rows["random trees", 3]["plain, states"].value == sum(4**level for level in range(6))


def test_deepening_costs_little_and_a_table_pays_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deepening, "DEPTHS", {deepening.ANSWERS: range(1, 6)})
    rows = report("deepening", 12).rows
    assert 1 < rows[-1]["deepening / at once"] < 2
    assert rows[-1]["deepening, table and order"].value < rows[-1]["at once"].value
    assert rows[-1]["best move"].successes > rows[0]["best move"].successes


@pytest.mark.conformance
def test_a_better_evaluation_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(better_eval, "DEPTHS", (2,))
    monkeypatch.setattr(better_eval, "MAZE", "pacman:layout=testClassic")
    rows = by(report("better-eval", 4), "evaluation")
    assert rows["better"]["wins"].successes == 4
    assert rows["better"]["mean score"].value > rows["score"]["mean score"].value


def test_uct_is_the_top_of_the_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"GAME": "tic_tac_toe", "EARLIEST": 1, "LATEST": 3, "PLAYOUTS": (25, 3000)}.items():
        monkeypatch.setattr(mcts_ladder, name, value)
    rows = by(report("mcts-ladder", 20), "version")
    most = {version: row["3,000 games"].successes for version, row in rows.items()}
    assert most["2.0: UCT"] > most["0.9: the promising"]
    assert most["2.0: UCT"] == max(most.values())
    assert most["2.0: UCT"] > rows["2.0: UCT"]["25 games"].successes


def test_uct_approaches_minimax(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uct_convergence, "GAME", "tic_tac_toe")
    monkeypatch.setattr(uct_convergence, "SIMULATIONS", (10, 600))
    few, many = report("uct-convergence", 8).rows
    assert many["minimax's move"].successes > few["minimax's move"].successes
    assert many["simulations on minimax's moves"].value > few["simulations on minimax's moves"].value


SLOW = {"better-eval", "deepening", "informed", "optimism", "star", "uct-convergence"}
"""These compile much."""


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.conformance] if name in SLOW else []) for name in experiments()]
)
def test_a_report_on_the_first_tasks_alone(name: str) -> None:
    """Experiments can be broken off at any time."""
    whole = find_experiment(name)
    for done in (1, 2):
        part = replace(whole, tasks=lambda games, seed, done=done: islice(whole.tasks(games, seed), done))  # type: ignore[misc]
        found = run(part, 1, 1).report
        assert found.rows
        assert drawn(found.charts, "png").startswith(b"\x89PNG")
