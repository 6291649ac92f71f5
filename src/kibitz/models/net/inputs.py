"""The inputs of a net as kernels write them, on every target."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import bits_to_float
from kibitz.core.bits import add, bit, shift_right
from kibitz.core.randomness import scramble
from kibitz.models.net.encoding import BITS, FRACTION_LEVELS, MOST_LEVELS, ONE_HOT

WORDS, FIRST_ACTION, OUTPUTS, IS_HASHED = range(4)
"""Where the numbers of an encoding are."""


def input_words(game: Any, jit: Jit, *, planes: int) -> Any:
    """Build `write_inputs(s, row, begin, mover, code, out, at)`: write the words of inputs of a state from `out[at]` on.

    The state is packed in `row` from `begin` on; `code` is the encoding: its numbers, its table and its levels.
    """

    @jit
    def level(value: float, entry: int, width: int, levels: Any) -> int:
        reached = 0
        for place in range(width):
            if value >= levels[entry * MOST_LEVELS + place]:
                reached += 1
        return shift_right(-1, 64 - reached) if reached > 0 else 0

    @jit
    def encoded(row: Any, begin: int, entry: int, table: Any, levels: Any) -> int:
        kind, word = table[4 * entry], int(row[begin + table[4 * entry + 1]])
        width = table[4 * entry + 3]
        if kind == BITS:
            return word
        if kind == ONE_HOT:
            return bit(int(min(max(word - table[4 * entry + 2], 0), width - 1)))
        return level(bits_to_float(word) if kind == FRACTION_LEVELS else float(word), entry, width, levels)

    @jit
    def write_own(s: Any, row: Any, begin: int, mover: int, code: Any, out: Any, at: int) -> None:
        found = game.planes(s)
        for place in range(planes):
            out[at + place] = found[place]
        out[at + planes] = bit(mover)

    @jit
    def write_derived(s: Any, row: Any, begin: int, mover: int, code: Any, out: Any, at: int) -> None:
        last = code[0][WORDS] - 1
        for entry in range(last):
            out[at + entry] = encoded(row, begin, entry, code[1], code[2])
        out[at + last] = bit(mover)

    return write_own if planes else write_derived


def policy_output(jit: Jit) -> Any:
    """Build `output_of(action, numbers)`: the output of the policy that stands for a move."""

    @jit
    def output_of(action: int, numbers: Any) -> int:
        place = action - numbers[FIRST_ACTION]
        if numbers[IS_HASHED] != 0 or place < 0 or place >= numbers[OUTPUTS]:
            return int((scramble(add(int(action), 1)) & 0x7FFF_FFFF) % numbers[OUTPUTS])
        return int(place)

    return output_of
