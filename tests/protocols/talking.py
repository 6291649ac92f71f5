"""Talking to `kibitz uci` line by line, in a process of its own."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

import pytest

COMMAND = [sys.executable, "-m", "kibitz", "uci"]
PATIENCE = 300.0
"""Seconds; the first process of all compiles."""


class Talk:
    """A running `kibitz uci`."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Talk:
        self.ready()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is None:
            assert self.end() == 0
        else:
            self.process.kill()

    def say(self, *lines: str | bytes) -> None:
        """Write lines."""
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write((line if isinstance(line, bytes) else line.encode("utf-8", "surrogatepass")) + b"\n")
        self.process.stdin.flush()

    def until(self, beginning: str, seconds: float = PATIENCE) -> list[str]:
        """Return the lines up to one with that beginning, that one included."""
        deadline = time.monotonic() + seconds
        lines: list[str] = []
        while True:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            assert line is not None, f"the process ended, after {lines[-3:]}"
            lines.append(line)
            if line.startswith(beginning):
                return lines

    def ask(self, *lines: str) -> list[str]:
        """Return what is said up to the best move."""
        self.say(*lines)
        return self.until("bestmove")

    def best(self, *lines: str) -> str:
        """Return the best move alone."""
        return self.ask(*lines)[-1].split()[1]

    def ready(self) -> list[str]:
        """Return what was said before it was ready."""
        self.say("isready")
        return self.until("readyok")[:-1]

    def silence(self, seconds: float) -> list[str]:
        """Return what is said within some time."""
        time.sleep(seconds)
        lines = []
        while not self._lines.empty():
            line = self._lines.get()
            assert line is not None, "the process ended"
            lines.append(line)
        return lines

    def end(self) -> int:
        """Return the exit code after the end of the input; what went wrong would stand on stderr."""
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        code = self.process.wait(timeout=PATIENCE)
        errors = self.process.stderr.read()
        assert errors == b""
        return code

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.decode().rstrip("\n"))
        self._lines.put(None)


@contextmanager
def working_at_most(seconds: float, pid: int) -> Iterator[None]:
    """Hold a process to so much processor time, which other work on the machine does not add to."""
    begun = processor_seconds(pid)
    yield
    assert processor_seconds(pid) - begun < seconds


def processor_seconds(pid: int) -> float:
    """Return how long a process has kept processors busy."""
    file = Path(f"/proc/{pid}/stat")
    if not file.exists():
        pytest.skip("only Linux tells what time another process has used")
    fields = file.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def score(lines: list[str]) -> str:
    """Return the last score that was reported."""
    words = next(line for line in reversed(lines) if " score " in line).split()
    place = words.index("score")
    return f"{words[place + 1]} {words[place + 2]}"


def field(line: str, name: str) -> int:
    """Return one number of a report."""
    words = line.split()
    return int(words[words.index(name) + 1])
