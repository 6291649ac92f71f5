"""Ctrl-C is noticed even where a library swallows it."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Iterator

import pytest

from kibitz.core.interrupts import heeded, interrupts


@pytest.fixture(autouse=True)
def usual_handler() -> Iterator[None]:
    """What is started in the background of a shell has Ctrl-C ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def swallowed() -> None:
    """Press Ctrl-C inside a function that C calls back, where no exception gets out."""

    def press() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000):
            pass

    ctypes.CFUNCTYPE(None)(press)()


def test_a_swallowed_ctrl_c_is_raised_at_the_end_and_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", printed.append)
    swallowed()
    assert len(printed) == 1
    with pytest.raises(KeyboardInterrupt), heeded():
        swallowed()
    assert len(printed) == 1


def test_contexts_inside_one_another_all_notice() -> None:
    with interrupts() as outer, interrupts() as inner:
        with pytest.raises(KeyboardInterrupt), heeded():
            os.kill(os.getpid(), signal.SIGINT)
        assert outer()
        assert inner()


def test_where_ctrl_c_is_ignored_it_stays_so() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with interrupts() as noticed, heeded():
        os.kill(os.getpid(), signal.SIGINT)
    assert not noticed()
