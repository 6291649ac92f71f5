"""Threads, which the system may refuse."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from kibitz.core.errors import ResourceError

NO_THREAD = "the system starts no more threads for Kibitz; allow more processes (ulimit -u) or memory (ulimit -v)"


def started(work: Callable[..., None], *arguments: Any, stack_bytes: int | None = None) -> threading.Thread:
    """Return a thread that does `work(*arguments)`, its stack of so many bytes; Python does not wait for it to end."""
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    before = threading.stack_size(stack_bytes or threading.stack_size())
    try:
        start(thread)
    finally:
        threading.stack_size(before)
    return thread


def start(thread: threading.Thread) -> None:
    """Start a thread, or say in one sentence that there can be none."""
    try:
        thread.start()
    except RuntimeError:
        raise ResourceError(NO_THREAD) from None
