"""`kibitz learn`: files, reports and JSON of each kind, a run that is killed, and refusals in one sentence."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli.main import app
from kibitz.learning.patterns import learner as pattern_learner
from kibitz.learning.policy import learner as policy_learner
from kibitz.learning.run import checkpoint_of
from kibitz.learning.weights import learner as weight_learner
from kibitz.models.file import read_model


def learn(*words: str) -> tuple[int, str, str]:
    """Return the exit code, the output and the errors of a command."""
    answer = CliRunner().invoke(app, ["learn", *words])
    return answer.exit_code, answer.stdout, answer.stderr


@pytest.mark.parametrize(
    ("kind", "game", "options"),
    [
        ("weights", "connect_four", ["--games", "100", "--depth", "0"]),
        ("patterns", "tic_tac_toe", ["--games", "2000"]),
        ("policy", "tic_tac_toe", ["--games", "1000"]),
    ],
)
def test_each_kind_writes_a_file_and_a_report_and_tells_of_itself(
    kind: str, game: str, options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (weight_learner, pattern_learner, policy_learner):
        monkeypatch.setattr(module, "MEASURED_GAMES", 6)
    out = tmp_path / "learnt"
    code, told, _ = learn(kind, game, "--out", str(out), "--json", "--seed", "4", *options)
    assert code == 0
    *_, last = [json.loads(line) for line in told.splitlines()]
    assert (last["game"], last["seed"], last["complete"]) == (game, 4, True)
    assert last["files"] == [str(out), f"{out}.html"]
    assert all(figure["from"] <= figure["value"] <= figure["to"] for figure in last["figures"].values())
    page = (tmp_path / "learnt.html").read_text()
    assert "<polyline" in page
    assert "<script" not in page
    assert not checkpoint_of(out).exists()
    if kind == "patterns":
        assert read_model(out, "patterns").header.details["games"] == 2000
    else:
        assert tomllib.loads(out.read_text())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["weights", "nim", "--out", "x"], "has no features"),
        (["weights", "othello", "--out", "x", "--method", "magic"], "unknown method 'magic'"),
        (["patterns", "chess", "--out", "x"], "does not name its cells"),
        (["patterns", "othello", "--out", "x", "--tuples", "[[99]]"], "not made of different cells"),
        (["patterns", "othello", "--out", "x", "--tuples", "corners"], "usual, cells"),
        (["patterns", "othello", "--out", "x", "--games", "0"], "games must be above 0"),
        (["policy", "2048", "--out", "x"], "against each other"),
    ],
)
def test_what_cannot_be_learnt_is_refused_in_one_sentence(words: list[str], said: str) -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "kibitz", "learn", *words], capture_output=True, text=True, timeout=300, check=False
    )
    assert answer.returncode == 2
    assert said in answer.stderr
    assert len(answer.stderr.splitlines()) == 1


def test_a_run_that_is_killed_goes_on(tmp_path: Path) -> None:
    """Killed twice while it learns, the run ends with all its games."""
    out = tmp_path / "learnt"
    words = ["patterns", "tic_tac_toe", "--out", str(out), "--every", "0.05", "--json", "--games", "100000"]
    command = [sys.executable, "-m", "kibitz", "learn", *words]
    games = 0
    for _ in range(2):
        before = games
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while process.poll() is None and games <= before:
            time.sleep(0.2)
            games = read_model(checkpoint_of(out)).header.details["games"] if checkpoint_of(out).exists() else 0
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert games > before or out.exists()
    assert subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0
    assert read_model(out).header.details["games"] == 100_000
