"""Deep threads: they have the room, and nobody else's threads notice."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from kibitz.core import threads
from kibitz.core.errors import ResourceError
from kibitz.core.threads import STACK_BYTES, start_deep
from kibitz.search.running import stoppable


@pytest.fixture
def _restless() -> Iterator[None]:
    """Have threads take turns as often as can be."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def own_stack_bytes() -> int:
    """Return the size of the stack of the thread that asks."""
    system = ctypes.CDLL(None)
    system.pthread_self.restype = ctypes.c_void_p
    attributes, size = ctypes.create_string_buffer(256), ctypes.c_size_t()
    assert system.pthread_getattr_np(ctypes.c_void_p(system.pthread_self()), attributes) == 0
    assert system.pthread_attr_getstacksize(attributes, ctypes.byref(size)) == 0
    system.pthread_attr_destroy(attributes)
    return size.value


@pytest.mark.skipif(sys.platform != "linux", reason="pthread_getattr_np is Linux's")
def test_a_deep_thread_has_the_room_and_the_next_one_has_not() -> None:
    sizes: list[int] = []
    assert start_deep(lambda: sizes.append(own_stack_bytes())).wait(60)
    plain = threading.Thread(target=lambda: sizes.append(own_stack_bytes()))
    plain.start()
    plain.join()
    assert sizes[0] >= STACK_BYTES > sizes[1]


@pytest.mark.usefixtures("_restless")
def test_threads_that_others_start_meanwhile_keep_their_size() -> None:
    """The size that a new thread would get is the same at every moment, for every thread that looks."""
    usual = threading.stack_size()
    seen: set[int] = set()
    is_over = threading.Event()

    def look() -> None:
        while not is_over.is_set():
            seen.add(threading.stack_size())

    looking = threading.Thread(target=look)
    looking.start()
    searching = [threading.Thread(target=lambda: [stoppable(lambda _stop: 0) for _ in range(100)]) for _ in range(4)]
    for thread in searching:
        thread.start()
    for thread in searching:
        thread.join()
    is_over.set()
    looking.join()
    assert seen == {usual}
    assert threading.stack_size() == usual


def test_the_size_is_set_back_where_no_thread_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    usual = threading.stack_size()
    monkeypatch.setattr(threads, "start_new_thread", refuse)
    with pytest.raises(ResourceError, match="starts no more threads"):
        start_deep(lambda: None)
    assert threading.stack_size() == usual


def test_it_has_ended_whatever_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "unraisablehook", lambda _failure: None)
    assert start_deep(lambda: 1 // 0).wait(60)


LEFT = """
import threading
import kibitz
kibitz.decide(kibitz.load("nim"), None, "alphabeta:depth=2")
print(*(thread.name for thread in threading.enumerate()))
"""


def test_no_thread_is_left_on_pythons_list() -> None:
    """Whoever asks for the current thread in one that `threading` did not start puts it on the list, and there it stays."""
    done = subprocess.run([sys.executable, "-c", LEFT], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["MainThread"]
