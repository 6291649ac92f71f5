"""Compiling in a process of its own: the compiler keeps a hundred megabytes and more of the process that it worked in.

A search that is to keep within a memory therefore lets another process compile what is not in the cache yet, and loads it.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.registry import FILE_MODULE, load_file
from kibitz.core.tasks import check_interrupted

when_missing: ContextVar[Callable[[], None] | None] = ContextVar("when_missing", default=None)
"""Called when a kernel is not in the cache: it may see to it that it is there."""

LISTENING = 0.1
"""Seconds between two looks at whether the other process is still wanted."""

_WORK = """
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
from kibitz.compile.cache.child_process import work_for_another
work_for_another()
"""


@contextmanager
def compiled_elsewhere(game: Game, work: Callable[..., Any], *arguments: Any) -> Iterator[None]:
    """Inside, kernels of `game` that the cache does not have are left to a process that calls `work(*arguments)`, once.

    What cannot be handed to another process, such as a game in the script that was started, is compiled here after all; so is
    what that process failed to make, or what the cache does not keep.
    """
    asked: list[Game] = []

    def make() -> None:
        if not asked:
            asked.append(game)
            _work_elsewhere(game, work, arguments)

    token = when_missing.set(make)
    try:
        yield
    finally:
        when_missing.reset(token)


def _work_elsewhere(game: Game, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Have another process do the work, if it can be told what it is."""
    module = sys.modules.get(type(game).__module__)
    if module is None or module.__name__ == "__main__" or not sys.executable:
        return
    file = str(module.__file__) if module.__name__.startswith(FILE_MODULE) else None
    try:
        order = b"".join(pickle.dumps(part) for part in (sys.path, file, (work, arguments)))
        _done_by(order)
    except Exception:  # whatever it is: compiling here is always possible
        return


def _done_by(order: bytes) -> None:
    """Have a process do the work of an order, and end it where nobody waits for it any longer."""
    command = [sys.executable, "-P", "-c", _WORK]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet) as worker:
        assert worker.stdin is not None
        try:
            with worker.stdin:
                worker.stdin.write(order)
            while worker.poll() is None:
                check_interrupted()
                with suppress(subprocess.TimeoutExpired):
                    worker.wait(LISTENING)
        except BaseException:
            worker.kill()
            raise


def work_for_another() -> None:
    """Do the work that standard input describes, after the places to import from: the user's file if there is one, the work."""
    file = pickle.load(sys.stdin.buffer)
    if file is not None:
        load_file(file)
    work, arguments = pickle.load(sys.stdin.buffer)
    work(*arguments)
