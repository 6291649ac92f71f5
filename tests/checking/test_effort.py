"""How much of a game is looked at: wide positions in part, every law for its time, and what was found before a Ctrl-C."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from kibitz.checking import Finding, Report, check
from kibitz.checking.checker import LAWS
from kibitz.checking.simulated_gpu import LONGEST, own_witness
from kibitz.core.registry import load
from sample_game import ACTIONS, RESULT, TO_MOVE, written

OUTCOMES = 500
WIDE = {
    "    player: int\n": "    player: int\n    die: int\n",
    "State(self.pile, 0)": "State(self.pile, 0, -1)",
    "TABLE = (1, 2, 3)": "ASKED = []",
    TO_MOVE: "        return kibitz.CHANCE if s.die < 0 else s.player",
    ACTIONS: f"        ASKED.append(s)\n        yield from range({OUTCOMES}) if s.die < 0 else range(1, min(3, s.left) + 1)",
    RESULT: (
        "        ASKED.append(s)\n"
        "        return State(s.left, s.player, a) if s.die < 0 else State(s.left - a, 1 - s.player, -1)"
    ),
}
"""Before every move a die is rolled, one of many sides."""


def finding(report: Report, law: str) -> Finding:
    return next(finding for finding in report.findings if finding.law == law)


def test_a_wide_position_is_tried_in_part_by_every_law(tmp_path: Path) -> None:
    path = str(written(tmp_path, WIDE, "\n    def action_name(self, s, a):\n        ASKED.append(s)\n        return str(a)\n"))
    report = check(path, games=5, targets=())
    assert report.ok
    asked = len(type(load(path)).result.__globals__["ASKED"])
    positions = int(finding(report, "moves").message.partition(" ")[0].replace(",", ""))
    assert asked < 5 * 64 * positions
    rolls = int(finding(report, "probabilities").message.partition(" ")[0])
    assert finding(report, "states").message.endswith(f"in {rolls} positions 64 of many moves were tried")


def test_a_wide_position_is_compared_in_part(tmp_path: Path) -> None:
    path = str(written(tmp_path, WIDE))
    game = load(path)
    asked = type(game).result.__globals__["ASKED"]
    asked.clear()
    moves = int(own_witness(game, 0, 0, LONGEST)[3]) // 2
    assert 6 <= moves <= 20
    assert len(asked) <= 2 * moves


def test_the_same_seed_tries_the_same_of_a_wide_position(tmp_path: Path) -> None:
    wrong = WIDE | {
        RESULT: "        return State(s.left, s.player, float(a)) if a == 77 else " + WIDE[RESULT].split("return ")[1]
    }
    path = str(written(tmp_path, wrong))
    reports = [check(path, games=3, seed=seed, targets=()) for seed in (1, 1, 2)]
    assert reports[0] == reports[1] != reports[2]
    assert not reports[0].ok


def test_a_law_that_looked_at_nothing_does_not_say_ok(tmp_path: Path) -> None:
    sound = check(str(written(tmp_path)), games=5, targets=())
    assert sound.ok
    unseen = ["probabilities", "evaluation", "order", "score", "hints", "cells"]
    assert [finding.law for finding in sound.findings if not finding.looked_at] == unseen
    broken = check(str(written(tmp_path, {TO_MOVE: "        return 7"})), games=5, targets=())
    assert [finding.law for finding in broken.findings if not finding.passed] == ["turns"]
    assert [finding.law for finding in broken.findings if finding.looked_at] == ["turns"]


def test_a_game_that_is_over_at_the_start_has_no_moves_to_look_at(tmp_path: Path) -> None:
    report = check(f"{written(tmp_path)}:pile=0", games=5, targets=())
    assert report.ok
    assert not finding(report, "moves").looked_at
    assert not finding(report, "names").looked_at
    assert finding(report, "endings").looked_at


def test_utilities_of_games_without_end_were_not_added_up(tmp_path: Path) -> None:
    endless = {"players=2": "players=2, cyclic=True", ACTIONS: "        yield 0"}
    report = check(str(written(tmp_path, endless)), games=1, targets=())
    assert report.ok
    for law in ("endings", "constant_sum"):
        assert (finding(report, law).looked_at, finding(report, law).message) == (False, "no random game came to an end")


def test_a_law_has_its_time_and_says_what_it_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(written(tmp_path))
    ticks = count()
    monkeypatch.setattr(time, "thread_time", lambda: next(ticks) * 0.2)
    monkeypatch.setattr("kibitz.checking.checker.LAW_SECONDS", 2.0)
    report = check(f"{path}:pile=60", games=50, targets=())
    assert report.ok
    assert finding(report, "moves").message.endswith(" random games, for which time was over")
    for law in ("purity", "names"):
        assert finding(report, law).message.endswith("; only 10 of 14 looked at in 2 seconds of processor time")


def test_who_waits_is_told_every_law(tmp_path: Path) -> None:
    told: list[str] = []
    check(str(written(tmp_path)), games=5, targets=(), listen=lambda what, done, of: told.append(what))
    assert list(dict.fromkeys(told)) == ["random games", *LAWS]


STARTED = """
import signal
from kibitz.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""
PRESSED = "        if {}:\n            import os, signal\n            os.kill(os.getpid(), signal.SIGINT)\n"
"""Ctrl-C, pressed in a method of the game."""


def checked(path: Path, *words: str) -> tuple[int, str, str]:
    """Return how `kibitz check` ends: exit code, output, errors."""
    command = [sys.executable, "-c", STARTED, "check", str(path), "--games", "5", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_ctrl_c_in_a_law_shows_what_was_found_so_far(tmp_path: Path) -> None:
    path = written(tmp_path, {}, "\n    def show(self, s):\n" + PRESSED.format("s.left < 8") + "        return str(s)\n")
    code, out, err = checked(path)
    assert (code, err) == (1, "")
    assert "ok   notation: positions are read back from their texts\n" in out
    for law in ("pictures", "native", "cuda"):
        assert f"--   {law}: not looked at: stopped by Ctrl-C\n" in out
    assert out.endswith("stopped by Ctrl-C; this is what was found so far\n")
    told = json.loads(checked(path, "--json")[1])
    assert (told["stopped"], told["ok"]) == (True, True)


def test_ctrl_c_in_the_random_games_shows_what_was_found_so_far(tmp_path: Path) -> None:
    path = written(tmp_path, {RESULT: PRESSED.format("s.left == 5") + RESULT})
    code, out, err = checked(path)
    assert (code, err) == (1, "")
    assert "ok   moves: " in out
    assert "--   purity: not looked at: stopped by Ctrl-C\n" in out


def test_ctrl_c_before_anything_was_found_is_no_report(tmp_path: Path) -> None:
    code, out, err = checked(written(tmp_path, {TO_MOVE: PRESSED.format("True") + TO_MOVE}))
    assert (code, out, err) == (130, "", "kibitz: stopped before there was an answer\n")
