"""Lazy SMP: helper threads search the same position beside the main thread and only share the transposition table."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

from kibitz.core.threads import start_deep
from kibitz.search.alphabeta import workspace as at
from kibitz.search.alphabeta.engine import Engine, OffScale
from kibitz.search.alphabeta.node_entry import INFINITE_DEPTH
from kibitz.search.running import Stopped


class HelperThreads:
    """A context in which the other threads of an engine search beside the main one."""

    def __init__(self, engine: Engine, state: Any) -> None:
        self.engine, self.state = engine, state
        self.ended: list[threading.Event] = []
        self.failures: list[Exception] = []

    def __enter__(self) -> None:
        """Start them."""
        try:
            for thread in range(1, self.engine.threads):
                self.ended.append(start_deep(partial(self._search, thread)))
        except BaseException:
            self.__exit__()  # those that were started must not go on alone
            raise

    def _search(self, thread: int) -> None:
        """Deepen until the stop flag is set; every other thread begins a depth ahead."""
        try:
            for depth in range(1 + thread % 2, INFINITE_DEPTH):
                self.engine.value(self.state, depth, thread=thread)
        except (Stopped, OffScale):
            pass
        except Exception as error:
            self.failures.append(error)

    def __exit__(self, *_: object) -> None:
        """Stop them; a fault of the rules may have come up in one of them alone."""
        for thread in range(1, self.engine.threads):
            self.engine.workspaces[thread].words[at.STOP] = 1
        for event in self.ended:
            event.wait()
        if self.failures:
            raise self.failures[0]
