"""The records of matches, in one SQLite file: what is in it.

with Database.read("matches.db") as database:
    for match in database.matches():
        print(match.number, match.game, match.played, "of", match.planned)
    results = database.results()        # of the latest match
    moves = database.moves(match.number, 1)
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from kibitz.arena.results import ORDINARY, End, GameResult, MatchResults
from kibitz.arena.schema import APPLICATION, COLUMNS_OF_GAMES, VERSION
from kibitz.arena.sqlite_files import opened_to_read, told
from kibitz.core.confinement import require_file
from kibitz.core.errors import InputError
from kibitz.records import Record


@dataclass(frozen=True)
class MatchRow:
    """A match as the database knows it."""

    number: int
    """Its number in this database, from 1 on."""
    game: str
    players: tuple[str, ...]
    seed: int
    planned: int
    """How many games there are to be."""
    played: int
    counted: int | None
    """The last game that counts, where a test knew enough before all were played; None otherwise."""
    began: str
    """When, as ISO 8601 in UTC."""
    ended: str | None
    """When the last game was over or a test knew enough; None where the match is unfinished."""
    settings: dict[str, Any]
    """What the match was asked for: schedule, openings, time control and so on."""
    versions: dict[str, str]
    """Of Kibitz, of Python and of the players' files, by name."""


@dataclass(frozen=True)
class PlayedMove:
    """A move of a recorded game, with what the player thought of it."""

    ply: int
    """From 0 on."""
    mover: int
    """The seat, or `CHANCE`."""
    name: str
    in_opening: bool = False
    value: float | None = None
    """The utility that the mover expected; None where nobody decided."""
    depth: int | None = None
    nodes: int | None = None
    simulations: int | None = None
    seconds: float | None = None
    """What the mover was charged."""
    left: float | None = None
    """What then was left on its clock, where there is one."""
    seed: int | None = None
    """The one that the agent was given for this decision."""


class Database:
    """The records of matches in one file. All that goes wrong with the file is an `InputError` of one sentence."""

    def __init__(self, path: str | Path, connection: sqlite3.Connection) -> None:
        self.path = Path(path)
        self.connection = connection

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Return the records in a file, to be read and not written."""
        require_file(path)
        file = Path(path)
        if not file.is_file():
            raise InputError(f"there is no file {path}; kibitz match writes one with --db {path}")
        with told(path):
            database = cls(path, opened_to_read(file))
            database.require_ours()
        return database

    def require_ours(self) -> None:
        """Raise if the file is a database of something else, or of another version of Kibitz."""
        (application,) = self.connection.execute("PRAGMA application_id").fetchone()
        (version,) = self.connection.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION:
            raise InputError(f"{self.path} is no record of matches")
        if version != VERSION:
            raise InputError(
                f"{self.path} was written by another version of Kibitz (form {version}, and this one reads {VERSION})"
            )

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.connection.close()

    def matches(self) -> list[MatchRow]:
        """Return all matches, the first one first."""
        with told(self.path):
            rows = self.connection.execute(
                "SELECT number, game, seed, planned, counted, began, ended, settings, versions,"
                " (SELECT count(*) FROM games WHERE games.match = matches.number) FROM matches ORDER BY number"
            ).fetchall()
            return [self._match(row) for row in rows]

    def _match(self, row: tuple[Any, ...]) -> MatchRow:
        """Return a row of the table of matches."""
        number, game, seed, planned, counted, began, ended, settings, versions, played = row
        players = self.players(number)
        return MatchRow(
            number, game, players, seed, planned, played, counted, began, ended, json.loads(settings), json.loads(versions)
        )

    def players(self, match: int) -> tuple[str, ...]:
        """Return the names of a match's players."""
        rows = self.connection.execute("SELECT name FROM players WHERE match = ? ORDER BY number", (match,))
        return tuple(name for (name,) in rows)

    def match(self, number: int | None = None) -> MatchRow:
        """Return a match, the latest by default."""
        found = self.matches()
        if not found:
            raise InputError(f"{self.path} has no match in it yet")
        chosen = found[-1] if number is None else next((each for each in found if each.number == number), None)
        if chosen is None:
            raise InputError(f"{self.path} has no match {number}; it has 1 to {len(found)}")
        return chosen

    def results(self, match: int | None = None) -> MatchResults:
        """Return the results of a match so far, of the latest by default."""
        row = self.match(match)
        planned = row.planned if row.counted is None else row.counted
        names = row.players
        with told(self.path):
            found = self.connection.execute(
                f"SELECT {', '.join(COLUMNS_OF_GAMES)} FROM games WHERE match = ? AND number <= ? ORDER BY number",
                (row.number, planned),
            )
            games = tuple(_result(names, dict(zip(COLUMNS_OF_GAMES, columns, strict=True))) for columns in found)
        return MatchResults(row.game, names, games, planned, row.seed)

    def moves(self, match: int, game: int) -> list[PlayedMove]:
        """Return the moves of a game by its number in a match."""
        with told(self.path):
            rows = self.connection.execute(
                "SELECT ply, mover, name, in_opening, value, depth, nodes, simulations, seconds, left, seed FROM moves"
                " WHERE match = ? AND game = ? ORDER BY ply",
                (match, game),
            ).fetchall()
        return [PlayedMove(ply, mover, name, bool(opening), *rest) for ply, mover, name, opening, *rest in rows]

    def record(self, match: MatchRow, result: GameResult) -> Record:
        """Return a game of a match as the formats of records write it."""
        return Record(
            match.game, result.start, tuple(move.name for move in self.moves(match.number, result.number)), result.players,
            result.utilities or None, result.seed, f"match {match.number} of {self.path.name}", str(result.round),
            match.began[:10].replace("-", "."), "" if result.end in ORDINARY else result.end.value,
        )  # fmt: skip


def _result(names: tuple[str, ...], row: dict[str, Any]) -> GameResult:
    """Return a row of the table of games as a result."""
    lists = {name: tuple(json.loads(row[name])) for name in ("utilities", "points", "opening", "thinking")}
    players = tuple(names[place] for place in json.loads(row["players"]))
    return GameResult(end=End(row.pop("ended_by")), **{**row, **lists, "players": players})
