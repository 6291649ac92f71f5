"""Sentences on what an experiment has found, each of which is said only where the figures bear it out."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import pairwise
from math import nan
from typing import TypeVar

from kibitz.core.estimates import Estimate

Key = TypeVar("Key", bound=Hashable)


class Figures(dict[Key, float]):
    """The values of estimates; what was not measured is no number, so that nothing holds of it."""

    @classmethod
    def of(cls, estimates: Mapping[Key, Estimate]) -> Figures[Key]:
        """Return the values of estimates."""
        return cls({key: estimate.value for key, estimate in estimates.items()})

    def __missing__(self, key: Key) -> float:
        """Return no number."""
        return nan


def when(holds: bool, sentence: str) -> str:
    """Return the sentence if it holds, else nothing."""
    return sentence if holds else ""


def said(*sentences: str) -> str:
    """Return the sentences that there are as a paragraph."""
    return " ".join(sentence for sentence in sentences if sentence)


def rises(values: Sequence[float]) -> bool:
    """Return whether figures end higher than they begin and never fall on the way."""
    return len(values) > 1 and values[-1] > values[0] and all(second >= first for first, second in pairwise(values))
