"""The transposition table of expectiminimax: always replaced; values are floats, in an array of their own."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.bits import multiply, shift_right
from kibitz.core.randomness import GOLDEN
from kibitz.search.common.table_entry import DEPTH_LIMITED, DEPTH_SHIFT, table_entry
from kibitz.search.expectiminimax.workspace import ENTRY_WORDS

HASH_SHIFT = 20


def transposition_table(jit: Jit) -> tuple[Any, Any, Any]:
    """Build `probe(key, depth, alpha, beta, table, values)`, `hash_move(key, table, values)` and `store`.

    `probe` returns the best move of a position, -1 if unknown, whether an entry of that depth decides, the entry's value, and
    whether its search met the depth limit. `store(key, value, move, depth, alpha, beta, limited, table, values)`.
    """
    bound_of, is_cutoff, pack_info = table_entry(jit)

    @jit
    def table_index(key: int, values: Any) -> int:
        return shift_right(multiply(key, GOLDEN), HASH_SHIFT) & (len(values) - 1)

    @jit
    def probe(key: int, depth: int, alpha: float, beta: float, table: Any, values: Any) -> tuple[int, bool, float, bool]:
        index = table_index(key, values)
        entry, value = index * ENTRY_WORDS, values[index]
        if table[entry] != key:
            return -1, False, value, False
        move, info = table[entry + 1], table[entry + 2]
        return move, info >> DEPTH_SHIFT == depth + 1 and is_cutoff(info, value, alpha, beta), value, info & DEPTH_LIMITED != 0

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

    return probe, hash_move, store
