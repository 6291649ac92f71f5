"""Patience with a rule: one that computes for too long in a single call is broken off, since it may loop for ever."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

CALL_SECONDS = 20.0
"""So much processor time one call of one rule may take; a rule takes some millionths of that."""
LOOK_SECONDS = 0.5


class NeverEnds(BaseException):
    """Raised in the middle of a rule that does not come to an end; rules that catch exceptions do not catch it."""


class Patience:
    """Watches the calls of one thread from another, which ends with the first call that takes too long, or with `over`."""

    def __init__(self) -> None:
        self._call = 0
        self._is_calling = False
        self._turn = threading.Lock()
        self._thread = threading.get_ident()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Inside, calls are watched."""
        over = threading.Event()
        watcher = threading.Thread(target=self._watch, args=(over, _processor_clock(self._thread)), daemon=True)
        watcher.start()
        try:
            yield
        finally:
            over.set()
            watcher.join()

    @contextmanager
    def call(self) -> Iterator[None]:
        """Inside is one call; `NeverEnds` is raised there when it takes too long."""
        self._call += 1
        self._is_calling = True
        try:
            yield
        finally:
            with self._turn:  # nothing is raised any more once this is over
                self._is_calling = False

    def _watch(self, over: threading.Event, clock: int) -> None:
        """Look at the call under way now and then."""
        seen, since = 0, 0.0
        while not over.wait(LOOK_SECONDS):
            now = time.clock_gettime(clock)
            if self._call != seen:
                seen, since = self._call, now
            elif now - since > CALL_SECONDS:
                with self._turn:
                    if self._is_calling and self._call == seen:
                        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(NeverEnds))
                since = now


def _processor_clock(thread: int) -> int:
    """Return the clock of a thread's processor time, or where there is none that of the whole process."""
    find = getattr(time, "pthread_getcpuclockid", None)
    return time.CLOCK_PROCESS_CPUTIME_ID if find is None else int(find(thread))
