"""A command at a terminal of its own: what it shows, and keys that are pressed."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Terminal:
    """A terminal of 80 columns at which `kibitz words...` runs."""

    def __init__(self, *words: str, rows: int = 24, **environment: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
        around = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
        self.running = subprocess.Popen(
            [sys.executable, "-m", "kibitz", *words], stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            env=around | {"PYTHONIOENCODING": "utf-8", "TERM": "xterm"} | environment,
        )  # fmt: skip
        os.close(slave)
        self.written = ""

    def screen(self, wanted: str) -> str:
        """Return what the terminal shows, without colours, once the wanted text is there in the latest picture."""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.written.rpartition("\x1b[H\x1b[J")[2])
            if wanted in shown:
                return shown
            if not self._read():
                break
        raise AssertionError(f"{wanted!r} is not in {self.written[-2000:]!r}")

    def _read(self) -> bool:
        """Take in what was written since, and return whether there can be more."""
        if not select.select([self.master], [], [], 1)[0]:
            return True
        try:
            self.written += os.read(self.master, 65536).decode(errors="replace")
        except OSError:
            return False
        return True

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self.master, keys.encode())

    def end(self) -> int:
        """Return the exit code, after all output has been taken in."""
        while self.running.poll() is None:
            self._read()
        while select.select([self.master], [], [], 0)[0] and self._read():
            pass
        return self.running.returncode


@contextmanager
def terminal(*words: str, rows: int = 24, **environment: str) -> Iterator[Terminal]:
    """Open a terminal with a command, and end the command with it."""
    opened = Terminal(*words, rows=rows, **environment)
    try:
        yield opened
    finally:
        if opened.running.poll() is None:
            opened.running.kill()
        opened.running.wait()
        os.close(opened.master)
