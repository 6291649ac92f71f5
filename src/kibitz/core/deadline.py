"""A time after which whatever Python is doing is broken off, by an alarm of the system."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from types import FrameType
from typing import Any, NoReturn

AGAIN = 0.5
"""So many seconds later the alarm rings again, if there is still something to break off."""


class OutOfTime(BaseException):
    """Something took longer than it may; no `Exception`, so that nobody takes it for an error of its own."""


def has_alarm() -> bool:
    """Return whether a deadline can be kept here: in the main thread, where the system has alarms."""
    return threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")


@contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Raise `OutOfTime` inside after so many seconds, where there is an alarm.

    What catches it, with a bare `except:` say, and goes on is stopped at its next line, and so on until it gives up.
    """
    if seconds is None or not has_alarm():
        yield
        return
    outside, tracer = sys._getframe(2), sys.gettrace()
    rings = count()
    over: list[bool] = []
    before = signal.signal(signal.SIGALRM, lambda _, frame: None if over else _ring(next(rings), frame, outside))
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        over.append(True)  # from here on a ring is late
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.settrace(tracer)


def _ring(number: int, frame: FrameType | None, outside: FrameType) -> NoReturn:
    """Break off what takes too long; from the second time on, what goes on all the same."""
    inside = []
    while number and frame is not None and frame is not outside:
        inside.append(frame)
        frame = frame.f_back
    if frame is outside:
        for one in inside:
            one.f_trace = _stop
        sys.settrace(_ignore)
    raise OutOfTime


def _stop(frame: FrameType, event: str, argument: Any) -> Callable[..., Any]:
    """Raise at the next line of code that caught the alarm."""
    if event == "line":
        raise OutOfTime
    return _stop


def _ignore(frame: FrameType, event: str, argument: Any) -> None:
    """Leave functions alone that are called from now on: their callers are stopped."""
