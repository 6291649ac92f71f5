"""Slices built on a GPU: the same stages, run by as many threads as the device has."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from kibitz.compile.cuda import cuda_items, require_cuda
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

CHUNK = 1 << 28
"""So many numbers are looked through at a time; the list of those whose distance has come has room for all."""


class DeviceFrontier:
    """The codes of one slice and of those that follow it, in the device's memory."""

    def __init__(self, game: Game, *, sliced: bool) -> None:
        require_cuda()
        from kibitz.compile import cuda_intrinsics

        self._on = cuda_intrinsics
        self.device = cuda_intrinsics.Device()
        self._begin = cuda_items(beginning, game, BUFFER, listed=False, sliced=sliced)
        self._spread = cuda_items(spreading, game, BUFFER, listed=True, sliced=sliced)
        self.codes: Any = None
        self._left: Any = None
        self._listed: Any = None

    def load(self, k: int, size: int, classes: list[tuple[int, int]], followers: list[Any], conversion: bool) -> None:
        """Make room for a slice and copy what follows it to the device."""
        self.codes = self._left = None  # what was there before makes room
        self.size = size
        self.codes = self.device.array(size + sum(len(codes) for codes in followers), CODE)
        at = size
        for codes in followers:
            self.codes[at : at + len(codes)] = codes
            at += len(codes)
        self._left = self.device.array(size, np.int32)
        self._words = np.zeros(WORDS, np.int64)
        self._words[[SLICE, SIZE, CONVERSION]] = k, size, conversion
        self._classes = self.device.copied(np.array(classes, np.int64))
        if self._listed is None or len(self._listed) < min(size, CHUNK):
            self._listed = self.device.array(min(size, CHUNK), np.int64)

    def begin(self) -> Any:
        """Look at all moves of every position once; return the reports."""
        report = self.device.copied(np.zeros(REPORTS, np.int64))
        arguments = self.device.copied(self._words), self._classes, self.codes, self._left, report
        self.device.launch(self._begin, 0, self.size, *arguments)
        return report.copy_to_host()

    def spread(self, level: int) -> Any:
        """Go back from all positions whose distance has come; return the reports."""
        self._words[LEVEL] = level
        report = self.device.copied(np.zeros(REPORTS, np.int64))
        later = self.device.copied(np.zeros(1, np.int64))
        words = self.device.copied(self._words)
        for first in range(0, self.size, CHUNK):
            count = self.device.copied(np.zeros(1, np.int64))
            last = min(first + CHUNK, self.size)
            self.device.launch(self._on.gathered, first, last, level + 1, self.codes, self._listed, count, later)
            self.device.launch(self._spread, self._listed, count, words, self._classes, self.codes, self._left, report)
        found = report.copy_to_host()
        found[PENDING] = found[PENDING] or later.copy_to_host()[0]
        return found

    def histogram(self, first: int, last: int) -> Any:
        """Return how often each code is among some numbers, the lowest of 16 bits first."""
        counts = self.device.copied(np.zeros(1 << 16, np.int64))
        self.device.launch(self._on.histogram, first, last, self.codes, counts)
        return counts.copy_to_host()

    def places_of(self, size: int, most: int) -> list[int]:
        """Return the first places that were found to hold a code of a size, at most so many."""
        found: list[int] = []
        later = self.device.copied(np.zeros(1, np.int64))
        for first in range(0, self.size, CHUNK):
            count = self.device.copied(np.zeros(1, np.int64))
            last = min(first + CHUNK, self.size)
            self.device.launch(self._on.gathered, first, last, size, self.codes, self._listed, count, later)
            here = int(count.copy_to_host()[0])
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
    starts = np.cumsum([0, size, *(len(codes) for _, codes in followers)])
    classes = [(own, int(start)) for own, start in zip([k, *(own for own, _ in followers)], starts, strict=False)]
    frontier.load(k, size, classes, [codes for _, codes in followers], conversion)
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
