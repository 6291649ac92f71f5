"""A net of one hidden layer in training: what it says of a position, and one step of learning from one."""

from __future__ import annotations

from math import tanh
from typing import Any, NamedTuple

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.core.bits import lowest_bit


class Weights(NamedTuple):
    """What is learnt, float32."""

    first: Any
    """[inputs * width]: a row for each input."""
    first_bias: Any
    """[width]"""
    value: Any
    """[players * width]"""
    value_bias: Any
    """[players]"""


class Scratch(NamedTuple):
    """The memory of one thread."""

    sums: Any
    """float32 [width]: of the rows of the inputs that are set."""
    hidden: Any
    """float32 [width]"""
    back: Any
    """float32 [width]: what the values would have each hidden number changed by."""
    values: Any
    """float64 [players]: what the players can expect, -1 to 1, the one whose view it is first."""
    targets: Any
    """float64 [players]"""
    active: Any
    """int64 [inputs]: the inputs that are set, or that have changed."""


def row_sums(jit: Jit) -> tuple[Any, Any]:
    """Build `find(words, at, before, count, offsets, active)` and `add_rows(begin, end, sign, rows, active, sums)`.

    The first lists the inputs that differ between the words from `at` and from `before` on: those that are set now, up to the
    number that is returned first, then those that were set, up to the second one. Where `before` is below 0, none were.
    """

    @jit
    def note(left: int, width: int, offset: int, active: Any, count: int) -> int:
        """Note the inputs in the bits that are left, of a word as wide as said."""
        while left != 0:
            place = lowest_bit(left)
            left &= left - 1
            if place >= width:
                break
            active[count] = offset + place
            count += 1
        return count

    @jit
    def find(words: Any, at: int, before: int, count: int, offsets: Any, active: Any) -> tuple[int, int]:
        entered = 0
        for word in range(count):
            now = words[at + word]
            came = now & ~words[before + word] if before >= 0 else now
            entered = note(came, offsets[word + 1] - offsets[word], offsets[word], active, entered)
        left = entered
        for word in range(count if before >= 0 else 0):
            gone = words[before + word] & ~words[at + word]
            left = note(gone, offsets[word + 1] - offsets[word], offsets[word], active, left)
        return entered, left

    @jit
    def add_rows(begin: int, end: int, sign: Any, rows: Any, active: Any, sums: Any) -> None:
        width = len(sums)
        for number in range(begin, end):
            row = active[number] * width
            for place in range(width):
                sums[place] += sign * rows[row + place]

    return find, add_rows


def value_net(jit: Jit, *, players: int) -> tuple[Any, Any]:  # noqa: C901 - many short loops
    """Build `judge(before, words, at, count, offsets, weights, scratch)` and `correct(step, words, at, count, ...)`.

    The inputs of a position are `count` words from `words[at]` on. `judge` leaves its values in the scratch; where `before` is
    not below 0, the position asked about before has its words there, and only what has changed is looked at. `correct` moves
    the values of the position asked about last towards the targets, by the share `step` of the error.
    """
    find, add_rows = row_sums(jit)

    @jit
    def judge(before: int, words: Any, at: int, count: int, offsets: Any, weights: Any, scratch: Any) -> None:
        sums, hidden, width = scratch.sums, scratch.hidden, len(scratch.sums)
        if before < 0:
            for place in range(width):
                sums[place] = weights.first_bias[place]
        entered, left = find(words, at, before, count, offsets, scratch.active)
        add_rows(0, entered, np.float32(1.0), weights.first, scratch.active, sums)
        add_rows(entered, left, np.float32(-1.0), weights.first, scratch.active, sums)
        for place in range(width):
            hidden[place] = max(sums[place], np.float32(0.0))
        for player in range(players):
            begin = player * width
            a = b = c = d = np.float32(0.0)
            for place in range(0, width, 4):
                a += weights.value[begin + place] * hidden[place]
                b += weights.value[begin + place + 1] * hidden[place + 1]
                c += weights.value[begin + place + 2] * hidden[place + 2]
                d += weights.value[begin + place + 3] * hidden[place + 3]
            scratch.values[player] = tanh(float((a + b) + (c + d) + weights.value_bias[player]))

    @jit
    def slope(weights: Any, scratch: Any) -> float:
        """Leave in `back` what the errors would change each hidden number by; return how strongly these count, squared."""
        hidden, back, width = scratch.hidden, scratch.back, len(scratch.sums)
        strength = np.float32(0.0)
        for place in range(width):
            back[place] = np.float32(0.0)
        for player in range(players):
            error = np.float32(scratch.targets[player] - scratch.values[player])
            for place in range(width):
                weight = weights.value[player * width + place] if hidden[place] > 0 else np.float32(0.0)
                back[place] += error * weight
                strength += weight * weight
        return float(strength) / players

    @jit
    def correct(step: float, words: Any, at: int, count: int, offsets: Any, weights: Any, scratch: Any) -> None:
        hidden, back, width = scratch.hidden, scratch.back, len(scratch.sums)
        inputs, _ = find(words, at, -1, count, offsets, scratch.active)
        strength, size = slope(weights, scratch), 1.0
        for place in range(width):
            size += hidden[place] * hidden[place]
        # the length of the gradient, squared: so far would a step of 1 move a value for an error of 1
        rate = np.float32(step / (size + (1 + inputs) * strength))
        for player in range(players):
            change = rate * np.float32(scratch.targets[player] - scratch.values[player])
            for place in range(width):
                weights.value[player * width + place] += change * hidden[place]
            weights.value_bias[player] += change
        for place in range(width):
            weights.first_bias[place] += rate * back[place]
        for number in range(inputs):
            row = scratch.active[number] * width
            for place in range(width):
                weights.first[row + place] += rate * back[place]

    return judge, correct
