"""Long work in compiled code, stopped by a clock or by Ctrl-C.

Compiled code does not see signals, so it runs in a thread of its own (with room for deep recursion) and polls a flag.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from kibitz.core.threads import started

Answer = TypeVar("Answer")

STACK_BYTES = 512 << 20
"""Address space for the thread's stack; memory is only taken as recursion reaches it."""


LONGEST_WAIT = 1e9
"""No clock runs longer: thirty years, which the system can still count."""


class Stopped(Exception):
    """The search was told to stop before it had an answer."""


def stoppable(work: Callable[[Any], Answer], seconds: float | None = None, stop: Any = None) -> Answer:
    """Return `work(stop)`; `stop[0]` becomes 1 when the time is over or the user presses Ctrl-C, and work then ends early."""
    stop = np.zeros(1, np.int64) if stop is None else stop
    stop[0] = 0
    answers: list[Answer] = []
    failures: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            answers.append(work(stop))
        except BaseException as error:
            failures.append(error)
        finally:
            done.set()

    started(run, stack_bytes=STACK_BYTES)
    deadline = None if seconds is None else time.monotonic() + min(seconds, LONGEST_WAIT)
    while not done.is_set():
        try:
            # an event, not the thread's join: interrupted, that takes the thread for ended
            if not done.wait(None if deadline is None else max(0.0, deadline - time.monotonic())):
                stop[0], deadline = 1, None
        except KeyboardInterrupt:
            stop[0], deadline = 1, None
    if failures:
        raise failures[0]
    return answers[0]
