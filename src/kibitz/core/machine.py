"""What the machine has."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

USUAL_MEGABYTES = 4096
"""Taken to be there where the system does not say."""
CONTAINER_LIMIT = Path("/sys/fs/cgroup/memory.max")


def memory_megabytes() -> int:
    """Return how much memory the machine has, or the container that this runs in."""
    found = USUAL_MEGABYTES
    with suppress(AttributeError, ValueError, OSError):
        found = (os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")) >> 20
    with suppress(ValueError, OSError):
        found = min(found, int(CONTAINER_LIMIT.read_text()) >> 20)  # the word "max" where there is none
    return found
