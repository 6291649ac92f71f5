"""What the machine has."""

from __future__ import annotations

import os

USUAL_MEGABYTES = 4096
"""Taken to be there where the system does not say."""


def memory_megabytes() -> int:
    """Return how much memory the machine has."""
    try:
        return (os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")) >> 20
    except (AttributeError, ValueError, OSError):
        return USUAL_MEGABYTES
