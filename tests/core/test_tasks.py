"""Signals that raise leave no work behind that still runs, and none that is torn apart."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from numba.core.event import Listener, install_listener

import kibitz
from kibitz.compile.cpu import why_not_native
from kibitz.core.tasks import check_interrupted, defer_interrupts
from kibitz.search.running import stoppable


class Alarm(Exception):
    """What a handler raises."""


rung = threading.Event()


def ring(number: int, frame: Any) -> None:
    rung.set()
    raise Alarm


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """What is started in the background of a shell has Ctrl-C ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler), signal.signal(signal.SIGUSR1, ring)
    yield
    signal.signal(signal.SIGINT, before[0])
    signal.signal(signal.SIGUSR1, before[1])


def press(number: signal.Signals) -> None:
    """Send a signal to this process, from whatever thread."""
    os.kill(os.getpid(), number)


@pytest.mark.parametrize("number", [signal.SIGUSR1, signal.SIGINT])
def test_when_a_signal_raises_nothing_still_runs(number: signal.Signals) -> None:
    """A search that was left by an exception went on writing to memory, and each kept its stack."""
    ended: list[bool] = []

    def work(stop: Any) -> str:
        press(number)
        while not stop[0]:
            time.sleep(0.001)
        time.sleep(0.2)
        ended.append(True)
        return "the best so far"

    if number == signal.SIGINT:
        assert stoppable(work) == "the best so far"
    else:
        with pytest.raises(Alarm):
            stoppable(work)
    assert ended


def test_a_second_signal_does_not_wait() -> None:
    over = threading.Event()

    def work(stop: Any) -> None:
        press(signal.SIGINT)
        while not stop[0]:
            time.sleep(0.001)
        press(signal.SIGINT)
        over.wait()

    with pytest.raises(KeyboardInterrupt):
        stoppable(work)
    over.set()


def test_work_may_ask_whether_it_is_still_wanted() -> None:
    def work() -> None:
        press(signal.SIGUSR1)
        while True:
            time.sleep(0.001)
            check_interrupted()

    with pytest.raises(Alarm):
        defer_interrupts(work)


def test_a_signal_that_does_not_wake_the_wait_is_heard_all_the_same() -> None:
    """One that came between the last look for signals and the wait was heard when the work was over, and not before."""
    latest = time.monotonic() + 60

    def work() -> None:
        signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)  # handled by this thread: the one that waits sleeps on
        while time.monotonic() < latest:
            time.sleep(0.001)
            check_interrupted()

    with pytest.raises(Alarm):
        defer_interrupts(work)
    assert time.monotonic() < latest


def test_work_within_work_hears_of_it_too() -> None:
    def inner(stop: Any) -> None:
        press(signal.SIGINT)
        while True:
            time.sleep(0.001)
            check_interrupted()

    with pytest.raises(KeyboardInterrupt):
        stoppable(lambda stop: stoppable(inner))


class Pressing(Listener):  # type: ignore[misc]
    """Sends a signal before the compiler's pass of that number."""

    def __init__(self, place: int) -> None:
        self.place, self.seen = place, 0

    def on_start(self, event: Any) -> None:
        self.seen += 1
        if self.seen == self.place:
            rung.clear()
            press(signal.SIGUSR1)
            rung.wait(60)  # on a busy machine it may take the waiting thread a while to come to its turn

    def on_end(self, event: Any) -> None:
        pass


@contextmanager
def pressed_at(place: int) -> Iterator[Pressing]:
    """Send a signal while the compiler is at work."""
    listener = Pressing(place)
    with install_listener("numba:run_pass", listener):
        yield listener


def test_compiling_is_broken_off_between_passes_and_done_later(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Raised in the middle of the compiler, an exception was taken for the reason that the game does not compile."""
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    game = kibitz.load("nim:piles=1+2+4")
    for place in (1, 40, 90):
        with pressed_at(place) as passes, pytest.raises(Alarm):
            kibitz.decide(game, None, "minimax")
        assert place <= passes.seen < place + 90
        assert why_not_native(game) is None
    assert not list(tmp_path.glob("*.kernel"))
    assert kibitz.decide(game, None, "minimax").value == 1.0
    assert list(tmp_path.glob("*.kernel"))
