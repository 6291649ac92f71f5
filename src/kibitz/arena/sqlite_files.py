"""Files of SQLite's: how they are opened, known and complained about."""

from __future__ import annotations

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
MAY_NOT_WRITE = ("unable to open database file", "attempt to write a readonly database")
"""What SQLite says where it may not write beside a file."""


def opened_to_read(file: Path) -> sqlite3.Connection:
    """Return a file opened to be read, and not written.

    SQLite writes beside a file even to read it. Where it may not, as on a disk that is read-only, the file is read as it is,
    unless there is news beside it that is not in it yet.
    """
    connection = _connected(file, "mode=ro")
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.Error as error:  # any other trouble is told when the file is read
        news = file.with_name(f"{file.name}-wal")
        if str(error) in MAY_NOT_WRITE and not (news.exists() and news.stat().st_size > 0):
            connection.close()
            return _connected(file, "immutable=1")
    return connection


def _connected(file: Path, how: str) -> sqlite3.Connection:
    """Return a connection to a file."""
    return sqlite3.connect(f"file:{quote(str(file.resolve()))}?{how}", uri=True, timeout=WAIT)


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
