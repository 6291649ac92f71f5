"""How long a law is looked at: every law has the same processor time, and whoever waits is told how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from kibitz.checking.report import NotLookedAt

LAW_SECONDS = 3.0
"""So much processor time has one law; what a game of usual speed shows takes less, so that one seed gives one report."""
WALK_SECONDS = 8.0
"""So much have the random games, on whose positions all laws are looked at."""

PAUSE_SECONDS = 0.1
"""Who waits is not told more often than this how far it is."""

Listen = Callable[[str, int, int], None]
"""Is told the name of what is being done, how much of it is done, and of how much."""
Item = TypeVar("Item")


class Effort:
    """The clock of what is being done now: `begin` sets it, `is_over` asks it, `through` goes by it."""

    def __init__(self, listen: Listen | None = None) -> None:
        self.listen: Listen | None = None
        self.begin("", LAW_SECONDS)
        self.listen = listen

    def begin(self, name: str, seconds: float) -> None:
        """Start the clock for something else."""
        self.name, self.seconds = name, seconds
        self.begun = time.thread_time()
        self.looked, self.wanted = 0, 0
        self.last_report = 0.0
        self.tell(0, 0)

    def tell(self, done: int, of: int) -> None:
        """Tell whoever waits how far it is; at once at the beginning, and then now and then."""
        if self.listen is not None and time.monotonic() - self.last_report >= PAUSE_SECONDS:
            self.last_report = time.monotonic()
            self.listen(self.name, done, of)

    def spent(self) -> float:
        """Return which share of the time is spent; 1 and more when it is over."""
        return (time.thread_time() - self.begun) / self.seconds

    def is_over(self) -> bool:
        """Return whether the time is over."""
        return self.spent() >= 1

    def through(self, items: Sequence[Item], missing: str = "no such position came up") -> Iterator[Item]:
        """Yield the items until the time is over, at least one of them; `missing` is told where there is none."""
        if not items:
            raise NotLookedAt(missing)
        self.wanted += len(items)
        for number, item in enumerate(items):
            if number > 0 and self.is_over():
                return
            self.tell(number, len(items))
            self.looked += 1
            yield item

    def shortfall(self) -> str:
        """Return how much was looked at as the end of a sentence, if that was not all; else nothing."""
        if self.looked == self.wanted:
            return ""
        return f"; only {self.looked:,} of {self.wanted:,} looked at in {self.seconds:g} seconds of processor time"


def spread(items: Sequence[Item], cost: Callable[[Item], int], most: int) -> Sequence[Item]:
    """Return every so many of the items, as many as cost `most` together, first ones first."""
    whole = sum(map(cost, items))
    return items[:: max(1, -(-whole // most))]
