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

STARTED = """
import signal
from kibitz.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # what is started in the background of a shell has it ignored
main()
"""


@pytest.mark.parametrize("is_warm", [True, False], ids=["searching", "compiling"])
def test_ctrl_c_ends_a_solve_with_the_best_so_far(is_warm: bool, tmp_path: Path) -> None:
    command = [sys.executable, "-c", STARTED, "solve", "connect_four", "--json"]
    cache = {} if is_warm else {"KIBITZ_CACHE": str(tmp_path)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | cache
    ) as running:  # fmt: skip
        try:
            time.sleep(6 if is_warm else 4)
            running.send_signal(signal.SIGINT)
            out, err = running.communicate(timeout=120)
        finally:
            running.kill()
    assert running.returncode == 1
    assert "Traceback" not in err
    found = strict_json(out)
    assert found["exact"] is False
    assert found["action"] in list("1234567")
