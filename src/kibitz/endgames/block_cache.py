"""Tables as compiled searches read them: blocks decompressed into one array, up to so much memory, as they are asked for.

The kernel finds the slice of a position among those that there are files of, then the page of its number: a page is a block,
and where it lies in memory. One that is not there is fetched by calling Python back, which opens the file where it is the
first of its slice: so no search hangs on files that it does not need. The block that came first makes room. Every thread has a
cache of its own, so that no block changes while another thread reads it.
"""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple
from weakref import ReferenceType, ref

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import CALL_BACK, bits_to_float, call_back, float_to_bits, memory
from kibitz.core.bits import multiply, shift_right
from kibitz.core.contract import Index, implements
from kibitz.core.randomness import GOLDEN
from kibitz.endgames.codes import CODE
from kibitz.endgames.slices import size_of
from kibitz.endgames.store import Tables
from kibitz.endgames.table_file import NUMBERED, MissingTable, Table, TableError

NOWHERE, FAILED = 1 << 20, 1 << 21
"""Instead of a code: no table has the position, and a table could not be read."""
FETCH, LEAD = 0, 1
"""What `words` holds: the address of the function that fetches a page, and what a winner has more than a loser, as bits."""
FREE, ABSENT = -1, -2
"""The table of an entry of `slices` that is free, and the place of a page that is not in memory; a page of no table."""


class Blocks(NamedTuple):
    """The arrays that compiled code gets."""

    words: Any
    """int64 [2]."""
    slices: Any
    """int64 [2 * a power of 2]: an open hash table of slices, each with the number of its table."""
    numbers: Any
    """int64 [tables]: how many numbers each table has, 0 for one that turned out to be to conversion."""
    first: Any
    """int64 [tables]: the first page of each table."""
    pages: Any
    """int64 [pages]: where in memory a page is, in blocks."""
    codes: Any
    """int16 [blocks * NUMBERED]."""


