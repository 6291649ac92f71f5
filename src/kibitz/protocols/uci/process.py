"""Another program that speaks UCI, as a process: what it is told and asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from kibitz.core.errors import InputError, UnknownNameError
from kibitz.protocols.child import ChildProcess, EngineError
from kibitz.protocols.uci.declared import why_refused

PATIENCE = 10.0
"""Seconds within which a program must answer what takes no thought."""
PREPARATION = 300.0
"""Seconds within which it must be ready: it may have to load a net, or to compile."""


class EngineProcess(ChildProcess):
    """A running chess engine."""

    def __init__(self, command: str) -> None:
        super().__init__(command, "UCI")
        self.options: dict[str, str] = {}
        """What the program said of each of its options, by name."""
        try:
            self.tell("uci")
            for line in self.until("uciok", PATIENCE):
                name, found, described = line.removeprefix("option name ").partition(" type ")
                if line.startswith("option name ") and found:
                    self.options[name] = described
        except InputError:
            self.close()
            raise

    def set(self, name: str, value: str) -> None:
        """Set an option that the program has, whatever the case of its name, to a value that it says it takes."""
        names = {known.lower(): known for known in self.options}
        if name.lower() not in names:
            raise UnknownNameError(f"option of {self.command}", name, self.options)
        taken = why_refused(self.options[names[name.lower()]], value)
        if taken is not None:
            raise InputError(f"the option {name} of {self.command} takes {taken}, not {value!r}")
        self.tell(f"setoption name {names[name.lower()]} value {value}")

    def has(self, name: str) -> bool:
        """Return whether the program has an option of that name."""
        return name.lower() in (known.lower() for known in self.options)

    def ready(self) -> None:
        """Return when the program has done all it was told."""
        self.tell("isready")
        for _ in self.until("readyok", PREPARATION):
            pass

    def until(self, last: str, seconds: float | None, overdue: Callable[[], None] | None = None) -> Iterator[str]:
        """Yield the program's lines up to one that begins with the word `last`, which is the end of them.

        If that takes longer than `seconds`, `overdue` is called, once, and may make the program hurry; then it is an error.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        while True:
            line = self.next_line(deadline)
            if line is None:
                if overdue is None:
                    self.kill()
                    raise EngineError(f"{self.command} did not say {last} in time", "hang")
                overdue()
                overdue, deadline = None, time.monotonic() + PATIENCE
                continue
            yield line
            if line.split(maxsplit=1)[:1] == [last]:
                return
