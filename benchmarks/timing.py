"""Clocks: the best of several runs, taken in turns so that noise hits all alike."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping


def best_of(runs: int, work: Callable[[], object]) -> float:
    """Return the shortest of several times, in seconds."""
    return best_in_turns(runs, {"": work})[""]


def best_in_turns(runs: int, works: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """Return the shortest time of each work, in seconds; every round does all of them, each round in the other order."""
    best = dict.fromkeys(works, float("inf"))
    for number in range(runs):
        for name in list(works)[:: -1 if number % 2 else 1]:
            begun = time.perf_counter()
            works[name]()
            best[name] = min(best[name], time.perf_counter() - begun)
    return best
