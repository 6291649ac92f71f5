"""Compiling in a process of its own: the compiler keeps a hundred megabytes and more of the process that it worked in.

A search that is to keep within a memory therefore lets another process compile what is not in the cache yet, and loads it.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from kibitz.core.game import Game
from kibitz.core.registry import FILE_MODULE, load_file

when_missing: ContextVar[Callable[[], None] | None] = ContextVar("when_missing", default=None)
"""Called when a kernel is not in the cache: it may see to it that it is."""

_HERE = "from kibitz.compile.elsewhere import work_for_another; work_for_another()"


@contextmanager
def compiled_elsewhere(game: Game, work: Callable[..., Any], *arguments: Any) -> Iterator[None]:
    """Inside, kernels of `game` that the cache does not have are left to a process that calls `work(*arguments)`.

    What cannot be handed to another process, such as a game that was typed into a console, is compiled here after all.
    """
    token = when_missing.set(lambda: _work_elsewhere(game, work, arguments))
    try:
        yield
    finally:
        when_missing.reset(token)


def _work_elsewhere(game: Game, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Have another process do the work, if it can be told what it is."""
    module = sys.modules[type(game).__module__]
    file = str(module.__file__) if module.__name__.startswith(FILE_MODULE) else None
    try:
        order = pickle.dumps((sys.path, file)) + pickle.dumps((work, arguments))
    except (pickle.PicklingError, AttributeError, TypeError):
        return
    try:
        subprocess.run([sys.executable, "-c", _HERE], input=order, capture_output=True, check=False)
    except OSError:
        return


def work_for_another() -> None:
    """Do the work that standard input describes."""
    places, file = pickle.load(sys.stdin.buffer)
    sys.path[:] = places
    if file is not None:
        load_file(file)
    work, arguments = pickle.load(sys.stdin.buffer)
    work(*arguments)
