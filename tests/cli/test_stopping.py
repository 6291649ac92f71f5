"""Ctrl-C ends a search with the best answer so far."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

from commands import strict_json


def test_ctrl_c_ends_a_solve_with_the_best_so_far() -> None:
    command = [sys.executable, "-c", "from kibitz.cli.main import main; main()", "solve", "connect_four", "--json"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(6)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 1
    assert "Traceback" not in err
    found = strict_json(out)
    assert found["exact"] is False
    assert found["action"] in list("1234567")
