"""How long a probe takes: `python benchmarks/probing.py DIR [SLICE ...]` for tables of chess that are there.

Warm: random positions of a table that was asked before, so that their blocks lie in memory. Cold: the table is opened anew for
each position, and the system is told to forget the file before. In the search: one position in compiled code, a block of which
is there. All with one thread; the median of positions, and the 99th of a hundred.
"""

from __future__ import annotations

import os
import sys
import time
from statistics import quantiles
from typing import Any

import numpy as np

import kibitz
from kibitz.compile.cpu import Jit, native
from kibitz.core.randomness import Random
from kibitz.endgames import table_file
from kibitz.endgames.block_cache import BlockCache, lookup
from kibitz.endgames.store import Tables
from kibitz.endgames.table_file import Table

WARM, COLD = 5000, 100
MEGABYTES = 256


def positions(game: Any, name: str, count: int) -> list[Any]:
    """Return random positions of a slice."""
    k, random, found = game.parse_slice(name), Random(7), []
    while len(found) < count:
        i = random.below(game.size(k))
        s = game.unindex(i, k)
        if game.slice(s) == k and game.index(s) == i:
            found.append(s)
    return found


def timed(work: Any, arguments: list[Any]) -> list[float]:
    """Return how many microseconds each call took, in order of length."""
    taken = []
    for argument in arguments:
        begun = time.perf_counter()
        work(argument)
        taken.append(1e6 * (time.perf_counter() - begun))
    return sorted(taken)


def forgotten(table: Table) -> None:
    """Have the system forget a file, and Kibitz its table."""
    table_file._opened.cache_clear()
    with table.path.open("rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def asking(game: Any, jit: Jit) -> Any:
    """Build `ask(i, k, count, blocks)`: look up a position so many times; the sum of the codes."""
    raw, code_of = lookup(game, jit, sliced=True)

    @jit
    def ask(i: int, k: int, count: int, blocks: Any) -> int:
        s, found, total = game.unindex(i, k), raw(blocks), 0
        for _ in range(count):
            total += code_of(s, found)
        return total

    return ask


def in_search(tables: Tables, name: str) -> float:
    """Return how many nanoseconds a lookup in compiled code takes."""
    game: Any = tables.game
    cache, ask, k = BlockCache(tables, MEGABYTES), native(asking, game), game.parse_slice(name)
    i = int(game.index(positions(game, name, 1)[0]))
    ask(i, k, 1, cache.blocks)
    begun = time.perf_counter()
    ask(i, k, 1_000_000, cache.blocks)
    return 1e3 * (time.perf_counter() - begun)


def main() -> None:
    """Measure the tables that are named, or all."""
    tables = Tables(kibitz.load("chess"), sys.argv[1])
    for name in sys.argv[2:] or [name for name in tables.names() if name != "KK"]:
        asked = positions(tables.game, name, WARM)
        timed(tables.probe, asked)
        warm = timed(tables.probe, asked)

        def cold(s: Any, name: str = name) -> None:
            anew = Tables(tables.game, tables.root)
            anew._locate = tables._locate  # the rules are compiled: the file is what is cold
            anew.probe(s)

        taken = []
        for s in asked[:COLD]:
            forgotten(tables.table(name))
            taken += timed(cold, [s])
        hundredths = quantiles(warm, n=100), quantiles(taken, n=100)
        print(
            f"{name}: warm {np.median(warm):.1f} us (99 %: {hundredths[0][98]:.1f}), cold {np.median(taken) / 1000:.2f} ms "
            f"(99 %: {hundredths[1][98] / 1000:.2f}), in the search {in_search(tables, name):.0f} ns",
            flush=True,
        )


if __name__ == "__main__":
    main()
