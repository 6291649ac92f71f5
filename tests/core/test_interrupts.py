"""Ctrl-C is noticed even where a search takes it for itself."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from kibitz.core.interrupts import interrupts


@pytest.fixture(autouse=True)
def usual_handler() -> Iterator[None]:
    """What is started in the background of a shell has Ctrl-C ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_contexts_inside_one_another_all_notice() -> None:
    with interrupts() as outer, interrupts() as inner:
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
        assert outer()
        assert inner()


def test_where_ctrl_c_is_ignored_it_stays_so() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with interrupts() as noticed:
        os.kill(os.getpid(), signal.SIGINT)
    assert not noticed()
