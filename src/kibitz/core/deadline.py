"""A time after which whatever Python is doing is broken off, by an alarm of the system."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn


class OutOfTime(BaseException):
    """Something took longer than it may; no `Exception`, so that nobody takes it for an error of its own."""


def has_alarm() -> bool:
    """Return whether a deadline can be kept here: in the main thread, where the system has alarms."""
    return threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")


@contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Raise `OutOfTime` inside after so many seconds, where there is an alarm."""
    if seconds is None or not has_alarm():
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(*_: object) -> NoReturn:
    """Break off what takes too long."""
    raise OutOfTime
