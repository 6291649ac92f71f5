"""What the machine has."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from kibitz.core.errors import InputError

MOST_THREADS = 256
"""Each thread takes memory of its own, and more than a machine has are of no use."""
USUAL_MEGABYTES = 4096
"""Taken to be there where the system does not say."""
CONTAINER_LIMIT = Path("/sys/fs/cgroup/memory.max")


def check_threads(threads: int) -> None:
    """Refuse numbers of threads that no search can do with."""
    if not 1 <= threads <= MOST_THREADS:
        raise InputError(f"threads must be at least 1 and at most {MOST_THREADS}, not {threads}")


def memory_megabytes() -> int:
    """Return how much memory the machine has, or the container that this runs in."""
    found = USUAL_MEGABYTES
    with suppress(AttributeError, ValueError, OSError):
        found = (os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")) >> 20
    with suppress(ValueError, OSError):
        found = min(found, int(CONTAINER_LIMIT.read_text()) >> 20)  # the word "max" where there is none
    return found
