"""How far a batch of positions is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kibitz.core.decision import Decision

Listen = Callable[[int], None]
"""Is given the number of positions that are done, after each."""


def counted(answers: Iterator[Decision], listen: Listen | None) -> Iterator[Decision]:
    """Yield answers, saying how many there were."""
    for number, decision in enumerate(answers, start=1):
        if listen is not None:
            listen(number)
        yield decision
