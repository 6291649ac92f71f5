"""Long work in compiled code, stopped by a clock or by Ctrl-C.

Compiled code does not see signals, so it runs in a thread of its own and polls a flag.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from kibitz.compile.cpu import packed
from kibitz.core.contract import Game
from kibitz.core.errors import RulesError
from kibitz.core.process import answered
from kibitz.core.tasks import Stopped, Task
from kibitz.core.threads import STACK_BYTES

__all__ = ["Stopped", "longest_path", "path_too_long", "stoppable"]

Answer = TypeVar("Answer")

LONGEST_PATH = 100_000
"""Recursion goes no deeper; a game with longer paths is refused."""


def longest_path(words: int) -> int:
    """Return how deep a search may recurse on states of so many words: a compiled frame holds the state several times over."""
    return min(LONGEST_PATH, STACK_BYTES // 2 // (1024 + 64 * words))


def path_too_long(game: Game) -> RulesError:
    """Return the refusal of a game in which a path of play is longer than a search can recurse."""
    longest = longest_path(len(packed(game, game.initial())))
    return RulesError(
        f"a path of play is longer than {longest:,} moves; give depth=, and say cyclic=True if positions can come back"
    )


def stoppable(work: Callable[[Any], Answer], seconds: float | None = None, stop: Any = None) -> Answer:
    """Return `work(stop)`; `stop[0]` becomes 1 when the time is over or the user presses Ctrl-C, and work then ends early.

    Whatever else a signal raises makes it end early too, and is raised then.
    """
    stop = np.zeros(1, np.int64) if stop is None else stop
    stop[0] = 0

    def hurry() -> None:
        stop[0] = 1

    task = Task(lambda: work(stop))
    task.wait(seconds, hurry)
    if isinstance(task.interruption, KeyboardInterrupt):
        answered()
    elif task.interruption is not None:
        raise task.interruption
    return task.answer()
