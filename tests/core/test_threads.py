"""A thread that the system refuses is told in one sentence, and those that were started do not go on alone."""

from __future__ import annotations

import threading

import pytest

import kibitz
from kibitz.core.errors import KibitzError

HANGING = 120
"""Seconds after which a thread that was told to stop surely goes on for ever."""


def refuse_after(number: int, monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """Let the system start so many threads and no more; return those that were started."""
    made: list[threading.Thread] = []
    start = threading.Thread.start

    def limited(thread: threading.Thread) -> None:
        if len(made) == number:
            raise RuntimeError("can't start new thread")
        made.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", limited)
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
    for thread in made:
        thread.join(HANGING)
    assert not any(thread.is_alive() for thread in made)
