"""`kibitz studio` on the command line: what it refuses, its own trial, and how it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from commands import process, refusal

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_a_port_that_is_none_is_refused(port: str) -> None:
    assert "port" in refusal(process("studio", "--port", port))


def test_a_port_that_is_taken_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert port in refusal(process("studio", "--no-browser", "--port", port))


def test_a_game_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert "nowhere.py" in refusal(process("studio", "--no-browser", "nowhere.py"))
    broken = tmp_path / "broken.py"
    broken.write_text("def (")
    assert "broken.py" in refusal(process("studio", "--no-browser", str(broken)))


def test_the_trial_plays_a_game_through_the_interface() -> None:
    answer = process("studio", "--check")
    assert answer.code == 0, answer
    assert "http://127.0.0.1:" in answer.out
    assert "wins" in answer.out or "draw" in answer.out


def test_make_run_is_the_studio_and_its_trial_where_nobody_watches() -> None:
    makefile = EXAMPLES.with_name("Makefile").read_text()
    assert "kibitz studio;" in makefile
    assert "kibitz studio --check;" in makefile


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_studio_prints_its_address_and_ends_when_told(number: int) -> None:
    command = [sys.executable, "-c", "from kibitz.cli.main import main; main()", "studio", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ}) as studio:
        assert studio.stdout is not None
        assert studio.stderr is not None
        assert "http://127.0.0.1:" in studio.stdout.readline()
        studio.send_signal(number)
        assert studio.wait(60) in (0, -number)
        assert "Traceback" not in studio.stderr.read()
