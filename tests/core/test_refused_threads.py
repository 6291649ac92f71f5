"""A thread that the system refuses is told in one sentence, and those that were started do not go on alone."""

from __future__ import annotations

import threading
from _thread import start_new_thread
from collections.abc import Callable
from typing import Any

import pytest

import kibitz
from kibitz.core.errors import KibitzError

HANGING = 120
"""Seconds after which a thread that was told to stop surely goes on for ever."""


def refuse_after(number: int, monkeypatch: pytest.MonkeyPatch) -> list[threading.Event]:
    """Let the system start so many threads and no more; return those that were started."""
    made: list[threading.Event] = []

    def limited(work: Callable[..., None], arguments: tuple[Any, ...], *others: Any) -> int:
        if len(made) == number:
            raise RuntimeError("can't start new thread")
        made.append(ended := threading.Event())

        def run(*given: Any) -> None:
            try:
                work(*given)
            finally:
                ended.set()

        return start_new_thread(run, arguments, *others)

    monkeypatch.setattr("kibitz.core.threads.start_new_thread", limited)
    monkeypatch.setattr("threading._start_new_thread", limited)
    return made


@pytest.mark.parametrize(
    ("agent", "allowed"), [("alphabeta", 0), ("alphabeta:threads=3", 2), ("uct:sims=1000000,threads=3", 2), ("montecarlo", 0)]
)
def test_a_refused_thread_is_told_and_the_others_end(agent: str, allowed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = kibitz.load("connect_four:width=4,height=4")
    kibitz.decide(game, agent=agent.replace("1000000", "10"))  # what must be compiled is
    made = refuse_after(allowed, monkeypatch)
    with pytest.raises(KibitzError, match="the system starts no more threads for Kibitz; allow more processes"):
        kibitz.decide(game, agent=agent)
    assert len(made) == allowed
    assert all(ended.wait(HANGING) for ended in made)
