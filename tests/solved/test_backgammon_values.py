"""Endings of backgammon and the one-checker game, solved exactly, against the equities of GNU Backgammon's databases."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import kibitz
from kibitz.games.backgammon.position_id import planes
from kibitz.games.backgammon.state import State
from kibitz.search.solving.solver import Solver


def side(text: str) -> tuple[int, int]:
    """Return the planes of a side given as the numbers on its first points, the 25th of which is the bar."""
    numbers = [int(word) for word in text.split()]
    return planes([0, *numbers, *[0] * (25 - len(numbers))])


def furthest(oracles: Path, spec: str, file: str, column: int, step: int = 1) -> float:
    """Return the largest difference between our equities and those in a file, of which every `step`th is looked at."""
    with (oracles / "backgammon" / file).open() as opened:
        rows = list(csv.reader(opened))[1::step]
    solver = Solver(kibitz.load(spec))
    worst = 0.0
    for row in rows:
        decision = solver.solve(State(*side(row[0]), *side(row[1]), 0, 0))
        assert decision.exact
        worst = max(worst, abs(decision.value - float(row[column])))
    return worst


def test_all_positions_of_one_checker_against_one(oracles: Path) -> None:
    assert furthest(oracles, "hypergammon:checkers=1", "hypergammon_1chq.csv", 7) < 1e-5


def test_the_start_of_one_checker_against_one() -> None:
    """GNU Backgammon's database has 0.452774."""
    decision = kibitz.solve("hypergammon:checkers=1")
    assert decision.exact
    assert decision.value == pytest.approx(0.452774, abs=1e-6)


def test_some_endings_of_three_checkers_against_three(oracles: Path) -> None:
    assert furthest(oracles, "backgammon", "bearoff_two_sided_6x3_cubeless.csv", 2, 97) < 1e-4


@pytest.mark.conformance
def test_all_endings_of_three_checkers_against_three(oracles: Path) -> None:
    assert furthest(oracles, "backgammon", "bearoff_two_sided_6x3_cubeless.csv", 2) < 1e-4


@pytest.mark.conformance
def test_the_start_of_two_checkers_against_two() -> None:
    """GNU Backgammon's database has 0.1522440."""
    assert kibitz.solve("hypergammon:checkers=2").value == pytest.approx(0.1522440, abs=1e-6)
