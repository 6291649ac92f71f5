"""What a match shows while it goes on: the standings and a bar on a terminal, a line for each game to a program."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from kibitz.cli.output import print_json, thinking

if TYPE_CHECKING:
    from kibitz.arena.playing import PlayedGame
    from kibitz.arena.results import GameResult
    from kibitz.arena.settings import MatchSettings
    from kibitz.arena.standings import Standings

PAUSE = 1.0
"""Seconds between two looks at the standings."""
NUMERIC = ("#", "Elo", "±", "points", "games", "score", "superiority", "mean utility", "forfeits")


class LiveTable:
    """The standings so far and a progress bar, where a person watches the terminal."""

    def __init__(self, settings: MatchSettings) -> None:
        self._settings = settings
        self._games: list[GameResult] = []
        self._stack = ExitStack()
        self._live: Live | None = None
        self._drawn = 0.0

    def __enter__(self) -> Self:
        """Show that something is under way: agents are being compiled or started."""
        self._stack.enter_context(thinking("getting the agents ready", str(type(self._settings.game).__name__)))
        return self

    def __exit__(self, *_: object) -> None:
        """Take away what was shown."""
        self._stack.close()

    def take(self, game: PlayedGame) -> None:
        """Count a game in."""
        self._games.append(game.result)
        if not sys.stderr.isatty():
            return
        if self._live is None:
            self._begin()
        self._bar.update(self._task, completed=len(self._games))
        if self._live is not None and monotonic() - self._drawn > PAUSE:
            self._live.update(Group(standings_table(self._standings()), self._bar))
            self._drawn = monotonic()

    def _begin(self) -> None:
        """Show the bar in place of the line."""
        self._stack.close()
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        self._bar = Progress(*columns)
        self._task = self._bar.add_task("games (Ctrl-C stops)", total=self._settings.games)
        self._live = self._stack.enter_context(Live(self._bar, console=Console(stderr=True), transient=True))

    def _standings(self) -> Standings:
        """Return the standings so far."""
        from kibitz.arena.results import MatchResults
        from kibitz.arena.standings import Standings

        games = tuple(sorted(self._games, key=lambda game: game.number))
        return Standings.of(MatchResults("", self._settings.names, games, self._settings.games, self._settings.seed))


class JsonGames:
    """Each game as an object, in the order of their numbers; of a match that is broken off, the others at its end."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._next = 1
        self._waiting: dict[int, PlayedGame] = {}

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Write what is left, though games before it are missing."""
        for number in sorted(self._waiting):
            print_json(game_fields(self._game, self._waiting[number]))

    def take(self, game: PlayedGame) -> None:
        """Write a game once all before it are written."""
        self._waiting[game.result.number] = game
        while self._next in self._waiting:
            print_json(game_fields(self._game, self._waiting.pop(self._next)))
            self._next += 1


def game_fields(game: str, played: PlayedGame) -> dict[str, Any]:
    """Return a game as JSON."""
    result, moves = played
    return {
        "game": game, "number": result.number, "pair": result.pair, "round": result.round, "players": result.players,
        "utilities": result.utilities, "points": result.points, "end": result.end.value, "forfeiter": result.forfeiter,
        "explanation": result.explanation, "plies": result.plies, "position": result.start, "opening": result.opening,
        "moves": [move.name for move in moves], "seed": result.seed, "seconds": result.seconds, "thinking": result.thinking,
    }  # fmt: skip


def standings_table(standings: Standings) -> Table:
    """Return the standings for people."""
    rows = standings.rows()
    columns = list(dict.fromkeys(name for row in rows for name in row))
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        is_number = column in NUMERIC
        table.add_column(column, justify="right" if is_number else "left", no_wrap=is_number, overflow="fold")
    for row in rows:
        table.add_row(*(Text(row.get(column, "")) for column in columns))
    return table
