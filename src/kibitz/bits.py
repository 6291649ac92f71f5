"""The integer helpers for games, under their short name: `from kibitz.bits import popcount`."""

from kibitz.core.bits import (
    add,
    bit,
    highest_bit,
    lowest_bit,
    multiply,
    popcount,
    shift_left,
    shift_right,
    subtract,
    with_item,
    wrap,
)

__all__ = [
    "add", "bit", "highest_bit", "lowest_bit", "multiply", "popcount", "shift_left", "shift_right", "subtract",
    "with_item", "wrap",
]  # fmt: skip
