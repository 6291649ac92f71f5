"""How much the studio gives to those who ask."""

from __future__ import annotations

import os
from dataclasses import dataclass, field


def _cores() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class Limits:
    """What one request, one client and all of them together may take."""

    seconds: float = 120.0
    """One search."""
    threads: int = field(default_factory=_cores)
    """One search."""
    megabytes: int = 256
    """A table or a tree of one search."""
    events: int = 300_000
    """The trace of one search."""
    searches: int = field(default_factory=_cores)
    """Searches at work at the same time; others wait for their turn."""
    rules_seconds: float = 10.0
    """A request that is no search: it asks the rules, and only rules that hang take longer."""
    process_bytes: int = 2 << 30
    """The memory of one process that works."""
    waiting: int = 1_000
    """Requests that wait, of all clients."""
    waiting_of_one: int = 32
    """Requests that wait, of one client."""
    body_bytes: int = 1_000_000
    sockets: int = 200
    connections: int = 400
    idle_seconds: float = 10.0
    """A connection that asks for nothing is closed, and so is one that goes no further in the middle of a request."""
    unsent_bytes: int = 64 << 20
    """Messages that a client has not taken yet; one that takes none for so long is left."""
