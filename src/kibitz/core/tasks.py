"""Work in a thread of its own, and a wait for it that signals may interrupt without tearing the work apart."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextvars import ContextVar, copy_context
from functools import partial
from typing import Generic, TypeVar

from kibitz.core.threads import start_deep

Answer = TypeVar("Answer")

LONGEST_WAIT = 1e9
"""No clock runs longer: thirty years, which the system can still count."""

SIGNAL_INTERVAL = 0.1
"""Seconds after which a wait looks for signals that came just before it began and so did not wake it."""

_is_given_up: ContextVar[Callable[[], bool]] = ContextVar("_is_given_up", default=lambda: False)


def check_interrupted() -> None:
    """Raise KeyboardInterrupt if whoever waits for this thread's work was interrupted: long work may ask that now and then."""
    if _is_given_up.get()():
        raise KeyboardInterrupt


class Stopped(Exception):
    """Work was stopped before it had a result."""


class Task(Generic[Answer]):
    """Work that is done once, in a thread with room for deep recursion."""

    def __init__(self, work: Callable[[], Answer]) -> None:
        self.interruption: BaseException | None = None
        """What was raised in the thread that waits, Ctrl-C for one."""
        self._work = work
        self._answers: list[Answer] = []
        self._failures: list[BaseException] = []
        self._begun, self._done = threading.Lock(), threading.Event()

    def wait(self, seconds: float | None = None, hurry: Callable[[], None] = lambda: None) -> None:
        """Do the work and return when it is done; call `hurry` when the time is over or something interrupts the wait.

        The wait goes on then, so that nothing is left behind that still runs; but whoever interrupts it a second time has the
        exception raised at once.
        """
        deadline = None if seconds is None else time.monotonic() + min(seconds, LONGEST_WAIT)
        is_started = False
        while not self._done.is_set():
            try:
                if not is_started:
                    is_started = True
                    start_deep(partial(copy_context().run, self._run))
                # an event, not the thread's join: interrupted, that takes the thread for ended
                left = LONGEST_WAIT if deadline is None else max(0.0, deadline - time.monotonic())
                if not self._done.wait(min(left, SIGNAL_INTERVAL)) and left <= SIGNAL_INTERVAL:
                    deadline = None
                    hurry()
            except BaseException as interruption:
                if self.interruption is not None or self._begun.acquire(blocking=False):
                    raise
                self.interruption, deadline = interruption, None
                hurry()

    def answer(self) -> Answer:
        """Return what came out of the work, or raise what it raised."""
        if self._failures:
            raise self._failures[0]
        return self._answers[0]

    def _run(self) -> None:
        """Do the work, unless the wait was interrupted before it could begin."""
        if not self._begun.acquire(blocking=False):
            return
        outer = _is_given_up.get()
        _is_given_up.set(lambda: self.interruption is not None or outer())
        try:
            self._answers.append(self._work())
        except BaseException as error:
            self._failures.append(error)
        finally:
            self._done.set()


def defer_interrupts(work: Callable[[], Answer]) -> Answer:
    """Return `work()`; what a signal raises, such as Ctrl-C, is raised when the work is over.

    `check_interrupted` in the work makes that earlier.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()  # no signal comes here
    task = Task(work)
    task.wait()
    if task.interruption is not None:
        raise task.interruption
    return task.answer()
