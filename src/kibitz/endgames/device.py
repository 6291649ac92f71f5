"""Slices built on a GPU: the same stages, run by as many threads as the device has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from kibitz.compile.cuda_launch import cuda_items, require_cuda
from kibitz.core.contract import Game, Predecessors, Slices, implements
from kibitz.core.errors import UnsupportedError
from kibitz.endgames.codes import CODE
from kibitz.endgames.frontier import (
    BUFFER,
    CHANGED,
    CONVERSION,
    LEVEL,
    PENDING,
    REPORTS,
    SIZE,
    SLICE,
    WORDS,
    beginning,
    spreading,
)
from kibitz.endgames.slices import lead_of, require_faultless, size_of
from kibitz.endgames.verification import checking

CHUNK = 1 << 28
"""So many numbers are looked through at a time; the list of those whose distance has come has room for all."""


class DeviceFrontier:
    """The stages of building slices of a game, for codes that lie in the device's memory."""

    def __init__(self, game: Game, *, sliced: bool) -> None:
        require_cuda()
        from kibitz.compile import cuda_intrinsics

        self._on = cuda_intrinsics
        self.device = cuda_intrinsics.Device()
        self._begin = cuda_items(beginning, game, BUFFER, listed=False, sliced=sliced)
        self._spread = cuda_items(spreading, game, BUFFER, listed=True, sliced=sliced)
        self._check = cuda_items(checking, game, BUFFER, listed=False, sliced=sliced)
        self._told, self._none = np.zeros(WORDS, np.int64), np.zeros(REPORTS, np.int64)
        self._words, self._report = self.device.copied(self._told), self.device.copied(self._none)
        self._later, self._count = self._report[PENDING : PENDING + 1], self.device.copied(self._none[:1])
        self.size = 0
        self.codes: Any = None
        self._left: Any = None
        self._listed: Any = None

    def load(self, k: int, size: int, classes: list[tuple[int, int]], codes: Any, conversion: bool) -> None:
        """Turn to a slice: `codes` has room for it, and then those of the slices that follow, where `classes` says."""
        self.size, self.codes = size, codes
        if self._left is None or len(self._left) < size:
            self._left = None  # what was there before makes room
            self._left = self.device.array(size, np.int32)
        self._told[[SLICE, SIZE, CONVERSION]] = k, size, conversion
        self._classes = self.device.copied(np.array(classes, np.int64))
        if self._listed is None or len(self._listed) < min(size, CHUNK):
            self._listed = self.device.array(min(size, CHUNK), np.int64)

    def begin(self, progress: Callable[[int], None] = lambda first: None) -> Any:
        """Look at all moves of every position once, telling how far it is; return the reports."""
        self._renew()
        for first in range(0, self.size, CHUNK):
            progress(first)
            self._run(self._begin, first, min(first + CHUNK, self.size))
            self.device.finish()
        return self._report.copy_to_host()

    def spread(self, level: int) -> Any:
        """Go back from all positions whose distance has come; return the reports."""
        self._told[LEVEL] = level
        self._renew()
        for _ in self._gathered(level + 1):
            self._run(self._spread, self._listed, self._count)
        return self._report.copy_to_host()

    def check(self, first: int, last: int) -> Any:
        """Hold some positions against those after their moves; return the reports."""
        self._renew()
        self._run(self._check, first, last)
        return self._report.copy_to_host()

    def _renew(self) -> None:
        """Forget the reports, and tell the device what is looked at."""
        self._words.copy_to_device(self._told)
        self._report.copy_to_device(self._none)

    def _run(self, kernel: Any, *which: Any) -> None:
        """Run a stage for some positions."""
        self.device.launch(kernel, *which, self._words, self._classes, self.codes, self._left, self._report)

    def _gathered(self, size: int) -> Iterator[None]:
        """Yield after each chunk whose places with codes of a size are listed."""
        for first in range(0, self.size, CHUNK):
            self._count.copy_to_device(self._none[:1])
            last = min(first + CHUNK, self.size)
            self.device.launch(self._on.gathered, first, last, size, self.codes, self._listed, self._count, self._later)
            yield

    def histogram(self, first: int, last: int) -> Any:
        """Return how often each code is among some numbers, the lowest of 16 bits first."""
        counts = self.device.copied(np.zeros(1 << 16, np.int64))
        self.device.launch(self._on.histogram, first, last, self.codes, counts)
        return counts.copy_to_host()

    def places_of(self, size: int, most: int) -> list[int]:
        """Return the first places that were found to hold a code of a size, at most so many."""
        found: list[int] = []
        for _ in self._gathered(size):
            here = int(self._count.copy_to_host()[0])
            if here:
                found += sorted(int(place) for place in self._listed[: min(here, most)].copy_to_host())
            if len(found) >= most:
                break
        return found[:most]

    def code(self, place: int) -> int:
        """Return the code at a place."""
        return int(self.codes[place])

    def answer(self) -> Any:
        """Return the slice's codes."""
        return self.codes[: self.size].copy_to_host()


@lru_cache(maxsize=4, typed=True)
def _frontier(game: Game, sliced: bool) -> DeviceFrontier:
    """Return the kernels of a game, which are compiled once."""
    return DeviceFrontier(game, sliced=sliced)


def device_codes(
    game: Game, k: int, followers: list[tuple[int, Any]], conversion: bool, progress: Callable[[str], None]
) -> tuple[Any, float]:
    """Return the codes of a slice, and what a win in it is worth."""
    if not implements(game, Predecessors):
        raise UnsupportedError("on a GPU tables are built of games that say which positions come before one: predecessors")
    frontier, size = _frontier(game, implements(game, Slices)), size_of(game, k)
    starts = [int(start) for start in np.cumsum([0, size, *(len(codes) for _, codes in followers)])]
    frontier.codes = None  # what was there before makes room
    codes = frontier.device.array(starts[-1], CODE)
    for start, (_, known) in zip(starts[1:], followers, strict=False):
        codes[start : start + len(known)].copy_to_device(np.ascontiguousarray(known, CODE))
    classes = list(zip([k, *(own for own, _ in followers)], starts, strict=False))
    frontier.load(k, size, classes, codes, conversion)
    progress("looking at all moves")
    report = frontier.begin()
    require_faultless(report)
    lead, level = lead_of(report), -1
    while level < 0 or not is_done(report):
        level += 1
        progress(f"distance {level}")
        report = frontier.spread(level)
        require_faultless(report)
    return frontier.answer(), lead


def is_done(report: Any) -> bool:
    """Return whether nothing is pending and nothing was decided."""
    return not report[PENDING] and not report[CHANGED]
