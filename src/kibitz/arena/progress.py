"""The progress of a match: which games are still to be played, and which have been."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import groupby

from kibitz.arena.openings import openings, openings_text
from kibitz.arena.results import GameResult, MatchResults
from kibitz.arena.schedules import SWISS, Scheduled, Table, fixed_rounds, games_of_round, swiss_tables
from kibitz.arena.settings import MatchSettings
from kibitz.core.registry import spec_of


class MatchProgress:
    """The games of a match in their order."""

    def __init__(self, settings: MatchSettings, played: Sequence[GameResult] = ()) -> None:
        self._settings = settings
        self._openings = openings(settings.game, openings_text(settings.game, settings.openings), settings.seed)
        self._numbers = {name: number for number, name in enumerate(settings.names)}
        self._played = {result.number: result for result in played}
        self._in_order: list[GameResult] = []
        self._waiting: deque[list[Scheduled]] = deque()
        self._rounds = self._pairs = self._scheduled = 0

    def take(self) -> list[Scheduled]:
        """Return the games of the next pair that are still to be played, none if all are or if others have to end first."""
        while not self._waiting and self._scheduled < self._settings.games and self._is_next_round_known:
            self._schedule_round()
        return self._waiting.popleft() if self._waiting else []

    def add(self, result: GameResult) -> None:
        """Take in a game that was played."""
        self._played[result.number] = result

    def pairs_in_order(self) -> Iterator[Sequence[GameResult]]:
        """Yield the games so far up to the end of each pair before which none is missing, but each pair only once."""
        while (following := self._played.get(len(self._in_order) + 1)) is not None:
            self._in_order.append(following)
            if following.number % self._settings.game.players == 0:
                yield self._in_order

    def results(self, counted: int | None = None) -> MatchResults:
        """Return the games so far, or the first ones that count."""
        settings = self._settings
        planned = settings.games if counted is None else counted
        games = tuple(self._played[number] for number in sorted(self._played) if number <= planned)
        return MatchResults(spec_of(settings.game), settings.names, games, planned, settings.seed)

    @property
    def _is_next_round_known(self) -> bool:
        """Whether the next round depends on no game that is still to be played."""
        return self._settings.schedule != SWISS or len(self._played) >= self._scheduled

    def _schedule_round(self) -> None:
        """Put the games of the next round into the queue, without those that were played before."""
        settings = self._settings
        self._rounds += 1
        tables = self._tables()
        games = list(
            games_of_round(tables, self._rounds, self._scheduled + 1, self._pairs + 1, next(self._openings), settings.seed)
        )
        for _, pair in groupby(games, lambda game: game.pair):
            missing = [game for game in pair if game.number <= settings.games and game.number not in self._played]
            if missing:
                self._waiting.append(missing)
        self._scheduled += len(games)
        self._pairs += len(tables)

    def _tables(self) -> list[Table]:
        """Return who meets whom in the round that begins."""
        settings = self._settings
        players, seats = len(settings.agents), settings.game.players
        if settings.schedule != SWISS:
            return fixed_rounds(settings.schedule, players, seats)
        before = [self._played[number] for number in sorted(self._played) if number <= self._scheduled]
        return swiss_tables(players, seats, before, self._numbers)
