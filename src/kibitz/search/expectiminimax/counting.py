"""Every state that is looked at counts, those that models look at too; the wish to stop and the limit are seen on the way."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.expectiminimax.workspace import NODE_LIMIT, NODES, STOPPED

POLL = 1024 - 1
"""The wish to stop is read once in this many nodes (plus one)."""


def counting(jit: Jit) -> Any:
    """Build `count(words, stop)`: it counts one more state, or marks that the search is to be given up."""

    @jit
    def count(words: Any, stop: Any) -> None:
        if (words[NODES] & POLL == 0 and stop[0] != 0) or words[NODES] >= words[NODE_LIMIT]:
            words[STOPPED] = 1
        if words[STOPPED] == 0:
            words[NODES] += 1

    return count
