"""Long work in compiled code, stopped by a clock or by Ctrl-C.

Compiled code does not see signals, so it runs in a thread of its own (with room for deep recursion) and polls a flag.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from kibitz.compile.native import packed
from kibitz.core.errors import RulesError
from kibitz.core.game import Game
from kibitz.core.threads import STACK_BYTES, start_deep

Answer = TypeVar("Answer")

LONGEST_PATH = 100_000
"""Recursion goes no deeper; a game with longer paths is refused."""


def longest_path(words: int) -> int:
    """Return how deep a search may recurse on states of so many words: a compiled frame holds the state several times over."""
    return min(LONGEST_PATH, STACK_BYTES // 2 // (1024 + 64 * words))


def endless(game: Game) -> RulesError:
    """Return the refusal of a game in which a path of play is longer than a search can recurse."""
    longest = longest_path(len(packed(game, game.initial())))
    return RulesError(
        f"a path of play is longer than {longest:,} moves; give depth=, and say cyclic=True if positions can come back"
    )


LONGEST_WAIT = 1e9
"""No clock runs longer: thirty years, which the system can still count."""


class Stopped(Exception):
    """The search was told to stop before it had an answer."""


def stoppable(work: Callable[[Any], Answer], seconds: float | None = None, stop: Any = None) -> Answer:
    """Return `work(stop)`; `stop[0]` becomes 1 when the time is over or the user presses Ctrl-C, and work then ends early."""
    stop = np.zeros(1, np.int64) if stop is None else stop
    stop[0] = 0
    answers: list[Answer] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(work(stop))
        except BaseException as error:
            failures.append(error)

    done = start_deep(run)
    deadline = None if seconds is None else time.monotonic() + min(seconds, LONGEST_WAIT)
    while not done.is_set():
        try:
            if not done.wait(None if deadline is None else max(0.0, deadline - time.monotonic())):
                stop[0], deadline = 1, None
        except KeyboardInterrupt:
            stop[0], deadline = 1, None
    if failures:
        raise failures[0]
    return answers[0]
