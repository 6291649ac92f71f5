"""Arguments of kernels: those without a form in words, and numbers at the edge of 64 bits."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from kibitz.compile.cpu import Jit, native
from kibitz.compile.primitives import memory
from kibitz.core.errors import CompileError
from kibitz.games.nim import Nim


def less(game: Any, jit: Jit) -> Any:
    """Build a kernel that compares; numbers without a sign would compare otherwise."""

    @jit
    def is_less(x: int, y: int) -> bool:
        return x < y

    return is_less


def total(game: Any, jit: Jit) -> Any:
    """Build a kernel that adds up the real parts of an array."""

    @jit
    def add_up(array: Any) -> float:
        found = 0.0
        for one in array:
            found += one.real
        return found

    return add_up


def next_number(game: Any, jit: Jit) -> Any:
    """Build a kernel that adds one."""

    @jit
    def add_one(number: Any) -> Any:
        return number + 1

    return add_one


def first_set(game: Any, jit: Jit) -> Any:
    """Build a kernel that writes to the memory of an array."""

    @jit
    def set_first(array: Any) -> int:
        words = memory(array)
        words[0] = 7
        return len(words)

    return set_first


class Pair(NamedTuple):
    """What a kernel returns."""

    one: int
    other: int


def paired(game: Any, jit: Jit) -> Any:
    """Build a kernel that returns a named tuple."""

    @jit
    def pair(one: int, other: int) -> Pair:
        return Pair(one, other)

    return pair


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a cache of the test's own, and no kernels of other tests."""
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    native.cache_clear()
    return tmp_path / "cache"


UNDESCRIBED = {
    "complex": (total, np.ones(3, complex), 3.0),
    "32 bits": (next_number, np.int32(3), 4),
    "no sign": (next_number, np.uint64(3), 4),
}


@pytest.mark.parametrize("name", UNDESCRIBED)
def test_what_has_no_form_in_words_is_called_as_numba_calls_it(kept: Path, name: str) -> None:
    build, argument, answer = UNDESCRIBED[name]
    kernel = native(build, None)
    assert [kernel(argument), kernel(argument)] == [answer, answer]
    assert not kept.exists(), "such code would be kept under a name that says nothing of its types"


def test_an_unaligned_array() -> None:
    array = np.zeros(33, np.uint8)[1:].view(np.float64)
    array[:] = 2
    kernel = native(total, None)
    assert (kernel(array), kernel(np.ones(3, complex)), kernel(np.ones(5))) == (8.0, 3.0, 5.0)


@pytest.mark.parametrize("number", [2**63, 2**64])
def test_a_number_beyond_64_bits_spoils_nothing(number: int) -> None:
    kernel = native(less, None)
    for _ in range(2):
        with pytest.raises(OverflowError, match="more than 64 bits"):
            kernel(number, 0)
        assert kernel(-1, 0)
    native.cache_clear()
    kernel = native(less, None)
    assert kernel(-1, 0)
    assert kernel.hits == 1


def test_the_least_number_of_64_bits() -> None:
    assert native(less, None)(-(2**63), 0)


def test_a_number_beyond_64_bits_in_a_game_does_not_compile() -> None:
    game = Nim((11, 13))  # no other test has it: that it does not compile is remembered
    with pytest.raises(CompileError, match="a whole number has more than 64 bits"):
        native(less, game)(2**63, 0)


def test_a_kernel_keeps_the_classes_that_it_returns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is loaded again puts others in their place."""
    kernel = native(paired, None)
    assert kernel(1, 2) == Pair(1, 2)
    kept = Pair
    monkeypatch.setattr(sys.modules[__name__], "Pair", None)
    assert type(kernel(1, 2)) is kept


def test_only_a_contiguous_array_that_may_be_written_has_a_memory() -> None:
    array, fixed = np.zeros(6, np.int64), np.zeros(6, np.int64)
    fixed.flags.writeable = False
    kernel = native(first_set, Nim((11, 12)))  # no other test has it: that it does not compile is remembered
    assert (kernel(array), array[0]) == (6, 7)
    for other in (array[::2], fixed):
        with pytest.raises(CompileError, match="takes a contiguous array that may be written"):
            kernel(other)
    assert fixed[0] == 0
