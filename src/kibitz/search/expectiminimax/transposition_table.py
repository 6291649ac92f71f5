"""The transposition table of expectiminimax: always replaced; values are floats, in an array of their own."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.bits import multiply, shift_right
from kibitz.core.randomness import GOLDEN
from kibitz.search.common.table_entry import table_entry
from kibitz.search.expectiminimax.workspace import ENTRY_WORDS

HASH_SHIFT = 20


def transposition_table(jit: Jit) -> tuple[Any, Any, Any]:
    """Build `table_index(key, values)`, `hash_move(key, table, values)` and `store(key, value, move, depth, alpha, beta, ..)`.

    `table_index` is the number of a position's entry, which may be another's. `hash_move` is its best move, -1 if unknown.
    """
    bound_of, _, pack_info = table_entry(jit)

    @jit
    def table_index(key: int, values: Any) -> int:
        return shift_right(multiply(key, GOLDEN), HASH_SHIFT) & (len(values) - 1)

    @jit
    def hash_move(key: int, table: Any, values: Any) -> int:
        entry = table_index(key, values) * ENTRY_WORDS
        return int(table[entry + 1]) if table[entry] == key else -1

    @jit
    def store(
        key: int, value: float, move: int, depth: int, alpha: float, beta: float, limited: bool, table: Any, values: Any
    ) -> None:
        index = table_index(key, values)
        entry = index * ENTRY_WORDS
        table[entry], table[entry + 1], values[index] = key, move, value
        table[entry + 2] = pack_info(bound_of(value, alpha, beta), limited, 0, depth)

    return table_index, hash_move, store
