"""Another program as a process that is spoken to in lines: started, told, listened to with a limit, and ended cleanly."""

from __future__ import annotations

import atexit
import queue
import shlex
import shutil
import subprocess
import threading
import time
from typing import Literal

from kibitz.core.confinement import require_programs
from kibitz.core.errors import InputError
from kibitz.core.threads import started

GAME_FOLDERS = "/usr/games:/usr/local/games"
"""Where such programs lie on systems whose search path leaves games out."""


class EngineError(InputError):
    """A program that ended, was silent, made an illegal move or said what makes no sense; `fault` says which."""

    def __init__(self, message: str, fault: Literal["crash", "hang", "illegal move", "rubbish"]) -> None:
        super().__init__(message)
        self.fault = fault


class ChildProcess:
    """A running program. All that goes wrong with it is an `InputError` of one sentence that names the program."""

    def __init__(self, command: str, kind: str) -> None:
        self.command = command
        self.turn = threading.Lock()
        """Held by whoever asks: one question at a time."""
        self._kind = kind
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._process = _started(command, kind)
        _open.add(self)
        started(self._read)

    @property
    def is_running(self) -> bool:
        """Whether the program is there to be asked."""
        return self._process.poll() is None

    def tell(self, line: str) -> None:
        """Write a line to the program."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def next_line(self, deadline: float | None) -> str | None:
        """Return the next line that the program writes, or None if there is none when `time.monotonic` comes to `deadline`."""
        try:
            line = self._lines.get(timeout=None if deadline is None else max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return None
        if line is None:
            raise self._ended()
        return line

    def close(self) -> None:
        """End the program: ask it, and where that is of no use, kill it."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("quit\n")
            self._process.stdin.close()
            self._process.wait(timeout=2.0)
            _open.discard(self)
        except (subprocess.TimeoutExpired, OSError, ValueError):
            self.kill()

    def kill(self) -> None:
        """End the program without a word."""
        self._process.kill()
        self._process.wait()
        _open.discard(self)

    def _ended(self) -> EngineError:
        """Return the error of a program that is no longer there."""
        self.kill()
        code = self._process.returncode
        told = f"the engine {self.command!r} ended by itself (exit code {code}); is it a {self._kind} engine?"
        return EngineError(told, "crash")

    def _read(self) -> None:
        """Take over what the program writes, so that one can wait for it with a limit."""
        assert self._process.stdout is not None
        try:
            for line in self._process.stdout:
                self._lines.put(line.strip())
        except ValueError:
            pass
        self._lines.put(None)


_open: set[ChildProcess] = set()
"""The programs that run."""


@atexit.register
def close_engines() -> None:
    """End all programs that were started."""
    while _open:
        _open.pop().close()


def without_brackets(text: str) -> str:
    """Return what stands in the brackets that keep a value with commas together."""
    return text[1:-1].strip() if text.startswith("[") and text.endswith("]") else text.strip()


def _started(command: str, kind: str) -> subprocess.Popen[str]:
    """Return the process of a program and its arguments; Ctrl-C is ours, not its own."""
    try:
        program, *arguments = shlex.split(command)
    except ValueError:
        raise InputError(f"{command!r} is not a program with its arguments; give its name or its path") from None
    require_programs(program)
    path = shutil.which(program) or shutil.which(program, path=GAME_FOLDERS)
    if path is None:
        raise InputError(f"there is no program {program!r} to run as a {kind} engine; give its name or its path")
    try:
        return subprocess.Popen(
            [path, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            errors="replace",
            bufsize=1,
            start_new_session=True,
        )
    except OSError as error:
        raise InputError(f"the program {program!r} does not start: {error.strerror}") from None
