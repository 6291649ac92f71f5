"""Threads, which the system may refuse, and those with room for deep recursion."""

from __future__ import annotations

import threading
from _thread import start_new_thread
from collections import deque
from collections.abc import Callable
from functools import partial
from operator import call
from typing import Any

from kibitz.core.errors import ResourceError

NO_THREAD = "the system starts no more threads for Kibitz; allow more processes (ulimit -u) or memory (ulimit -v)"

STACK_BYTES = 512 << 20
"""Address space for a thread's stack; memory is only taken as recursion reaches it."""

_starting = threading.Lock()


def start_deep(work: Callable[[], object]) -> threading.Event:
    """Return an event that is set when `work()` has ended, which runs in a thread of its own with room for deep recursion.

    Python has one stack size for all threads that anybody starts from now on. So it is set, used and set back within one call
    of C code, in which Python lets no other thread run: whoever starts one meanwhile gets the size that was there before. (A
    Python without a global lock could let one in.) `threading.Thread` does more than that while it starts, and cannot be used.
    """
    ended = threading.Event()

    def run() -> None:
        try:
            work()
        finally:
            ended.set()

    with _starting:
        before = threading.stack_size()
        restore = partial(threading.stack_size, before)
        steps = [partial(threading.stack_size, STACK_BYTES), partial(start_new_thread, run, ()), restore]
        try:
            deque(map(call, steps), maxlen=0)
        except RuntimeError:
            raise ResourceError(NO_THREAD) from None
        finally:
            restore()  # once more, where the thread could not be started
    return ended


def started(work: Callable[..., None], *arguments: Any) -> threading.Thread:
    """Return a thread that does `work(*arguments)`; Python does not wait for it to end."""
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    start(thread)
    return thread


def start(thread: threading.Thread) -> None:
    """Start a thread, or say in one sentence that there can be none."""
    try:
        thread.start()
    except RuntimeError:
        raise ResourceError(NO_THREAD) from None
