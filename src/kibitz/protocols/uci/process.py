"""Another program that speaks UCI, as a process: started, told and asked, and ended cleanly."""

from __future__ import annotations

import queue
import shlex
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator

from kibitz.core.errors import InputError, UnknownNameError

PATIENCE = 10.0
"""Seconds within which a program must answer what takes no thought."""
PREPARATION = 300.0
"""Seconds within which it must be ready: it may have to load a net, or to compile."""
GAME_FOLDERS = "/usr/games:/usr/local/games"
"""Where chess programs lie on systems whose search path leaves games out."""


class EngineProcess:
    """A running engine. All that goes wrong with it is an `InputError` of one sentence that names the program."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.turn = threading.Lock()
        """Held by whoever asks: one question at a time."""
        self.options: dict[str, str] = {}
        """What the program said of each of its options, by name."""
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._process = _started(command)
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self.tell("uci")
            for line in self.until("uciok", PATIENCE):
                name, found, described = line.removeprefix("option name ").partition(" type ")
                if line.startswith("option name ") and found:
                    self.options[name] = described
        except InputError:
            self.close()
            raise

    @property
    def is_running(self) -> bool:
        """Whether the program is there to be asked."""
        return self._process.poll() is None

    def set(self, name: str, value: str) -> None:
        """Set an option that the program has, whatever the case of its name."""
        names = {known.lower(): known for known in self.options}
        if name.lower() not in names:
            raise UnknownNameError(f"option of {self.command}", name, self.options)
        self.tell(f"setoption name {names[name.lower()]} value {value}")

    def has(self, name: str) -> bool:
        """Return whether the program has an option of that name."""
        return name.lower() in (known.lower() for known in self.options)

    def ready(self) -> None:
        """Return when the program has done all it was told."""
        self.tell("isready")
        for _ in self.until("readyok", PREPARATION):
            pass

    def tell(self, line: str) -> None:
        """Write a line to the program."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def until(self, last: str, seconds: float | None, overdue: Callable[[], None] | None = None) -> Iterator[str]:
        """Yield the program's lines up to one that begins with the word `last`, which is the end of them.

        If that takes longer than `seconds`, `overdue` is called, once, and may make the program hurry; then it is an error.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=None if deadline is None else max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                if overdue is None:
                    self.kill()
                    raise InputError(f"{self.command} did not say {last} in time") from None
                overdue()
                overdue, deadline = None, time.monotonic() + PATIENCE
                continue
            if line is None:
                raise self._ended()
            yield line
            if line.split(maxsplit=1)[:1] == [last]:
                return

    def close(self) -> None:
        """End the program: ask it, and where that is of no use, kill it."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("quit\n")
            self._process.stdin.close()
            self._process.wait(timeout=2.0)
        except (subprocess.TimeoutExpired, OSError, ValueError):
            self.kill()

    def kill(self) -> None:
        """End the program without a word."""
        self._process.kill()
        self._process.wait()

    def _ended(self) -> InputError:
        """Return the error of a program that is no longer there."""
        self.kill()
        return InputError(
            f"the engine {self.command!r} ended by itself (exit code {self._process.returncode}); is it a UCI engine?"
        )

    def _read(self) -> None:
        """Take over what the program writes, so that one can wait for it with a limit."""
        assert self._process.stdout is not None
        try:
            for line in self._process.stdout:
                self._lines.put(line.strip())
        except ValueError:
            pass
        self._lines.put(None)


def _started(command: str) -> subprocess.Popen[str]:
    """Return the process of a program and its arguments; Ctrl-C is ours, not its own."""
    try:
        program, *arguments = shlex.split(command)
    except ValueError:
        raise InputError(f"{command!r} is not a program with its arguments; give its name or its path") from None
    path = shutil.which(program) or shutil.which(program, path=GAME_FOLDERS)
    if path is None:
        raise InputError(f"there is no program {program!r} to run as a UCI engine; give its name or its path")
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
