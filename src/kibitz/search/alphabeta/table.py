"""The transposition table: what is known of positions met before, shared by all searchers without a lock.

A bucket has two entries. The first keeps the deeper search, the second what gave way to it. The stored key is the true
one mixed with the other words (Hyatt and Mann, 2002), so that an entry half written by another thread is simply not found.
Where all values are small numbers and no depth is limited, as in solving for a score, an entry is packed into two words:
twice as much of the table is in the processor's caches, and solving waits for memory more than for anything else.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.core.bits import multiply, shift_left, shift_right
from kibitz.core.randomness import GOLDEN

WHOLE, PACKED = 4, 2
"""Words per entry: mixed key, value, move and note; or mixed key, and the others in one word."""
HASH_SHIFT = 24

EXACT, AT_LEAST, AT_MOST = range(1, 4)
"""What a table's value says of the true one; no note is 0."""

LIMITED = 4
"""Set in a note where the depth limit was met below."""
GENERATIONS = 255
DEPTH_SHIFT = 11
"""A note: bound (2 bits), limited (1), generation (8), depth + 1 (the rest)."""

NOTE_BITS, MOVE_BITS = 3, 29
"""A packed word: bound and limited, move + 1, value (the rest). What does not fit is not kept."""


def table_functions(jit: Jit, words: int) -> tuple[Any, Any, Any]:
    """Build `bucket(table, key)`, `find(table, key)` and `keep(table, key, value, move, note)` for entries of so many words.

    `bucket` is the place where a position's entries are. `find` returns value, move and note of its entry; the note is 0
    where there is none.
    """

    @jit
    def bucket(table: Any, key: int) -> int:
        return (shift_right(multiply(key, GOLDEN), HASH_SHIFT) & (len(table) // (2 * words) - 1)) * 2 * words

    find, keep = _packed(jit, bucket) if words == PACKED else _whole(jit, bucket)
    return bucket, find, keep


def _whole(jit: Jit, bucket: Any) -> tuple[Any, Any]:
    """Build `find` and `keep` for entries of four words."""

    @jit
    def find(table: Any, key: int) -> tuple[int, int, int]:
        place = bucket(table, key)
        for entry in (place, place + WHOLE):
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
            place += WHOLE
        else:
            for word in range(place, place + WHOLE):
                table[word + WHOLE] = table[word]
        table[place] = key ^ value ^ move ^ note
        table[place + 1], table[place + 2], table[place + 3] = value, move, note

    return find, keep


def _packed(jit: Jit, bucket: Any) -> tuple[Any, Any]:
    """Build `find` and `keep` for entries of two words; their notes have no depth."""
    most_notes, most_moves, value_shift = (1 << NOTE_BITS) - 1, (1 << MOVE_BITS) - 1, NOTE_BITS + MOVE_BITS

    @jit
    def find(table: Any, key: int) -> tuple[int, int, int]:
        place = bucket(table, key)
        for entry in (place, place + PACKED):
            mixed, known = table[entry], table[entry + 1]
            if known != 0 and mixed ^ known == key:
                return known >> value_shift, (known >> NOTE_BITS & most_moves) - 1, known & most_notes
        return 0, -1, 0

    @jit
    def keep(table: Any, key: int, value: int, move: int, note: int) -> None:
        known = shift_left(value, value_shift) | (move + 1 << NOTE_BITS) | (note & most_notes)
        if not -1 <= move < most_moves or known >> value_shift != value:
            return
        place = bucket(table, key)
        mixed, old = table[place], table[place + 1]
        if mixed ^ old != key:
            table[place + 2], table[place + 3] = mixed, old
        table[place], table[place + 1] = key ^ known, known

    return find, keep


COPIED = 1 << 18
"""So many buckets are taken over into a larger table at a time."""


def new_table(megabytes: int, words: int) -> Any:
    """Return an empty table of at most so many megabytes: buckets of two entries of so many words."""
    buckets = max(1, (megabytes << 20) // (8 * 2 * words))
    return np.zeros((1 << buckets.bit_length() - 1) * 2 * words, np.int64)


def larger_table(table: Any, megabytes: int, words: int, stop: Any) -> Any:
    """Return a table eight times as large, but of at most so many megabytes, with all that is in `table`.

    A large one takes seconds. If `stop[0]` is set meanwhile, nobody needs it any longer, and None is returned.
    """
    larger = new_table(min(8 * table.nbytes >> 20, megabytes), words)
    before, buckets = table.reshape(-1, 2, words), larger.reshape(-1, 2, words)
    for start in range(0, len(before), COPIED):
        if stop[0]:
            return None
        for slot in range(2):
            entries = before[start : start + COPIED, slot]
            entries = entries[entries[:, -1] != 0]
            keys = np.bitwise_xor.reduce(entries, axis=1).astype(np.uint64)
            places = (keys * np.uint64(GOLDEN & (1 << 64) - 1)) >> np.uint64(HASH_SHIFT) & np.uint64(len(buckets) - 1)
            buckets[places, slot] = entries  # buckets of the old table share no bucket of the new one
    return larger
