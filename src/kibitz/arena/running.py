"""A match from its first game to its last.

settings = MatchSettings(kibitz.load("connect_four"), ("uct:sims=1000", "uct:sims=4000", "random"), games=200, seed=7)
results = play_match(settings, processes=2, database="matches.db")

The games of a match depend on its settings alone: neither on the number of processes nor on which game ends first. So a match
that was broken off, even with kill -9, goes on where it was when it is begun again with the same database.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from kibitz.api import Seat
from kibitz.arena.players import Forfeit, is_isolated, seated
from kibitz.arena.players.in_process import try_out
from kibitz.arena.playing import MatchSetup, PlayedGame
from kibitz.arena.pool import LocalGames, Pool, ProcessPool
from kibitz.arena.progress import MatchProgress
from kibitz.arena.recording import Recorder
from kibitz.arena.results import GameResult, MatchResults
from kibitz.arena.schedules import Scheduled
from kibitz.arena.settings import MatchSettings
from kibitz.core.errors import InputError
from kibitz.stand_in import first_decision

Listen = Callable[[PlayedGame], None]
"""Is told of every game; of those first that were played before the match was broken off."""
Stop = Callable[[Sequence[GameResult]], bool]
"""Says of the games so far, in their order and up to the end of a pair, whether they are enough."""

BATCH_SECONDS = 1.0
"""So long should a batch of games take: shorter ones spend their time on the way."""
MOST_PAIRS = 200


@dataclass
class Played:
    """How a match went."""

    results: MatchResults
    was_interrupted: bool = False
    number: int | None = None
    """Its number in the database."""


def play_match(
    settings: MatchSettings, *, processes: int | None = None, ray: str | None = None, database: str | Path | None = None,
    listen: Listen | None = None, stop: Stop | None = None,
) -> Played:  # fmt: skip
    """Play a match, or what is missing of it in the database; Ctrl-C ends it with the games so far.

    It is played by so many processes, as many as there are processors by default, or with `ray` by a Ray cluster: the address
    of one, or an empty text for one that is found or started.
    """
    with ExitStack() as stack:
        recorder, number, before = None, None, MatchResults("", (), (), 0, 0)
        if database is not None:
            recorder = stack.enter_context(Recorder.write(database))
            number = recorder.begin(settings)
            before = recorder.results(number)
        progress = MatchProgress(settings, before.games)
        running = _Running(settings, progress, recorder, number, listen, stop)
        running.play(processes, ray)
        return Played(progress.results(running.counted), running.was_interrupted, number)


class _Running:
    """A match that goes on."""

    def __init__(
        self, settings: MatchSettings, progress: MatchProgress, recorder: Recorder | None, number: int | None,
        listen: Listen | None, stop: Stop | None,
    ) -> None:  # fmt: skip
        self.counted: int | None = None
        """The last game that counts, where those so far were enough."""
        self.was_interrupted = False
        self._settings, self._progress, self._recorder, self._number = settings, progress, recorder, number
        self._listen, self._stop = listen, stop
        self._numbers = {name: number for number, name in enumerate(settings.names)}
        self._seconds = 0.0
        self._games = 0

    def play(self, processes: int | None, ray: str | None) -> None:
        """Play all games that are missing."""
        for result in self._progress.results():
            moves = self._recorder.moves(self._number, result.number) if self._recorder and self._number else []
            self._tell(PlayedGame(result, tuple(moves)))
        following = [] if self._is_enough() else self._progress.take()
        if following:
            setup = MatchSetup(self._settings.game, self._settings.agents, self._settings.names, self._settings.terms)
            prepare(setup)
            pool = make_pool(setup, self._settings, processes, ray)
            try:
                self._play_in(pool, following)
            except KeyboardInterrupt:
                self.was_interrupted = True
            finally:
                pool.close()
        if self._recorder is not None and self._number is not None and not self.was_interrupted:
            self._recorder.finish(self._number, self.counted)

    def _play_in(self, pool: Pool, following: list[Scheduled]) -> None:
        """Keep a pool busy until all games are played or those so far are enough."""
        while following or not pool.is_idle:
            while following and pool.room:
                pool.submit(self._batch(following))
                following = self._progress.take()
            self._take_in(list(pool.arrivals()))
            if self._is_enough():
                return
            following = following or self._progress.take()

    def _batch(self, games: list[Scheduled]) -> list[Scheduled]:
        """Return games and those of the next pairs, about as many as fill a second."""
        wanted = min(MOST_PAIRS, int(BATCH_SECONDS * self._games / self._seconds) if self._seconds > 0 else 1)
        while len(games) < wanted:
            more = self._progress.take()
            if not more:
                break
            games = games + more
        return games

    def _take_in(self, games: list[PlayedGame]) -> None:
        """Keep games that were played."""
        if games and self._recorder is not None and self._number is not None:
            self._recorder.add(self._number, games, self._numbers)
        for game in games:
            self._seconds += game.result.seconds
            self._games += 1
            self._progress.add(game.result)
            self._tell(game)

    def _tell(self, game: PlayedGame) -> None:
        """Tell who listens."""
        if self._listen is not None:
            self._listen(game)

    def _is_enough(self) -> bool:
        """Return whether a test is content with the games so far; what was played beyond them does not count then."""
        for games in self._progress.pairs_in_order():
            if self._stop is not None and self._stop(games):
                self.counted = len(games)
                return True
        return False


def prepare(setup: MatchSetup) -> None:
    """Have what agents need compiled once, and raise `InputError` for those that are not there.

    An agent that comes to grief at this is left to lose its games.
    """
    state = first_decision(setup.game, setup.game.initial())
    for agent in dict.fromkeys(setup.agents):
        if not is_isolated(agent):
            try_out(setup.game, state, Seat.of(setup.game, agent))
            continue
        player = seated(setup.game, agent, setup.terms)
        try:
            with suppress(Forfeit):
                player.begin(state)
        finally:
            player.close()


def make_pool(setup: MatchSetup, settings: MatchSettings, processes: int | None, ray: str | None) -> Pool:
    """Return where the games of a match are played."""
    wanted = processes if processes is not None else available_processors()
    if wanted < 1:
        raise InputError(f"processes must be at least 1, not {wanted}")
    if ray is not None:
        from kibitz.arena.cluster import RayPool

        return RayPool(setup, ray, processes)
    try:
        return ProcessPool(setup, min(wanted, -(-settings.games // settings.game.players)))
    except InputError:
        if processes != 1:
            raise
        return LocalGames(setup)


def available_processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
