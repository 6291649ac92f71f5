"""Amounts of memory as people write them."""

from __future__ import annotations

import re

from kibitz.core.errors import InputError

UNITS = {"": 1_000_000, "MB": 1_000_000, "GB": 1_000_000_000}


def memory_size(text: str) -> int:
    """Return an amount of memory in bytes: `256MB`, `2GB`, or a number of megabytes."""
    match = re.fullmatch(r"(\d+)\s*(MB|GB|)", text.strip().upper())
    if match is None or int(match[1]) == 0:
        raise InputError(f"memory must be an amount such as 256MB or 2GB, whole and at least 1MB, not {text!r}")
    return int(match[1]) * UNITS[match[2]]
