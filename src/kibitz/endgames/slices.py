"""Slices of one game built on the processor, each from those that follow it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from kibitz.compile.cpu import native
from kibitz.core.contract import Game, Index, Predecessors, Slices, implements
from kibitz.core.errors import ResourceError, RulesError, UnsupportedError
from kibitz.core.tasks import Stopped
from kibitz.endgames.codes import CODE, UNKNOWN
from kibitz.endgames.frontier import (
    CHANGED,
    CONVERSION,
    FAULTS,
    HALF,
    HOMELESS,
    LEAD,
    LEVEL,
    OVERFLOW,
    PENDING,
    REPORTS,
    SIZE,
    SLICE,
    TOO_LONG,
    UNEVEN,
    WORDS,
    beginning,
    on_processor,
    spreading,
)  # fmt: skip
from kibitz.endgames.passes import opening, passing

CHUNK = 1 << 18
"""So many positions are done at a time; between them, work can be stopped."""
_FAULTS = {
    HOMELESS: "a move leads to a position that has no number, and is not over",
    OVERFLOW: f"a position has more than {HALF} moves, or more than {HALF} positions before it",
    TOO_LONG: "a win is too long for a table",
    UNEVEN: "finished games differ in more than who has won, and tables by index are for wins, draws and losses",
}


class Slice:
    """One slice, with the codes of those that follow it at hand; `k` is 0 where the game has no slices."""

    def __init__(self, game: Game, k: int, followers: Iterable[tuple[int, Any]], *, conversion: bool, megabytes: int) -> None:
        assert implements(game, Index)
        self.game, self.k = game, k
        self.sliced = implements(game, Slices)
        self.size = size_of(game, k)
        after = list(followers)
        starts = np.cumsum([0, self.size, *(len(codes) for _, codes in after)])
        needed = (2 * int(starts[-1]) + 4 * self.size) >> 20
        if needed > megabytes:
            raise ResourceError(f"{needed:,} MB are needed to build this table, more than the {megabytes:,} of --memory")
        self.codes = np.empty(int(starts[-1]), CODE)
        for start, (_, codes) in zip(starts[1:], after, strict=False):
            self.codes[start : start + len(codes)] = codes
        self._classes = np.array(
            [(slice_, start) for slice_, start in zip([k, *(k for k, _ in after)], starts, strict=False)], np.int64
        )
        self._words = np.zeros(WORDS, np.int64)
        self._words[[SLICE, SIZE, CONVERSION]] = k, self.size, conversion
        self.report = np.zeros(REPORTS, np.int64)

    @property
    def lead(self) -> float:
        """What a winner has more than a loser, as far as games end in this slice; else 0."""
        return lead_of(self.report)

    def build(self, threads: int, stop: Any, progress: Callable[[str], None]) -> Any:
        """Return the codes of the slice."""
        goes_back = implements(self.game, Predecessors)
        stages = (beginning, spreading) if goes_back else (opening, passing)
        begin, go_on = (native(on_processor, self.game, stage=stage, sliced=self.sliced) for stage in stages)
        left = np.zeros(self.size if goes_back else 1, np.int32)
        progress("looking at all moves")
        self._run(begin, left, threads, stop)
        level = 0
        while True:
            self._words[LEVEL] = level
            self.report[[PENDING, CHANGED]] = 0
            progress(f"distance {level}")
            self._run(go_on, left, threads, stop)
            if not self.report[PENDING] and not self.report[CHANGED]:
                return self.codes[: self.size].copy()
            level += 1

    def _run(self, run: Any, left: Any, threads: int, stop: Any) -> None:
        """Do a stage for all positions, by several threads, and raise what it finds wrong."""

        def part(first: int) -> None:
            if not stop[0]:
                run(first, min(first + CHUNK, self.size), self._words, self._classes, self.codes, left, self.report)

        firsts = range(0, self.size, CHUNK)
        if threads == 1 or len(firsts) == 1:
            for first in firsts:
                part(first)
        else:
            part(0)  # alone: it compiles
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(part, firsts[1:]))
        if stop[0]:
            raise Stopped
        require_faultless(self.report)


def lead_of(report: Any) -> float:
    """Return what a winner has more than a loser, as far as a report knows; else 0."""
    return float(report[LEAD : LEAD + 1].view(np.float64)[0])


def require_even(leads: list[float]) -> None:
    """Raise if wins are worth more in one slice than in another; 0 stands for slices without wins of their own."""
    if len({lead for lead in leads if lead}) > 1:
        raise UnsupportedError(_FAULTS[UNEVEN])


def require_faultless(report: Any) -> None:
    """Raise what a report tells that must not be."""
    if report[FAULTS].any():
        fault = HOMELESS + int(np.argmax(report[FAULTS] != 0))
        raise (UnsupportedError if fault == UNEVEN else RulesError)(_FAULTS[fault])


def size_of(game: Game, k: int) -> int:
    """Return how many numbers a slice has."""
    asked: Any = game
    return int(asked.size(k) if implements(game, Slices) else asked.size())


def order(game: Game, wanted: Iterable[int]) -> list[int]:
    """Return the slices that are wanted with all that they lead to, each after those that follow it."""
    if not implements(game, Slices):
        return [0]
    found: list[int] = []
    open_: list[int] = []

    def visit(k: int) -> None:
        if k in found:
            return
        if k in open_:
            raise RulesError(f"slices_after leads from {game.slice_name(k)} back to itself; slices must have an order")
        open_.append(k)
        for other in game.slices_after(k):
            visit(other)
        open_.pop()
        found.append(k)

    for k in wanted:
        visit(k)
    return found


def counts(codes: Any) -> tuple[int, int, int, int]:
    """Return wins, draws and losses of the player to move, and the longest win of either in moves of both, or -1."""
    wins, losses, draws = int((codes > 0).sum()), int(((codes < 0) & (codes > -32768)).sum()), int((codes == UNKNOWN).sum())
    longest = max(int(codes.max(initial=0)), -int(codes.min(where=codes > -32768, initial=0)))
    return wins, draws, losses, longest - 1
