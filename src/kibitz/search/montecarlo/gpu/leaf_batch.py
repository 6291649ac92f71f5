"""A batch of leaves whose playouts run at the same time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from kibitz.search.montecarlo.workspace import MAX_PATH

GROUP_SIZE, GROUP_PATH_LENGTH, GROUP_PATH = range(3)
GROUP_MOVERS = GROUP_PATH + MAX_PATH
GROUP_WORDS = GROUP_MOVERS + MAX_PATH


class LeafBatch(NamedTuple):
    """The arrays of a batch, as kernels take them. Leaves that are children of one position are a group and share its path."""

    groups: Any
    """int64 [batch, GROUP_WORDS]: of each group the number of leaves, the length of the path, its edges, its movers."""
    edges: Any
    """int64 [batch]: the edge of each leaf."""
    states: Any
    """int64 [batch, words]: the packed state of each leaf, in memory that the GPU shares."""


@dataclass
class PendingBatch:
    """A batch whose playouts are under way: its arrays, the device buffer, and a function that waits for the results."""

    arrays: LeafBatch
    buffer: Any
    leaves: int = 0
    groups: int = 0
    visits: int = 0
    wait: Callable[[], Any] = lambda: None

    @classmethod
    def on(cls, buffer: Any, size: int) -> PendingBatch:
        """Return an empty batch of up to `size` leaves, with the states in a device buffer."""
        groups, edges = np.zeros((size, GROUP_WORDS), np.int64), np.zeros(size, np.int64)
        return cls(LeafBatch(groups, edges, buffer.rows), buffer)
