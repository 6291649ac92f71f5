"""Slices of a game with dice, by numbers: value iteration from below and from above until both meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from kibitz.compile.cpu import native
from kibitz.core.contract import Game, Slices, UtilityBounds, implements
from kibitz.core.errors import ResourceError, UnsupportedError
from kibitz.core.game import constant_sum
from kibitz.core.tasks import Stopped
from kibitz.endgames.frontier import HOMELESS, OVERFLOW, REPORTS, SIZE, SLICE
from kibitz.endgames.slices import size_of
from kibitz.endgames.tape import (
    CURSOR,
    DEEPEST,
    ENDS,
    KNOWN_ENDS,
    MOST_ENDS,
    MOST_MOVES,
    MOST_PLACES,
    MOST_WEIGHTS,
    NOT_THERE,
    TAPE_WORDS,
    sweeping,
    taping,
)
from kibitz.endgames.value_iteration import AGREEMENT, MAX_SWEEPS, TOLERANCE

_FAULTS = {
    HOMELESS: f"a move leads to dice that are rolled in a position without a number, or more than {DEEPEST} moves lie between "
    "two positions with numbers",
    OVERFLOW: f"a position leads to more than {MOST_MOVES:,} moves before the next one with a number, or a game has more than "
    f"{MOST_WEIGHTS:,} different probabilities or {MOST_ENDS:,} results",
}
FIRST = 1 << 20
"""So long is the tape at first, in numbers of 32 bits."""
EACH = 25
"""So many bytes a number takes beside the tape: where it begins there, who moves next, and both bounds. The bounds are copied
once, together with the values of the tables that the slice follows from."""


class DiceSlice:
    """One slice of a game with dice, with the values of those that follow it at hand."""

    def __init__(self, game: Game, k: int, followers: Iterable[tuple[int, Any]], *, megabytes: int) -> None:
        if not implements(game, UtilityBounds):
            raise UnsupportedError("tables by numbers of a game with dice begin with its utility_bounds, and it gives none")
        self.game, self.size, self.megabytes = game, size_of(game, k), megabytes
        after = list(followers)
        starts = np.cumsum([0, self.size, *(len(values) for _, values in after)])
        if starts[-1] + MOST_ENDS > MOST_PLACES:
            raise UnsupportedError(
                f"this table and those it follows from have {int(starts[-1]):,} numbers, more than the "
                f"{MOST_PLACES - MOST_ENDS:,} that a table of a game with dice can be built from"
            )
        self._room = EACH * self.size + 8 * int(starts[-1] - self.size) + 2 * 8 * int(starts[-1])
        self._require_room(4 * FIRST)
        self._classes = np.array(
            [(own, start) for own, start in zip([k, *(own for own, _ in after)], starts, strict=False)], np.int64
        )
        self._after = [values for _, values in after]
        self._words = np.zeros(TAPE_WORDS, np.int64)
        self._words[[SLICE, SIZE, ENDS]] = k, self.size, starts[-1]
        self._sliced = implements(game, Slices)

    def _require_room(self, tape: int) -> None:
        """Refuse what takes more memory than may be taken, with so many bytes for the tape."""
        needed = (self._room + tape) >> 20
        if needed > self.megabytes:
            raise ResourceError(f"{needed:,} MB are needed to build this table, more than the {self.megabytes:,} of --memory")

    def build(self, stop: Any, progress: Callable[[str], None]) -> Any:
        """Return the value of each number for who moves next, NaN where no position has it."""
        starts, viewers = np.full(self.size, NOT_THERE, np.int64), np.zeros(self.size, np.int8)
        low, high = np.full(self.size, np.nan), np.full(self.size, np.nan)
        tape, weights, ends = self._recorded(starts, viewers, low, high, stop, progress)
        bounds = [np.concatenate([values, *self._after, ends]) for values in (low, high)]
        total, sweep = constant_sum(self.game) or 0.0, native(sweeping, None)
        changes = np.full(2, np.inf)
        for number in range(MAX_SWEEPS):
            for place, values in enumerate(bounds):
                if changes[place] > TOLERANCE:
                    changes[place] = sweep(starts, viewers, values, tape, weights, total)
            progress(f"sweep {number}: changes of {changes.max():.1e}")
            if stop[0]:
                raise Stopped
            if (changes <= TOLERANCE).all():
                break
        low, high = (values[: self.size] for values in bounds)
        if np.nanmax(high - low, initial=0.0) > AGREEMENT:
            raise UnsupportedError("the value of some positions depends on play without end, so there is no table of them")
        return low / 2 + high / 2

    def _recorded(
        self, starts: Any, viewers: Any, low: Any, high: Any, stop: Any, progress: Callable[[str], None]
    ) -> tuple[Any, Any, Any]:
        """Return the tape, the probabilities on it, and the utilities of finished games."""
        record = native(taping, self.game, sliced=self._sliced)
        tape, weights, ends = np.empty(FIRST, np.int32), np.zeros(MOST_WEIGHTS), np.zeros(MOST_ENDS)
        report, first = np.zeros(REPORTS, np.int64), 0
        while first < self.size:
            progress(f"{first:,} of {self.size:,} positions written down")
            first = int(
                record(first, self._words, self._classes, starts, viewers, low, high, tape, weights, ends, report, stop)
            )
            if stop[0]:
                raise Stopped
            for fault, told in _FAULTS.items():
                if report[fault]:
                    raise UnsupportedError(told)
            if first < self.size:
                self._require_room(12 * len(tape))  # the old one and one twice as long
                longer = np.empty(2 * len(tape), np.int32)
                longer[: self._words[CURSOR]] = tape[: self._words[CURSOR]]
                tape = longer
        return tape, weights, ends[: max(1, int(self._words[KNOWN_ENDS]))]
