"""A process and all that it started: how much memory they have, and their end."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

PROCESSES = Path("/proc")
"""Where Linux tells of its processes; elsewhere a process is known by itself alone."""


def tree_of(process: int) -> list[int]:
    """Return a process and those below it, parents first."""
    found = [process]
    for parent in found:
        with suppress(OSError):
            for thread in (PROCESSES / str(parent) / "task").iterdir():
                found += map(int, (thread / "children").read_text().split())
    return found


def resident_megabytes(process: int) -> float:
    """Return how much memory a process and those below it have, as far as the system says."""
    pages = 0
    for each in tree_of(process):
        with suppress(OSError, IndexError, ValueError):
            fields = (PROCESSES / str(each) / "statm").read_text().split()
            pages += int(fields[1]) - int(fields[2])  # without what is shared, such as the libraries
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20) if pages else 0.0


def kill_tree(process: int) -> None:
    """End a process and those below it, whatever they do."""
    for each in tree_of(process):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(each, signal.SIGKILL)
