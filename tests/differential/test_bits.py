"""The bit helpers and the random numbers are the same interpreted, native and on the CUDA simulator."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

import kibitz
from kibitz.compile.cpu import Jit, interpreted, native
from kibitz.compile.cpu_intrinsics import NATIVES as INTRINSICS
from kibitz.compile.primitives import bits_to_float, float_to_bits
from kibitz.core import bits
from kibitz.core.randomness import Random, advance, below, scramble, stream, unit


def compiled(form: Any) -> Any:
    """Return a function that does what an intrinsic does in compiled code."""

    @njit  # type: ignore[untyped-decorator]
    def call(*given: Any) -> Any:
        return form(*given)

    return call


NATIVES = {function: compiled(form) for function, form in INTRINSICS.items()}

words = st.integers(-(1 << 63), (1 << 63) - 1) | st.integers(0, 63).map(bits.bit) | st.integers(-2, 2)
counts = st.integers(0, 63)

ONE_WORD = (bits.popcount, bits.lowest_bit, bits.highest_bit, bits.wrap)
WORD_AND_COUNT = (bits.shift_left, bits.shift_right)


@pytest.mark.parametrize("function", ONE_WORD, ids=lambda function: function.__name__)
@given(word=words)
@settings(max_examples=200)
def test_one_word(function: Callable[[int], int], word: int) -> None:
    assert NATIVES[function](word) == function(word)


@pytest.mark.parametrize("function", WORD_AND_COUNT, ids=lambda function: function.__name__)
@given(word=words, count=counts)
@settings(max_examples=200)
def test_shifts(function: Callable[[int, int], int], word: int, count: int) -> None:
    assert NATIVES[function](word, count) == function(word, count)


@given(left=words, right=words)
@settings(max_examples=200)
def test_products_wrap(left: int, right: int) -> None:
    expected = (left * right) % (1 << 64)
    assert bits.multiply(left, right) % (1 << 64) == expected
    assert NATIVES[bits.multiply](left, right) == bits.multiply(left, right)


@given(index=counts)
def test_single_bits(index: int) -> None:
    assert NATIVES[bits.bit](index) == bits.bit(index)
    assert bits.bit(index) % (1 << 64) == 1 << index
    assert bits.popcount(bits.bit(index)) == 1
    assert bits.lowest_bit(bits.bit(index)) == bits.highest_bit(bits.bit(index)) == index


@given(items=st.lists(words, min_size=3, max_size=3), index=st.integers(0, 2), item=words)
@settings(max_examples=100)
def test_with_item(items: list[int], index: int, item: int) -> None:
    expected = list(items)
    expected[index] = item
    assert bits.with_item(tuple(items), index, item) == tuple(expected)
    assert NATIVES[bits.with_item](tuple(items), index, item) == tuple(expected)


@given(value=st.floats(allow_nan=False))
def test_floats_as_words(value: float) -> None:
    assert float_to_bits(value) == int(np.float64(value).view(np.int64)) == NATIVES[float_to_bits](value)
    assert bits_to_float(float_to_bits(value)) == value == NATIVES[bits_to_float](float_to_bits(value))


def test_empty_words() -> None:
    assert (bits.lowest_bit(0), bits.highest_bit(0), bits.popcount(0)) == (64, -1, 0)
    assert (NATIVES[bits.lowest_bit](0), NATIVES[bits.highest_bit](0)) == (64, -1)


def test_the_stream_is_splitmix64() -> None:
    """The published generator, written out here with unsigned arithmetic, gives the same numbers."""
    mask = (1 << 64) - 1
    state = 1234567
    signed = state
    for _ in range(100):
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        z ^= z >> 31
        signed = advance(signed)
        assert scramble(signed) & mask == z


def test_random_numbers_are_spread_evenly() -> None:
    random = Random(7)
    dice = [random.below(6) for _ in range(60_000)]
    assert all(9_600 < dice.count(face) < 10_400 for face in range(6))
    fractions = [random.unit() for _ in range(10_000)]
    assert 0.49 < sum(fractions) / len(fractions) < 0.51
    assert all(0.0 <= fraction < 1.0 for fraction in fractions)
    assert sorted(random.shuffled(range(9))) == list(range(9))
    picks = [random.weighted("ab", (0.9, 0.1)) for _ in range(10_000)]
    assert 8_800 < picks.count("a") < 9_200


def test_streams_differ() -> None:
    assert len({stream(seed, number) for seed in range(100) for number in range(100)}) == 10_000
    assert [Random(3).bits()] != [Random(4).bits()] != [Random(3, 1).bits()]


def test_below_covers_its_range() -> None:
    assert below(-1, 7) == 6
    assert below(0, 7) == 0
    assert 0.0 <= unit(-1) < 1.0


def mixing(game: Any, jit: Jit) -> Any:
    """Build a loop in which a compiler that trusts sums and products not to overflow goes wrong."""

    @jit
    def signs(steps: int) -> tuple[int, int, int]:
        state, positive, drawn, mixed = stream(1, 2), 0, 0, 0
        for _ in range(steps):
            state = advance(state)
            positive += state > 0
            drawn += below(scramble(state), 7)
            mixed ^= tangled(state, drawn)
            positive += mixed > 0
        return positive, drawn, mixed

    return signs


def tangled(left: int, right: int) -> int:
    """Return a mixture that overflows almost always."""
    return bits.wrap((left + left) * 3 - (right << 61) + left)


def test_overflow_is_no_accident() -> None:
    game = kibitz.load("nim")
    assert native(mixing, game)(1000) == interpreted(mixing, game)(1000)


@given(left=words, right=words)
@settings(max_examples=200)
def test_sums_and_differences_wrap(left: int, right: int) -> None:
    assert bits.add(left, right) % (1 << 64) == (left + right) % (1 << 64)
    assert bits.subtract(left, right) % (1 << 64) == (left - right) % (1 << 64)
    assert NATIVES[bits.add](left, right) == bits.add(left, right)
    assert NATIVES[bits.subtract](left, right) == bits.subtract(left, right)


SIMULATED = """
import json, sys
import numpy as np
from numba import cuda
from kibitz.compile.cuda_launch import cuda as compiled
from kibitz.core.bits import bit, popcount, lowest_bit, highest_bit, shift_left, shift_right, multiply
from kibitz.core.randomness import advance, below, scramble, stream
import kibitz

