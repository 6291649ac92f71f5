"""Interpreted, native and simulated CUDA rules are compared, and their speeds measured."""

from __future__ import annotations

import json
import subprocess
import sys
from math import inf
from pathlib import Path

import pytest

from kibitz.checking import Finding, Report, check
from kibitz.checking.simulated_gpu import LONGEST, difference, own_witness, simulated
from kibitz.compile.agreement import Comparison
from kibitz.core.randomness import Random
from kibitz.core.registry import games, load
from sample_game import RESULT, UTILITY, line_of, written

BEYOND = {RESULT: "        return State(s.left - a if (s.left << 60) // 1152921504606846976 == s.left else 0, 1 - s.player)"}
"""Right in Python; compiled, the shift loses the upper bits of numbers from 8 on."""
LONG = ("backgammon", "chess")
"""Games of hundreds of moves, of which two show as many positions as there is time for."""


def finding(report: Report, law: str) -> Finding:
    return next(finding for finding in report.findings if finding.law == law)


SLOW = dict.fromkeys(("chinese_checkers", "go"), pytest.mark.conformance)


@pytest.mark.parametrize("name", [pytest.param(name, marks=SLOW.get(name, ())) for name in games()])
def test_every_library_game_keeps_all_laws(name: str) -> None:
    report = check(name, games=2 if name in LONG else 8, targets=())
    assert [finding for finding in report.findings if not finding.passed] == []


def test_a_game_of_ones_own_on_every_target(tmp_path: Path) -> None:
    path = written(tmp_path)
    report = check(f"{path}:pile=12", games=10)
    assert report.ok
    assert finding(report, "native").message == "compiled, the rules play as in Python, 10 random games"
    assert finding(report, "cuda").message == "the simulated GPU plays as Python does, 4 random games"
    for speed in (report.speeds["python"], report.speeds["native"]):
        assert min(speed.nodes or 0, speed.playouts or 0) > 0


def test_what_compiles_to_something_else_is_found(tmp_path: Path) -> None:
    path = written(tmp_path, BEYOND)
    report = check(str(path), games=10, targets=("native",))
    found = report.findings[-1]
    assert (found.law, found.looked_at, found.line) == ("native", False, line_of(path, BEYOND[RESULT].strip()))
    assert "runs in Python only" in found.message
    assert "no whole number of 64 bits" in found.message
    assert not report.speeds


def test_compiled_rules_that_answer_otherwise_are_found(tmp_path: Path) -> None:
    """Fractions above 2 to the 53rd are not told apart by the machine, but by Python."""
    tables = "TABLE = (1, 2, 3)\nLARGE = 9007199254740992\nFLOAT = 9007199254740992.0"
    changes = {"TABLE = (1, 2, 3)": tables, UTILITY: UTILITY.replace("player == s.player", "LARGE + player == FLOAT")}
    report = check(str(written(tmp_path, changes)), games=5, targets=("native",))
    found = finding(report, "native")
    assert not found.passed
    assert found.message.startswith("compiled, utility gives another answer than in Python, after the moves")
    assert "see kibitz.bits" in found.message


def test_a_game_that_does_not_compile_is_sound_and_says_why(tmp_path: Path) -> None:
    path = written(tmp_path, {RESULT: "        return s._replace(left=s.left - a, player=1 - s.player)"})
    report = check(str(path), games=5, targets=("native", "cuda"))
    assert report.ok
    line = line_of(path, "_replace")
    told = f"runs in Python only; {path}:{line}: _replace does not compile; write the state's class with all its fields"
    assert (report.findings[-1].law, report.findings[-1].message, report.findings[-1].line) == ("native", told, line)
    assert not report.speeds


def test_a_simulator_that_plays_otherwise_is_found(tmp_path: Path) -> None:
    sound = load(str(written(tmp_path)))
    other = tmp_path / "other"
    other.mkdir()
    passed, message = simulated(str(written(other, {RESULT: RESULT.replace("1 - s.player", "s.player")})), sound, 0)
    assert not passed
    assert "on the simulated GPU to_move gives another answer" in message


def test_a_simulator_that_fails_says_so(tmp_path: Path) -> None:
    passed, message = simulated(str(written(tmp_path, {"State(self.pile, 0)": "[self.pile, 0]"})), load("nim"), 0)
    assert not passed
    assert "the state is a list" in message
    passed, message = simulated(str(tmp_path / "missing.py"), load("nim"), 0)
    assert not passed
    assert "there is no file" in message


def test_a_witness_tells_every_rule() -> None:
    game = load("connect_four")
    one = own_witness(game, 0, 0, LONGEST)
    assert difference(game, one, one) is None
    assert difference(game, one, own_witness(game, 0, 1, LONGEST)) is not None
    for place, rule in enumerate(["to_move", "actions", "result", "is_terminal", "key", "order", "probability", "evaluate"]):
        changed = [*one[:place], one[place] + 1, *one[place + 1 :]]
        assert difference(game, one, changed) == rule
    assert difference(game, one, [*one[:8], one[8] + 1, *one[9:]]) == "utility"
    assert difference(game, one, [*one[:11], one[11] + 1]) == "score"


def test_a_game_with_dice_agrees() -> None:
    comparison = Comparison.of(load("pig:goal=20"))
    for index in range(5):
        assert comparison.of_game(Random(7, index), inf) is None
    assert comparison.looked > 50


def test_the_command_line(tmp_path: Path) -> None:
    path = written(tmp_path, {"return s.player": "return 7"})
    command = [sys.executable, "-c", "from kibitz.cli.main import main; main()", "check", str(path), "--json", "--games", "5"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    told = json.loads(done.stdout)
    assert not told["ok"]
    (broken,) = (one for one in told["findings"] if not one["passed"])
    assert (broken["law"], broken["line"], broken["moves"]) == ("turns", line_of(path, "def to_move"), [])
