"""The transposition table: what is known of positions met before, shared by all searchers without a lock.

A bucket of two entries fills one cache line. The first keeps the deeper search, the second what gave way to it. The
stored key is the true one mixed with the other three words (Hyatt and Mann, 2002), so that an entry half written by
another thread is simply not found.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.native import Jit
from kibitz.core.bits import multiply, shift_right
from kibitz.core.randomness import GOLDEN

WORDS_PER_ENTRY = 4
WORDS_PER_BUCKET = 2 * WORDS_PER_ENTRY
HASH_SHIFT = 24

EXACT, AT_LEAST, AT_MOST = range(1, 4)
"""What a table's value says of the true one; no note is 0."""

LIMITED = 4
"""Set in a note where the depth limit was met below."""
GENERATIONS = 255
DEPTH_SHIFT = 11
"""A note: bound (2 bits), limited (1), generation (8), depth + 1 (the rest)."""


def table_functions(jit: Jit) -> tuple[Any, Any, Any]:
    """Build `bucket(table, key)`, `find(table, key)` and `keep(table, key, value, move, note)`.

    `bucket` is the place where a position's entries are. `find` returns value, move and note of its entry; the note is 0
    where there is none.
    """

    @jit
    def bucket(table: Any, key: int) -> int:
        return (shift_right(multiply(key, GOLDEN), HASH_SHIFT) & (len(table) // WORDS_PER_BUCKET - 1)) * WORDS_PER_BUCKET

    @jit
    def find(table: Any, key: int) -> tuple[int, int, int]:
        place = bucket(table, key)
        for entry in (place, place + WORDS_PER_ENTRY):
            # each word is read once: another thread may write here at any time
            mixed, value, move, note = table[entry], table[entry + 1], table[entry + 2], table[entry + 3]
            if note != 0 and mixed ^ value ^ move ^ note == key:
                return value, move, note
        return 0, -1, 0

    @jit
    def keep(table: Any, key: int, value: int, move: int, note: int) -> None:
        place = bucket(table, key)
        old = table[place + 3]
        is_same = table[place] ^ table[place + 1] ^ table[place + 2] ^ old == key
        if is_same:
            if old >> DEPTH_SHIFT > (note >> DEPTH_SHIFT) + 3 and (old ^ note) >> 3 & GENERATIONS == 0 and note & 3 != EXACT:
                return  # a much shallower search has nothing to add
        elif old >> DEPTH_SHIFT > note >> DEPTH_SHIFT and (old ^ note) >> 3 & GENERATIONS == 0:
            place += WORDS_PER_ENTRY
        else:
            for word in range(place, place + WORDS_PER_ENTRY):
                table[word + WORDS_PER_ENTRY] = table[word]
        table[place] = key ^ value ^ move ^ note
        table[place + 1], table[place + 2], table[place + 3] = value, move, note

    return bucket, find, keep


def new_table(megabytes: int) -> Any:
    """Return an empty table of at most so many megabytes: buckets of two entries, each key, value, move and note."""
    buckets = max(1, (megabytes << 20) // (8 * WORDS_PER_BUCKET))
    return np.zeros((1 << buckets.bit_length() - 1) * WORDS_PER_BUCKET, np.int64)


def larger_table(table: Any, megabytes: int) -> Any:
    """Return a table eight times as large, but of at most so many megabytes, with all that is in `table`."""
    larger = new_table(min(8 * table.nbytes >> 20, megabytes))
    buckets = larger.reshape(-1, 2, WORDS_PER_ENTRY)
    for slot in range(2):
        entries = table.reshape(-1, 2, WORDS_PER_ENTRY)[:, slot]
        entries = entries[entries[:, 3] != 0]
        keys = np.bitwise_xor.reduce(entries, axis=1).astype(np.uint64)
        places = (keys * np.uint64(GOLDEN & (1 << 64) - 1)) >> np.uint64(HASH_SHIFT) & np.uint64(len(buckets) - 1)
        buckets[places, slot] = entries  # buckets of the old table share no bucket of the new one
    return larger
