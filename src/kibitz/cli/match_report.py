"""The report on a match, as a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from kibitz.core.errors import InputError
from kibitz.core.files import require_writable, write_whole

PAGES = (".html", ".htm")
"""How the names of reports may end."""


@contextmanager
def kept_for(report: str | None, db: str | None) -> Iterator[str | None]:
    """Give the file that the games are kept in: the user's, or one for as long as the report on them takes."""
    if report is not None:
        require_page(report)
    if report is None or db is not None:
        yield db
        return
    with TemporaryDirectory(prefix="kibitz-") as folder:
        yield str(Path(folder, "match.db"))


def require_page(report: str) -> None:
    """Refuse a name that is no page's, such as that of an agent's source, and a file that cannot be written."""
    require_writable(report)
    if Path(report).suffix.lower() not in PAGES:
        raise InputError(f"a report is a page for a browser, so its name ends in .html, not as {report!r} does")


def write_report(report: str, db: str, match: int | None) -> None:
    """Write the report on a match of a file, and say so where people read."""
    from kibitz.arena.database import Database
    from kibitz.arena.report import report as page

    with Database.read(db) as database:
        write_whole(report, page(database, match).encode())
    print(f"wrote {report}", file=sys.stderr)
