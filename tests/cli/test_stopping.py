"""Ctrl-C ends a search with the best answer so far."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands import strict_json

import kibitz

STARTED = """
import signal
from kibitz.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # what is started in the background of a shell has it ignored
main()
"""


def interrupted(command: list[str], environment: dict[str, str], seconds: float) -> tuple[int, str, str]:
    """Return how a command ends that is sent Ctrl-C after some seconds: its exit code, output and errors."""
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as running:  # fmt: skip
        try:
            time.sleep(seconds)
            running.send_signal(signal.SIGINT)
            out, err = running.communicate(timeout=120)
        finally:
            running.kill()
    return running.returncode, out, err


@pytest.mark.parametrize("is_warm", [True, False], ids=["searching", "compiling"])
def test_ctrl_c_ends_a_solve_with_the_best_so_far(is_warm: bool, tmp_path: Path) -> None:
    command = [sys.executable, "-c", STARTED, "solve", "connect_four", "--json"]
    cache = {} if is_warm else {"KIBITZ_CACHE": str(tmp_path)}
    code, out, err = interrupted(command, os.environ | cache, 6 if is_warm else 4)
    assert code == 1
    assert "Traceback" not in err
    found = strict_json(out)
    assert found["exact"] is False
    assert found["action"] in list("1234567")


def test_ctrl_c_ends_a_game_between_engines() -> None:
    kibitz.decide("connect_four", None, "uct:sims=10")  # compiled, and kept
    engines = ["--first", "uct:time=60", "--second", "uct:time=60"]
    command = [sys.executable, "-c", STARTED, "play", "connect_four", *engines]
    begun = time.perf_counter()
    code, out, err = interrupted(command, dict(os.environ), 10)
    assert time.perf_counter() - begun < 50
    assert (code, err) == (0, "")
    assert out.count("uct:time=60, value") == 1
    assert "left unfinished" in out
