"""A studio as users start it, in a process of its own, for tests."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

EXAMPLES = Path(__file__).parents[1] / "examples"
PATIENCE = 120
"""Seconds for what takes one or two on an idle machine."""


@dataclass(frozen=True)
class RunningStudio:
    """A studio that serves: its process and its address."""

    process: subprocess.Popen[str]
    url: str

    @property
    def place(self) -> str:
        """The host and the port."""
        return self.url.removeprefix("http://").rstrip("/")

    def post(self, path: str, body: bytes | dict[str, Any], **headers: str) -> tuple[int, Any]:
        """Return the status and the answer of a request."""
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.asked("POST", path, sent, {"content-type": "application/json", **headers})

    def asked(self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> tuple[int, Any]:
        """Return the status of a request, and the answer, as it is or from JSON."""
        connection = http.client.HTTPConnection(self.place, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            content = answer.read()
            is_json = answer.headers.get_content_type() == "application/json"
            return answer.status, json.loads(content) if is_json else content
        finally:
            connection.close()

    def socket(self, **options: Any) -> ClientConnection:
        """Return an open WebSocket."""
        opened: ClientConnection = connect(
            f"ws://{self.place}/api/socket", open_timeout=PATIENCE, max_size=None, proxy=None, **options
        )
        return opened


@contextmanager
def running_studio(*arguments: str) -> Iterator[RunningStudio]:
    """Yield a studio that is started with these arguments, and ends afterwards."""
    command = [sys.executable, "-m", "kibitz", "studio", "--port", "0", "--no-browser", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            first = process.stdout.readline()
            assert first.startswith("Kibitz studio: http://"), first
            yield RunningStudio(process, first.split()[2])
        finally:
            process.terminate()
            process.wait(PATIENCE)


def answer(socket: ClientConnection, name: str = "1") -> dict[str, Any]:
    """Return the last message about a request."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
        if message["id"] == name and message["type"] != "progress":
            return message


def asked(socket: ClientConnection, verb: str, name: str = "1", **fields: Any) -> dict[str, Any]:
    """Return the last message about a request that is sent now."""
    socket.send(json.dumps({"id": name, "verb": verb, **fields}))
    return answer(socket, name)


@pytest.fixture(scope="session")
def studio() -> Iterator[RunningStudio]:
    """Yield a studio that serves, with a user's game that has no picture."""
    with running_studio(str(EXAMPLES / "cant_stop.py")) as started:
        yield started
