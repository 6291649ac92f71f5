"""Runs of `kibitz learn` that are killed ten times: each goes on from what it kept, and learns what a run left alone learns."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kibitz.core.weights import read_policy
from kibitz.learning.run import checkpoint_of
from kibitz.models.file import read_model
from processes import let_work

KILLS = 10
KINDS = {
    "weights": ["weights", "connect_four", "--games", "60000"],
    "score weights": ["weights", "pacman:layout=testClassic", "--games", "900000"],
    "patterns": ["patterns", "tic_tac_toe", "--games", "4000000"],
    "policy": ["policy", "tic_tac_toe", "--games", "4000000"],
    "net": ["net", "tic_tac_toe", "--games", "40000", "--width", "32", "--blocks", "1", "--sims", "8"],
    "net by temporal differences": ["net", "tic_tac_toe", "--method", "td", "--games", "1500000", "--width", "32"],
}


def games_kept(out: Path) -> int:
    """Return how many games an unfinished run has kept."""
    return int(read_model(checkpoint_of(out)).header.details["games"]) if checkpoint_of(out).exists() else 0


def learnt(kind: str, out: Path) -> list[np.ndarray]:
    """Return the numbers in a file of what was learnt."""
    if kind == "policy":
        return [np.array(read_policy(str(out)))]
    if kind.endswith("weights"):
        return [np.array([line.split(" = ")[1] for line in out.read_text().splitlines() if " = " in line])]
    return list(read_model(out).arrays.values())


@pytest.mark.conformance
@pytest.mark.parametrize("kind", KINDS)
def test_ten_kills_change_nothing(kind: str, tmp_path: Path) -> None:
    moments, alone, killed = random.Random(kind), tmp_path / "alone", tmp_path / "killed"
    start = [sys.executable, "-m", "kibitz", "learn", *KINDS[kind]]
    assert subprocess.run([*start, "--out", str(alone), "--json"], stdout=subprocess.DEVNULL, check=False).returncode == 0
    command, kept = [*start, "--out", str(killed), "--every", "0.05", "--json"], 0
    for _ in range(KILLS):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, text=True)
        while process.poll() is None and games_kept(killed) <= kept:
            let_work(process, 0.05)
        let_work(process, moments.uniform(0.0, 0.2))
        assert process.poll() is None, "the run ended before it was killed"
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert games_kept(killed) > kept
        kept = games_kept(killed)
    assert subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0
    assert not checkpoint_of(killed).exists()
    for one, other in zip(learnt(kind, alone), learnt(kind, killed), strict=True):
        assert np.array_equal(one, other)
