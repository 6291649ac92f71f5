"""A time after which whatever Python is doing is broken off, by an alarm of the system."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn


class OutOfTime(BaseException):
    """Something took longer than it may; no `Exception`, so that nobody takes it for an error of its own."""


@contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Raise `OutOfTime` inside after so many seconds; but not outside the main thread or without alarms.

    What catches it, with a bare `except:` say, is stopped at its next line, and so on until it gives up.
    """
    if seconds is None or threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    outside, tracer = sys._getframe(2), sys.gettrace()
    before = signal.signal(signal.SIGALRM, lambda _, frame: _ring(frame, outside))
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.settrace(tracer)


def _ring(frame: FrameType | None, outside: FrameType) -> NoReturn:
    """Break off what takes too long, and what goes on all the same."""
    inside = []
    while frame is not None and frame is not outside:
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
