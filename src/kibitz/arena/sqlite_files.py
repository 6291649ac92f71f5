"""Files of SQLite's: how they are opened, known and complained about."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from kibitz.core.errors import InputError

MAGIC = b"SQLite format 3\0"
"""How a file of SQLite's begins."""
WAIT = 60.0
"""Seconds that one process waits for another that writes."""


def opened_to_read(file: Path) -> sqlite3.Connection:
    """Return a file opened to be read, and not written."""
    how = "mode=ro" if _has_company(file) else "immutable=1"
    return sqlite3.connect(f"file:{quote(str(file.resolve()))}?{how}", uri=True, timeout=WAIT)


def _has_company(file: Path) -> bool:
    """Return whether a file may be written while it is read, or has news beside it that were not written into it yet.

    Where neither is so, on a disk that is read-only, it is read as it is: SQLite would want to write beside it even then.
    """
    news = file.with_name(f"{file.name}-wal")
    return os.access(file.resolve().parent, os.W_OK) or (news.exists() and news.stat().st_size > 0)


def is_database(path: str | Path) -> bool:
    """Return whether a file is a database of SQLite's, as records of matches are."""
    try:
        with open(path, "rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False


@contextmanager
def told(path: str | Path) -> Iterator[None]:
    """Inside, what SQLite complains about is told in one sentence."""
    try:
        yield
    except sqlite3.Error as error:
        complaint = {
            "file is not a database": "it is no record of matches",
            "database or disk is full": "the disk is full; what was written before is kept",
            "disk I/O error": "the disk does not take it; what was written before is kept",
            "attempt to write a readonly database": "it, or its folder, is read-only",
            "unable to open database file": "it cannot be opened; is its folder there, and may it be written?",
            "database is locked": f"another process has been writing it for {WAIT:.0f} seconds",
        }.get(str(error), str(error))
        raise InputError(f"{path}: {complaint}") from None
