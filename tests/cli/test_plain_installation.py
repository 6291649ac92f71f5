"""Kibitz without any of its extras: nothing but what `pip install kibitz` brings."""

from __future__ import annotations

import subprocess
import sys

import pytest

EXTRAS = (
    "chess", "choix", "easyAI", "gymnasium", "numba_cuda", "open_spiel", "optuna", "pettingzoo", "pygame", "pyspiel", "ray",
    "resvg_py", "svglib", "torch", "zstandard",
)  # fmt: skip
WITHOUT = f"""
import sys
for name in {EXTRAS!r}:
    sys.modules[name] = None  # to import it says that it is not there
from kibitz.__main__ import main
sys.argv = ["kibitz", *sys.argv[1:]]
main()
"""


@pytest.mark.parametrize(
    "words",
    [
        ("agents",),
        ("games",),
        ("analyse", "tic_tac_toe", "--agent", "minimax:depth=1"),
        ("tree", "tree:name=lecture", "--agent", "alphabeta"),
        ("pacman", "-p", "ReflexAgent", "-l", "testClassic", "-q", "-n", "1"),
    ],
    ids=lambda words: words[0],
)
def test_commands_need_no_extra(words: tuple[str, ...]) -> None:
    answer = subprocess.run([sys.executable, "-c", WITHOUT, *words], capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("analyse", "openspiel:tic_tac_toe"), "openspiel"),
        (("analyse", "pettingzoo:tictactoe_v3"), "pettingzoo"),
        (("learn", "net", "tic_tac_toe", "--out", "/nowhere.net"), "learn"),
    ],
    ids=lambda words: words[1] if isinstance(words, tuple) else "",
)
def test_what_needs_one_says_which(words: tuple[str, ...], extra: str) -> None:
    answer = subprocess.run([sys.executable, "-c", WITHOUT, *words], capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert f"kibitz[{extra}]" in answer.stderr
    assert len(answer.stderr.splitlines()) == 1
