"""Games in several processes of this machine; one that dies is replaced, and its games are played again."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import NoReturn, Protocol

from kibitz.arena.players.process_tree import kill_tree
from kibitz.arena.playing import MatchSetup, PlayedGame, play_game, void_game
from kibitz.arena.schedules import Scheduled
from kibitz.core.errors import KibitzError, ResourceError
from kibitz.core.pickling import pickled, unpickled

ATTEMPTS = 3
"""So often a game is begun whose process dies; then it is void."""
PATIENCE = 2.0
"""Seconds within which a process has to end by itself."""


class Pool(Protocol):
    """Where games are played."""

    @property
    def room(self) -> int:
        """How many batches would be begun at once."""

    @property
    def is_idle(self) -> bool:
        """Whether no game is being played."""

    def submit(self, batch: Sequence[Scheduled]) -> None:
        """Have games played, one after the other."""

    def arrivals(self) -> Iterator[PlayedGame]:
        """Wait until something has happened, and yield games that were played."""

    def close(self) -> None:
        """End all games that are still being played."""


class LocalGames:
    """Games in this process: for agents that are in no file another process could read."""

    def __init__(self, setup: MatchSetup) -> None:
        self._setup = setup
        self._waiting: list[Scheduled] = []

    @property
    def room(self) -> int:
        """One batch at a time."""
        return 0 if self._waiting else 1

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits to be played."""
        return not self._waiting

    def submit(self, batch: Sequence[Scheduled]) -> None:
        """Keep games to be played."""
        self._waiting += batch

    def arrivals(self) -> Iterator[PlayedGame]:
        """Play a game."""
        if self._waiting:
            yield play_game(self._setup, self._waiting.pop(0))

    def close(self) -> None:
        """Forget what was not played."""
        self._waiting.clear()


@dataclass
class _Worker:
    """A process that plays games."""

    process: SpawnProcess
    connection: Connection
    batch: list[Scheduled] = field(default_factory=list)
    """What it has still to play."""


class ProcessPool:
    """So many processes, each with a batch of games."""

    def __init__(self, setup: MatchSetup, processes: int) -> None:
        self._setup = setup
        self._parcel = pickled(setup.game, *setup.agents, setup)
        self._context = multiprocessing.get_context("spawn")
        self._deaths: Counter[int] = Counter()
        self._workers = [self._worker() for _ in range(processes)]

    @property
    def room(self) -> int:
        """How many processes have nothing to do."""
        return sum(not worker.batch for worker in self._workers)

    @property
    def is_idle(self) -> bool:
        """Whether no game is being played."""
        return not any(worker.batch for worker in self._workers)

    def submit(self, batch: Sequence[Scheduled]) -> None:
        """Hand games to a process that has nothing to do."""
        worker = next(worker for worker in self._workers if not worker.batch)
        worker.batch = list(batch)
        _tell(worker)

    def arrivals(self) -> Iterator[PlayedGame]:
        """Yield games that processes have played."""
        busy = {id(worker.connection): worker for worker in self._workers if worker.batch}
        for ready in wait([worker.connection for worker in busy.values()]):
            worker = busy[id(ready)]
            try:
                found = pickle.loads(worker.connection.recv_bytes())
            except (EOFError, OSError):
                yield from self._replaced(worker)
                continue
            if isinstance(found, Exception):
                raise found
            worker.batch.pop(0)
            yield found

    def close(self) -> None:
        """End all processes, with the players that they have."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(PATIENCE)
            _end(worker)

    def _worker(self, batch: Sequence[Scheduled] = ()) -> _Worker:
        """Return a new process that plays games."""
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=work, args=(theirs, self._parcel))
        process.start()
        theirs.close()
        worker = _Worker(process, ours, list(batch))
        if batch:
            _tell(worker)
        return worker

    def _replaced(self, worker: _Worker) -> Iterator[PlayedGame]:
        """Let another process play the games of one that has died; yield the game it died of, if it did so again and again."""
        died_of = worker.batch[0]
        self._deaths[died_of.number] += 1
        if self._deaths[died_of.number] >= ATTEMPTS:
            yield void_game(self._setup, died_of, f"the process that played it died {ATTEMPTS} times")
            worker.batch.pop(0)
        _end(worker)
        self._workers[self._workers.index(worker)] = self._worker(worker.batch)


def _tell(worker: _Worker) -> None:
    """Send a process its games."""
    with suppress(OSError):  # it has died, which is seen when it is waited for
        worker.connection.send_bytes(pickle.dumps(worker.batch))


def _end(worker: _Worker) -> None:
    """End a process for good."""
    worker.process.kill()
    worker.process.join()
    worker.connection.close()


def work(connection: Connection, parcel: bytes) -> None:
    """Play the games that come through a connection, as a process of a pool does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asked for the games sees to Ctrl-C
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_follow, daemon=True).start()
    setup: MatchSetup = unpickled(parcel)[-1]
    with suppress(EOFError, OSError):
        while True:
            for scheduled in pickle.loads(connection.recv_bytes()):
                connection.send_bytes(pickle.dumps(_played(setup, scheduled)))


def _played(setup: MatchSetup, scheduled: Scheduled) -> PlayedGame | Exception:
    """Return a game that was played, or why no game of the match can be."""
    try:
        return play_game(setup, scheduled)
    except KibitzError as error:
        return error
    except Exception as error:
        return ResourceError(f"game {scheduled.number} could not be played: {type(error).__name__}: {error}")


def _leave(*_: object) -> NoReturn:
    """End at once, and with the players of the game."""
    kill_tree(os.getpid())
    os._exit(0)


def _follow() -> None:
    """End with the process that asked for the games, however that ends."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    _leave()
