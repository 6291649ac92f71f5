"""Ctrl-C that is noticed wherever it comes, even where a search takes it for itself."""

from __future__ import annotations

import signal
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
