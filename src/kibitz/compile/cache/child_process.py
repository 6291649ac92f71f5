"""Compiling in a process of its own: so that it costs this one no memory, or so that this one need not wait.

The compiler keeps a hundred megabytes and more of the process that it worked in: a search that is to keep within a memory waits
for another process to compile what is not in the cache yet, and loads it. Who wants an answer at once is told by `NotCompiled`
that there would be something to compile (`compiling_refused`), and lets a `Compilation` go on beside other work.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from kibitz.compile.cache.folder import is_trusted, trusted_bytes
from kibitz.core.contract import Game
from kibitz.core.registry import FILE_MODULE, load_file
from kibitz.core.tasks import check_interrupted

when_missing: ContextVar[Callable[[], None] | None] = ContextVar("when_missing", default=None)
"""Called when what the compiler makes is not in the cache: it may see to it that it is there, or raise."""

LISTENING = 0.1
"""Seconds between two looks at whether the other process is still wanted."""

_WORK = """
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
from kibitz.compile.cache.child_process import work_for_another
work_for_another()
"""


def bytes_once_made(path: Path, made_from: str) -> bytes | None:
    """Return what a file of the cache holds, after whoever is called when it is missing; None if it is still not there."""
    content = trusted_bytes(path, made_from)
    make = when_missing.get()
    if content is None and make is not None and is_trusted(path.parent):
        make()
        content = trusted_bytes(path, made_from)
    return content


class NotCompiled(BaseException):
    """What would have to be compiled first; no `Exception`, so that nobody takes it for an error of the rules."""


@contextmanager
def compiling_refused() -> Iterator[None]:
    """Inside, `NotCompiled` is raised where the cache does not have what would be compiled and kept."""

    def refuse() -> None:
        raise NotCompiled

    with _called_when_missing(refuse):
        yield


@contextmanager
def compiled_elsewhere(game: Game, work: Callable[..., Any], *arguments: Any) -> Iterator[None]:
    """Inside, kernels of `game` that the cache does not have are left to a process that calls `work(*arguments)`, once.

    What cannot be handed to another process, such as a game in the script that was started, is compiled here after all; so is
    what that process failed to make, or what the cache does not keep.
    """
    asked: list[Game] = []
    outer = when_missing.get()

    def make() -> None:
        if outer is not None:
            outer()
        if not asked:
            asked.append(game)
            _work_elsewhere(game, work, arguments)

    with _called_when_missing(make):
        yield


@contextmanager
def _called_when_missing(call: Callable[[], None]) -> Iterator[None]:
    """Inside, `call` is what is called when something is not in the cache."""
    token = when_missing.set(call)
    try:
        yield
    finally:
        when_missing.reset(token)


class Compilation:
    """A process that calls `work(*arguments)` beside this one, to fill the cache; it ends with this object at the latest."""

    def __init__(self, game: Game, work: Callable[..., Any], *arguments: Any) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        with suppress(Exception):  # whatever it is: compiling here is always possible
            order = _order(game, work, arguments)
            if order is not None:
                self._process = _worker(start_new_session=True)  # Ctrl-C is about what is done here
                self._ending = weakref.finalize(self, _end, self._process)
                _hand_over(order, self._process)

    @property
    def is_running(self) -> bool:
        """Whether the process is still at work."""
        return self._process is not None and self._process.poll() is None

    def end(self) -> None:
        """End the process, if there is one and it still runs."""
        if self._process is not None:
            self._ending()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and wait until it is gone."""
    process.kill()
    process.wait()


def _work_elsewhere(game: Game, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Have another process do the work, if it can be told what it is."""
    with suppress(Exception):  # whatever it is: compiling here is always possible
        order = _order(game, work, arguments)
        if order is not None:
            _done_by(order)


def _order(game: Game, work: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes | None:
    """Return the work as another process reads it, or None if it cannot come by the game."""
    module = sys.modules.get(type(game).__module__)
    if module is None or module.__name__ == "__main__" or not sys.executable:
        return None
    file = str(module.__file__) if module.__name__.startswith(FILE_MODULE) else None
    return b"".join(pickle.dumps(part) for part in (sys.path, file, (work, arguments)))


def _done_by(order: bytes) -> None:
    """Have a process do the work of an order, and end it where nobody waits for it any longer."""
    with _worker() as worker:
        try:
            _hand_over(order, worker)
            while worker.poll() is None:
                check_interrupted()
                with suppress(subprocess.TimeoutExpired):
                    worker.wait(LISTENING)
        except BaseException:
            worker.kill()
            raise


def _worker(*, start_new_session: bool = False) -> subprocess.Popen[bytes]:
    """Return a process that waits for an order."""
    command, quiet = [sys.executable, "-P", "-c", _WORK], subprocess.DEVNULL
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, start_new_session=start_new_session)


def _hand_over(order: bytes, worker: subprocess.Popen[bytes]) -> None:
    """Give a process its order."""
    assert worker.stdin is not None
    with worker.stdin:
        worker.stdin.write(order)


def work_for_another() -> None:
    """Do the work that standard input describes, after the places to import from: the user's file if there is one, the work."""
    file = pickle.load(sys.stdin.buffer)
    if file is not None:
        load_file(file)
    work, arguments = pickle.load(sys.stdin.buffer)
    work(*arguments)
