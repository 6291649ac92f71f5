"""Writing the records of matches: game by game as they end, so that what is written is never lost and never played again.

Several processes may write one file, a match each; SQLite lets them wait for one another. A match that is being played by a
process is locked by it, with a lock that ends when the process does.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Self

from kibitz.arena.database import Database
from kibitz.arena.playing import PlayedGame
from kibitz.arena.schema import APPLICATION, COLUMNS_OF_GAMES, TABLES, VERSION
from kibitz.arena.settings import MatchSettings
from kibitz.arena.sqlite_files import WAIT, told
from kibitz.core.errors import InputError

if sys.platform != "win32":
    import fcntl


class Recorder(Database):
    """The records of matches in one file, to be read and written."""

    @classmethod
    def write(cls, path: str | Path) -> Self:
        """Return the records in a file, made if there is none."""
        with told(path):
            connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None)
            recorder = cls(path, connection)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            recorder._make_tables()
            recorder.require_ours()
        return recorder

    def __init__(self, path: str | Path, connection: sqlite3.Connection) -> None:
        super().__init__(path, connection)
        self._lock: IO[bytes] | None = None

    def __exit__(self, *_: object) -> None:
        """Close the file, and let others go on with the match."""
        with suppress(sqlite3.Error):
            super().__exit__()
        if self._lock is not None:
            self._lock.close()

    def _make_tables(self) -> None:
        """Make the tables in an empty file, once."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            if not self.connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in TABLES.split(";"):
                    self.connection.execute(statement)
                self.connection.execute(f"PRAGMA application_id = {APPLICATION}")
                self.connection.execute(f"PRAGMA user_version = {VERSION}")
            self.connection.execute("COMMIT")
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise

    def begin(self, settings: MatchSettings) -> int:
        """Return the number of a match, entered if it is new; from now on it is ours alone until the file is closed."""
        fields, versions, fingerprint = settings.fields(), settings.versions(), settings.fingerprint()
        with told(self.path), self.connection:
            self.connection.execute("BEGIN IMMEDIATE")
            made = self.connection.execute(
                "INSERT INTO matches (fingerprint, game, seed, planned, began, settings, versions) VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING RETURNING number",
                (fingerprint, fields["game"], settings.seed, settings.games, now(), json.dumps(fields), json.dumps(versions)),
            ).fetchone()
            if made is not None:
                rows = [(made[0], number, name) for number, name in enumerate(settings.names)]
                self.connection.executemany("INSERT INTO players (match, number, name) VALUES (?, ?, ?)", rows)
            found = self.connection.execute("SELECT number FROM matches WHERE fingerprint = ?", (fingerprint,)).fetchone()
        number = int(found[0])
        self._take(number)
        with told(self.path), self.connection:
            self.connection.execute(
                "UPDATE matches SET ended = NULL, counted = NULL, planned ="
                " max(?, (SELECT coalesce(max(number), 0) FROM games WHERE match = matches.number)) WHERE number = ?",
                (settings.games, number),
            )
        return number

    def _take(self, match: int) -> None:
        """Lock a match, or raise if another process plays it."""
        if sys.platform == "win32":
            return
        try:
            self._lock = open(f"{self.path}.lock", "ab")  # noqa: SIM115 - it is open as long as the match goes on
            fcntl.lockf(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, match)
        except BlockingIOError:
            raise InputError(
                f"match {match} of {self.path} is being played by another process; wait for it, or stop it"
            ) from None
        except OSError as error:
            raise InputError(f"{self.path}.lock cannot be written: {error.strerror}") from None

    def add(self, match: int, games: Iterable[PlayedGame], numbers: dict[str, int]) -> None:
        """Write games that were played, all of them or, if that fails, none."""
        columns = ", ".join(("match", *COLUMNS_OF_GAMES))
        places = ", ".join("?" * (len(COLUMNS_OF_GAMES) + 1))
        with told(self.path), self.connection:
            self.connection.execute("BEGIN IMMEDIATE")
            for result, moves in games:
                self.connection.execute(
                    f"INSERT INTO games ({columns}) VALUES ({places})",
                    (
                        match, result.number, result.pair, result.round, json.dumps([numbers[name] for name in result.players]),
                        json.dumps(result.utilities), json.dumps(result.points), result.end.value, result.forfeiter,
                        result.explanation, result.plies, result.start, json.dumps(result.opening), result.seed, result.seconds,
                        json.dumps(result.thinking),
                    ),
                )  # fmt: skip
                self.connection.executemany(
                    "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    [(match, result.number, *move) for move in map(_row, moves)],
                )

    def finish(self, match: int, counted: int | None) -> None:
        """Say that a match is over, and which game was the last that counts if not all were played."""
        with told(self.path), self.connection:
            self.connection.execute("UPDATE matches SET ended = ?, counted = ? WHERE number = ?", (now(), counted, match))


def _row(move: object) -> tuple[object, ...]:
    """Return a move as a row of its table."""
    return tuple(vars(move).values())


def now() -> str:
    """Return the time as it is written: ISO 8601, in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")
