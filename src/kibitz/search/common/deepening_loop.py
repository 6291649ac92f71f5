"""Iterative deepening: one depth after the other; every finished one is an answer, so the search can be stopped any time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Protocol, TypeVar

from kibitz.core.decision import Limits
from kibitz.search.common.horizon import UNLIMITED
from kibitz.search.running import Stopped


class Iteration(Protocol):
    """The result of one depth."""

    @property
    def exact(self) -> bool:
        """Whether the depth limit was nowhere met, so that a deeper search would find the same."""


Result = TypeVar("Result", bound=Iteration)


def depths(limits: Limits, *, shallow_first: bool) -> Iterator[int]:
    """Yield the depths, or numbers of rounds, to be searched, up to the limit if there is one.

    Without any limit nothing is gained by shallow answers, and the game is searched to its end at once; with `shallow_first`
    after depth 1, should the search be stopped.
    """
    if limits == Limits():
        yield from (1, UNLIMITED) if shallow_first else (UNLIMITED,)
        return
    deepest = limits.depth or limits.rounds
    yield from count(1) if deepest is None else range(1, deepest + 1)


def deepen(
    search: Callable[[int, Result], Result], start: Result, depths: Iterable[int], *,
    finished: Callable[[Result], None] | None = None, stopped: Callable[[Result], Result] | None = None,
) -> Result:  # fmt: skip
    """Return the result of the deepest search that was finished, `start` if none was.

    `search(depth, last)` searches one depth with the result of the last one to begin with. `finished(result)` hears of every
    depth and may raise `Stopped`. `stopped(last)` may add to the result what a search that was stopped had found.
    """
    result = start
    try:
        for depth in depths:
            result = search(depth, result)
            if finished is not None:
                finished(result)
            if result.exact:
                break
    except Stopped:
        return result if stopped is None else stopped(result)
    return result
