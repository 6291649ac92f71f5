"""The transposition table: what is known of positions met before, shared by all threads without a lock.

A bucket has two entries. The first keeps the deeper search of this generation, the second what gave way to it. The stored key
is the true one mixed with the other words (Hyatt and Mann, 2002), so that an entry half written by another thread is simply not
found. Where all values are small numbers and no depth is limited, as in solving for a score, an entry is packed into two words:
twice as much of the table is in the processor's caches, and solving waits for memory more than for anything else.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.core.bits import multiply, shift_left, shift_right
from kibitz.core.randomness import GOLDEN
from kibitz.search.common.table_entry import BOUND_MASK, DEPTH_SHIFT, EXACT, GENERATION_MASK, GENERATION_SHIFT

FULL_ENTRY, COMPACT_ENTRY = 4, 2
"""Words per entry: mixed key, value, move and info; or mixed key, and the others in one word."""
HASH_SHIFT = 24

INFO_BITS, MOVE_BITS = 3, 29
"""The word of a compact entry: bound and depth-limited, move + 1, value (the rest). What does not fit is not stored."""


def transposition_table(jit: Jit, words: int) -> tuple[Any, Any, Any]:
    """Build `bucket_index(table, key)`, `probe(table, key)` and `store(table, key, value, move, info)`.

    Entries have so many words. `bucket_index` is where those of a position stand. `probe` returns value, move and info of its
    entry; the info is 0 where there is none.
    """

    @jit
    def bucket_index(table: Any, key: int) -> int:
        return (shift_right(multiply(key, GOLDEN), HASH_SHIFT) & (len(table) // (2 * words) - 1)) * 2 * words

    probe, store = _compact_entries(jit, bucket_index) if words == COMPACT_ENTRY else _full_entries(jit, bucket_index)
    return bucket_index, probe, store


def _full_entries(jit: Jit, bucket_index: Any) -> tuple[Any, Any]:
    """Build `probe` and `store` for entries of four words."""

    @jit
    def probe(table: Any, key: int) -> tuple[int, int, int]:
        bucket = bucket_index(table, key)
        for entry in (bucket, bucket + FULL_ENTRY):
            # each word is read once: another thread may write here at any time
            mixed, value, move, info = table[entry], table[entry + 1], table[entry + 2], table[entry + 3]
            if info != 0 and mixed ^ value ^ move ^ info == key:
                return value, move, info
        return 0, -1, 0

    @jit
    def store(table: Any, key: int, value: int, move: int, info: int) -> None:
        entry = bucket_index(table, key)
        old = table[entry + 3]
        is_same_position = table[entry] ^ table[entry + 1] ^ table[entry + 2] ^ old == key
        is_same_generation = (old ^ info) >> GENERATION_SHIFT & GENERATION_MASK == 0
        old_depth, depth = old >> DEPTH_SHIFT, info >> DEPTH_SHIFT
        if is_same_position:
            if old_depth > depth + 3 and is_same_generation and info & BOUND_MASK != EXACT:
                return  # a much shallower search has nothing to add
        elif old_depth > depth and is_same_generation:
            entry += FULL_ENTRY
        else:
            for word in range(entry, entry + FULL_ENTRY):
                table[word + FULL_ENTRY] = table[word]
        table[entry] = key ^ value ^ move ^ info
        table[entry + 1], table[entry + 2], table[entry + 3] = value, move, info

    return probe, store


def _compact_entries(jit: Jit, bucket_index: Any) -> tuple[Any, Any]:
    """Build `probe` and `store` for entries of two words; their infos have no depth."""
    info_mask, move_mask, value_shift = (1 << INFO_BITS) - 1, (1 << MOVE_BITS) - 1, INFO_BITS + MOVE_BITS

    @jit
    def probe(table: Any, key: int) -> tuple[int, int, int]:
        bucket = bucket_index(table, key)
        for entry in (bucket, bucket + COMPACT_ENTRY):
            mixed, packed = table[entry], table[entry + 1]
            if packed != 0 and mixed ^ packed == key:
                return packed >> value_shift, (packed >> INFO_BITS & move_mask) - 1, packed & info_mask
        return 0, -1, 0

    @jit
    def store(table: Any, key: int, value: int, move: int, info: int) -> None:
        packed = shift_left(value, value_shift) | (move + 1 << INFO_BITS) | (info & info_mask)
        if not -1 <= move < move_mask or packed >> value_shift != value:
            return
        entry = bucket_index(table, key)
        mixed, old = table[entry], table[entry + 1]
        if mixed ^ old != key:
            table[entry + 2], table[entry + 3] = mixed, old
        table[entry], table[entry + 1] = key ^ packed, packed

    return probe, store


COPIED_BUCKETS = 1 << 18
"""So many buckets are copied into a larger table at a time."""


def new_table(megabytes: int, words: int) -> Any:
    """Return an empty table of at most so many megabytes: buckets of two entries of so many words."""
    buckets = max(1, (megabytes << 20) // (8 * 2 * words))
    return np.zeros((1 << buckets.bit_length() - 1) * 2 * words, np.int64)


def larger_table(table: Any, megabytes: int, words: int, stop: Any) -> Any:
    """Return a table eight times as large, but of at most so many megabytes, with all that is in `table`.

    A large one takes seconds. If `stop[0]` is set meanwhile, nobody needs it any longer, and None is returned.
    """
    larger = new_table(min(8 * table.nbytes >> 20, megabytes), words)
    old_buckets, buckets = table.reshape(-1, 2, words), larger.reshape(-1, 2, words)
    for start in range(0, len(old_buckets), COPIED_BUCKETS):
        if stop[0]:
            return None
        for column in range(2):
            entries = old_buckets[start : start + COPIED_BUCKETS, column]
            entries = entries[entries[:, -1] != 0]
            keys = np.bitwise_xor.reduce(entries, axis=1).astype(np.uint64)
            indices = (keys * np.uint64(GOLDEN & (1 << 64) - 1)) >> np.uint64(HASH_SHIFT) & np.uint64(len(buckets) - 1)
            buckets[indices, column] = entries  # buckets of the old table share no bucket of the new one
    return larger
