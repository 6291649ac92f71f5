"""Long work in compiled code, stopped by a clock or by Ctrl-C.

Compiled code does not see signals, so it runs in a thread of its own (with room for deep recursion) and polls a flag.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from kibitz.core.threads import start_deep

Answer = TypeVar("Answer")

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

    def run() -> None:
        try:
            answers.append(work(stop))
        except BaseException as error:
            failures.append(error)

    done = start_deep(run)
    deadline = None if seconds is None else time.monotonic() + min(seconds, LONGEST_WAIT)
    while not done.is_set():
        try:
            if not done.wait(None if deadline is None else max(0.0, deadline - time.monotonic())):
                stop[0], deadline = 1, None
        except KeyboardInterrupt:
            stop[0], deadline = 1, None
    if failures:
        raise failures[0]
    return answers[0]