def numbers(game, jit):
    @jit
    def work(row, seed, index, each, totals):
        state = stream(seed, index)
        for place in range(each):
            state = advance(state)
            word = scramble(state)
            word = word ^ shift_left(word, place) ^ shift_right(word, 9) ^ multiply(word, 77) ^ bit(place + 40)
            totals[place] = below(word, 1000) + popcount(word) + lowest_bit(word) + highest_bit(word)
    return work

game = kibitz.load("tic_tac_toe")
print(json.dumps(compiled(numbers, game)(np.zeros(4, np.int64), 5, 3, 8, 8).tolist()))
"""


def test_the_simulated_gpu_agrees() -> None:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run([sys.executable, "-c", SIMULATED], capture_output=True, text=True, env=environment, check=True)
    assert json.loads(done.stdout) == [_numbers(5, index) for index in range(3)]


def _numbers(seed: int, index: int) -> list[Any]:
    state, found = stream(seed, index), []
    for place in range(8):
        state = advance(state)
        word = scramble(state)
        shifted = bits.shift_left(word, place) ^ bits.shift_right(word, 9)
        word = word ^ shifted ^ bits.multiply(word, 77) ^ bits.bit(place + 40)
        found.append(float(below(word, 1000) + bits.popcount(word) + bits.lowest_bit(word) + bits.highest_bit(word)))
    return found
