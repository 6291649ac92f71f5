"""Reports that something is being compiled, while it is."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.analysis.context import Context
from kibitz.core.process import steps
from kibitz.core.threads import started

LOOK_SECONDS = 0.1


@contextmanager
def compiling_reported(context: Context) -> Iterator[None]:
    """Say so once, within this context, if the compiler is at work."""
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(LOOK_SECONDS):
            if steps:
                context.emit({"phase": "compiling"})
                return

    watcher = started(watch)
    try:
        yield
    finally:
        is_over.set()
        watcher.join()