class BlockCache:
    """The blocks of the tables of a game, for one thread; `blocks` is what its kernel gets."""

    def __init__(self, tables: Tables, megabytes: int) -> None:
        self._tables, self._names = tables, tables.names()
        slices = [tables.slice_number(name) for name in self._names]
        numbers = np.array([size_of(tables.game, k) for k in slices], np.int64)
        counts = -(-numbers // NUMBERED)
        self._first = np.cumsum([0, *counts], dtype=np.int64)
        pages = int(self._first[-1])
        room = min(max(1, (megabytes << 20) // (NUMBERED * np.dtype(CODE).itemsize)), max(1, pages))
        self.blocks = Blocks(
            np.zeros(2, np.int64), _hashed(slices), numbers, self._first[:-1].copy(), np.full(pages, FREE, np.int64),
            np.empty(room * NUMBERED, CODE),
        )  # fmt: skip
        self._page_at = np.full(room, FREE, np.int64)
        self._fetched = 0
        self.failure: Exception | None = None
        cache = ref(self)  # without a cycle, so that the memory is free when the search is
        self._function = CALL_BACK(lambda page: _fetch(cache, page))
        self.blocks.words[FETCH] = ctypes.cast(self._function, ctypes.c_void_p).value

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to look up."""
        return not self._names

    def fetch(self, page: int) -> int:
        """Return where in memory a page is now, ABSENT if no table has it, FREE if it cannot be read; `failure` says why."""
        try:
            number = int(np.searchsorted(self._first, page, "right")) - 1
            table = self._opened(number)
            if table is None:
                self.blocks.numbers[number] = 0
                return ABSENT
            values = table.block(page - int(self._first[number]))[0]
            place = self._fetched % len(self._page_at)
            if self._page_at[place] != FREE:
                self.blocks.pages[self._page_at[place]] = FREE
            self.blocks.codes[place * NUMBERED : place * NUMBERED + len(values)] = values
            self._page_at[place], self.blocks.pages[page] = page, place
            self._fetched += 1
        except Exception as error:  # nothing may be raised through compiled code
            self.failure = error
            return FREE
        return int(place)

    def _opened(self, number: int) -> Table | None:
        """Return a table, None where the file is one to conversion; its wins must be worth what those of all others are."""
        try:
            table = self._tables.table(self._names[number])
        except MissingTable:
            return None
        lead, known = float_to_bits(table.header.lead), int(self.blocks.words[LEAD])
        if table.header.numbers != self.blocks.numbers[number] or (lead and known and lead != known):
            raise TableError(f"the table {table.path} does not fit the game and its other tables; remove it and build it again")
        if lead:
            self.blocks.words[LEAD] = lead
        return table


def _fetch(cache: ReferenceType[BlockCache], page: int) -> int:
    """Fetch a page into a cache, which lives as long as the search that asks."""
    found = cache()
    assert found is not None
    return found.fetch(page)


def block_caches(tables: Tables | None, threads: int, megabytes: int) -> list[BlockCache]:
    """Return a cache for each thread, none where there are no tables of a game that numbers its positions."""
    if tables is None or not implements(tables.game, Index):
        return []
    caches = [BlockCache(tables, max(1, megabytes // threads)) for _ in range(threads)]
    return [] if caches[0].is_empty else caches


def _hashed(slices: list[int]) -> Any:
    """Return the hash table of slices."""
    first_entry, entries = hashing(lambda function: function), 1 << (4 * len(slices) + 1).bit_length()
    found = np.full(2 * entries, FREE, np.int64)
    for table, k in enumerate(slices):
        entry = first_entry(k, entries)
        while found[2 * entry + 1] != FREE:
            entry = (entry + 1) & (entries - 1)
        found[2 * entry : 2 * entry + 2] = k, table
    return found


def hashing(jit: Jit) -> Any:
    """Build `first_entry(k, entries)`: where the search for a slice begins, among a power of 2."""

    @jit
    def first_entry(k: int, entries: int) -> int:
        return shift_right(multiply(k, GOLDEN), 40) & (entries - 1)

    return first_entry


def raw_blocks(jit: Jit) -> Any:
    """Build `raw(blocks)`: blocks as compiled recursion hands them down."""

    @jit
    def raw(blocks: Any) -> Any:
        return Blocks(
            memory(blocks.words),
            memory(blocks.slices),
            memory(blocks.numbers),
            memory(blocks.first),
            memory(blocks.pages),
            memory(blocks.codes),
        )

    return raw


def lookup(game: Any, jit: Jit, *, sliced: bool) -> Any:
    """Build `code_of(s, blocks)`: the code of a position, NOWHERE or FAILED."""
    first_entry = hashing(jit)

    @jit
    def table_of_slice(s: Any, slices: Any) -> int:
        k = int(game.slice(s))
        entries = len(slices) >> 1
        entry = first_entry(k, entries)
        while slices[2 * entry + 1] != FREE:
            if slices[2 * entry] == k:
                return int(slices[2 * entry + 1])
            entry = (entry + 1) & (entries - 1)
        return FREE

    @jit
    def only_table(s: Any, slices: Any) -> int:
        return 0

    table_of = table_of_slice if sliced else only_table

    @jit
    def code_of(s: Any, blocks: Any) -> int:
        table = table_of(s, blocks.slices)
        if table == FREE:
            return NOWHERE
        number = int(game.index(s))
        if number < 0 or number >= blocks.numbers[table]:
            return NOWHERE
        page = blocks.first[table] + number // NUMBERED
        place = blocks.pages[page]
        if place == FREE:
            place = call_back(blocks.words[FETCH], page)
            if place < 0:
                return FAILED if place == FREE else NOWHERE
        return int(blocks.codes[place * NUMBERED + number % NUMBERED])

    return code_of


def lead_of(jit: Jit) -> Any:
    """Build `lead(blocks)`: what a winner has more than a loser."""

    @jit
    def lead(blocks: Any) -> float:
        return bits_to_float(blocks.words[LEAD])

    return lead
