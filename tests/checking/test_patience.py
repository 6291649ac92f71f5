"""A rule that never comes to an end: `check` breaks it off and says where, and takes no slow rule for one."""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz
from kibitz.checking import patience

GAME = """
from typing import NamedTuple

import kibitz


class State(NamedTuple):
    left: int = 5
    turn: int = 0


@kibitz.game(players=2)
class Race(NamedTuple):
    def initial(self):
        return State()

    def to_move(self, s):
        return s.turn

    def actions(self, s):
        yield 1
        if s.left > 1:
            yield 2

    def result(self, s, a):
        {result}
        return State(s.left - a, 1 - s.turn)

    def is_terminal(self, s):
        return s.left <= 0

    def utility(self, s, player):
        return 1.0 if player != s.turn else -1.0
"""
ENDLESS = """while s.left == 3:
            try:
                s = State(s.left, s.turn)
            except Exception:
                pass"""
SLOW = "sum(range(100_000))"


def checked(folder: Path, result: str) -> dict[str, str]:
    """Return what `check` finds wrong, by law."""
    path = folder / "race.py"
    path.write_text(GAME.replace("{result}", result))
    report = kibitz.check(str(path), games=5)
    return {finding.law: finding.message for finding in report.findings if not finding.passed}


def test_a_rule_that_loops_for_ever_is_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "CALL_SECONDS", 0.5)
    monkeypatch.setattr(patience, "LOOK_SECONDS", 0.1)
    wrong = checked(tmp_path, ENDLESS)
    assert list(wrong) == ["states"]
    assert "result has no answer after 0.5 seconds of processor time; does it loop for ever?" in wrong["states"]


def test_a_slow_rule_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "CALL_SECONDS", 1.0)
    monkeypatch.setattr(patience, "LOOK_SECONDS", 0.001)
    assert checked(tmp_path, SLOW) == {}
