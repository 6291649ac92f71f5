"""`kibitz tune`: a run that is done again plays nothing twice, and what it cannot do is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import kibitz

from kibitz.arena.database import Database
from kibitz.arena.results import GameResult


def test_a_run_that_is_done_again_plays_nothing_twice(tmp_path: Path) -> None:
    pytest.importorskip("optuna", reason="Optuna is not installed: pip install 'kibitz[tune]'")
    words = (
        "tune",
        "tic_tac_toe",
        "uct:sims=20",
        "-p",
        "c=0.1..4",
        "--games",
        "24",
        "--seed",
        "5",
        "--processes",
        "1",
        "--json",
    )
    db, out = str(tmp_path / "tune.db"), str(tmp_path / "curve.svg")
    first = kibitz(*words, "--db", db, "--out", out)
    assert first.code == 0, first.err
    assert Path(out).read_text().lstrip().startswith("<?xml")
    found = json.loads(first.out)
    assert sum(trial["games"] for trial in found["trials"]) == 24
    assert len(found["curves"]["c"]) == 101
    before = _games(db)
    again = json.loads(kibitz(*words, "--db", db, "--out", out).out)
    assert again == found
    assert _games(db) == before


def _games(db: str) -> list[GameResult]:
    """Return all games in a file."""
    with Database.read(db) as database:
        return [result for row in database.matches() for result in database.results(row.number)]


def test_tuning_refuses_what_it_cannot_do() -> None:
    for words in (("-p", "c=0.1..1", "--games", "3"), ("-p", "c=0.1..1", "--out", "x.jpg"), ("-p", "c=0.1..1", "-p", "c=1..2")):
        done = kibitz("tune", "tic_tac_toe", "uct:sims=10", *words)
        assert done.code == 2
        assert done.err.count("\n") == 1
