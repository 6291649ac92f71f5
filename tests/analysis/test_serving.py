"""The protocol in lines: ends that come too early or too late end nothing else."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from time import monotonic
from typing import Any

import pytest

from kibitz.analysis.server import Server


def answered(*lines: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the last messages about some requests, by their ids."""
    out = io.BytesIO()
    Server(out).serve(io.BytesIO(b"".join(json.dumps(line).encode() + b"\n" for line in lines)))
    return {message["id"]: message for message in map(json.loads, out.getvalue().splitlines())}


def test_the_end_of_a_request_that_is_not_there_ends_none_that_comes_later() -> None:
    found = answered({"verb": "terminate", "target": "7"}, {"id": "7", "verb": "version"})
    assert found["7"]["type"] == "result"


def test_a_signal_for_a_request_that_has_just_been_answered_ends_nothing() -> None:
    server = Server(io.BytesIO())
    before = signal.signal(signal.SIGINT, server._interrupted)
    try:
        server._ended, server._ended_at = "1", monotonic()
        signal.raise_signal(signal.SIGINT)
        server._ended_at = monotonic() - 10
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)  # from a person, long after that
    finally:
        signal.signal(signal.SIGINT, before)


def test_one_request_after_the_other_is_ended_and_the_server_stays() -> None:
    """Ends of different requests are no second Ctrl-C, even where a request takes its own for an answer's end."""
    game = {"verb": "pacman", "layout": "originalClassic", "pacman": "AlphaBetaAgent", "arguments": "depth=4"}
    with subprocess.Popen(
        [sys.executable, "-m", "kibitz", "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:  # fmt: skip
        assert server.stdin is not None
        assert server.stdout is not None
        for name in ("1", "2", "3"):
            print(json.dumps({"id": name, **game}), file=server.stdin, flush=True)
            while "frames" not in json.loads(server.stdout.readline()):  # it may have to compile first
                pass
            print(json.dumps({"verb": "terminate", "target": name}), file=server.stdin, flush=True)
            while (message := json.loads(server.stdout.readline()))["type"] == "progress":
                pass
            assert message["stopped"] is True, message
        server.stdin.close()
