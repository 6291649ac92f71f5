"""Ctrl-C that is noticed wherever it comes: code of others, called back from a library, may swallow it."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Notice Ctrl-C within a context, even one that a search took for itself and answered; only the main thread hears of it.

    It is handled as before all the same. Where it is ignored, as in the background of a shell, that stays so.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield lambda: False
        return
    seen: list[int] = []

    def notice(number: int, frame: Any) -> None:
        seen.append(number)
        before(number, frame)

    signal.signal(signal.SIGINT, notice)
    try:
        yield lambda: bool(seen)
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def heeded() -> Iterator[None]:
    """Inside, a Ctrl-C that is swallowed, as in functions that a C library calls back, is raised at the end and not printed."""
    if threading.current_thread() is not threading.main_thread():
        yield  # it never comes here, and what is printed is everybody's
        return
    printing = sys.unraisablehook

    def told(failure: Any) -> None:
        if failure.exc_type is not KeyboardInterrupt:
            printing(failure)

    with interrupts() as was_interrupted:
        sys.unraisablehook = told
        try:
            yield
        finally:
            sys.unraisablehook = printing
    if was_interrupted():
        raise KeyboardInterrupt
