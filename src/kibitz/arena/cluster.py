"""Games on a Ray cluster: an actor for each processor keeps its compiled kernels from batch to batch.

What is lost with a node or a process is played again elsewhere, and actors are made anew where there is room, also on
nodes that join later. Results come back to the process that asked for the games, which alone keeps them.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from types import ModuleType
from typing import Any

from kibitz.arena.playing import MatchSetup, PlayedGame, play_game, void_game
from kibitz.arena.pool import ATTEMPTS
from kibitz.arena.ray_connection import connect, imported, last_line
from kibitz.arena.schedules import Scheduled
from kibitz.core.errors import KibitzError, ResourceError
from kibitz.core.pickling import pickled, unpickled

LISTENING = 2.0
"""Seconds after which a wait looks whether there is room for more actors."""
Batch = list[Scheduled]


class Referee:
    """What an actor does: it plays batches of games."""

    def __init__(self, parcel: bytes, folder: str) -> None:
        sys.modules["__main__"] = ModuleType("__main__")  # Ray's own, which players' processes would import again
        with suppress(OSError):  # where the paths in agents' strings begin
            os.chdir(folder)
        self._setup: MatchSetup = unpickled(parcel)[-1]

    def ready(self) -> None:
        """Return once the actor is there."""

    def play(self, batch: bytes) -> bytes:
        """Return the games of a batch, or the error that none of the match can be played for."""
        try:
            return pickle.dumps([play_game(self._setup, scheduled) for scheduled in pickle.loads(batch)])
        except KibitzError as error:
            return pickle.dumps(error)


class RayPool:
    """Games on the processors of a cluster."""

    def __init__(self, setup: MatchSetup, address: str, most: int | None) -> None:
        self._ray = imported()
        self._setup, self._most = setup, most
        self._parcel = pickled(setup.game, *setup.agents, setup)
        self._deaths: Counter[int] = Counter()
        self._again: deque[Batch] = deque()
        self._starting: dict[Any, Any] = {}
        self._idle: list[Any] = []
        self._playing: dict[Any, tuple[Any, Batch]] = {}
        self._was_there = bool(self._ray.is_initialized())
        connect(self._ray, address)
        self._remote = self._ray.remote(num_cpus=1, max_restarts=0)(Referee)
        self._grow()

    @property
    def room(self) -> int:
        """How many actors have nothing to do."""
        return max(0, len(self._idle) - len(self._again))

    @property
    def is_idle(self) -> bool:
        """Whether no game is being played, nor has to be played again."""
        return not self._playing and not self._again

    def submit(self, batch: Sequence[Scheduled]) -> None:
        """Hand games to an actor that has nothing to do."""
        actor = self._idle.pop()
        self._playing[actor.play.remote(pickle.dumps(list(batch)))] = actor, list(batch)

    def arrivals(self) -> Iterator[PlayedGame]:
        """Yield games that actors have played."""
        ready, _ = self._ray.wait([*self._playing, *self._starting], num_returns=1, timeout=LISTENING)
        for answer in ready:
            if answer in self._starting:
                self._take_on(answer)
            else:
                yield from self._played(answer)
        self._grow()
        while self._again and self._idle:
            self.submit(self._again.popleft())

    def close(self) -> None:
        """End all actors, and the cluster if it was begun for them."""
        actors = [*self._idle, *self._starting.values(), *(actor for actor, _ in self._playing.values())]
        for actor in actors:
            with suppress(Exception):
                self._ray.kill(actor)
        if not self._was_there:
            self._ray.shutdown()

    def _grow(self) -> None:
        """Begin actors where the cluster has processors for them."""
        here = len(self._idle) + len(self._starting) + len(self._playing)
        processors = int(self._ray.cluster_resources().get("CPU", 0))
        for _ in range(min(processors, self._most or processors) - here):
            actor = self._remote.remote(self._parcel, os.getcwd())
            self._starting[actor.ready.remote()] = actor

    def _take_on(self, answer: Any) -> None:
        """Take on an actor that has begun, or say why it has not."""
        actor = self._starting.pop(answer)
        try:
            self._ray.get(answer)
        except self._ray.exceptions.ActorDiedError as error:
            if isinstance(error.__cause__, Exception) or "creation task" in str(error):
                raise ResourceError(f"no game can be played on the cluster: {last_line(error)}") from None
        except self._ray.exceptions.RayError:
            pass
        else:
            self._idle.append(actor)

    def _played(self, answer: Any) -> Iterator[PlayedGame]:
        """Yield the games of a batch; those that were lost are put aside to be played again."""
        actor, batch = self._playing.pop(answer)
        try:
            found = pickle.loads(self._ray.get(answer))
        except self._ray.exceptions.RayTaskError as error:
            raise ResourceError(f"a batch of games could not be played: {last_line(error)}") from None
        except self._ray.exceptions.RayError:
            yield from self._lost(batch)
            return
        self._idle.append(actor)
        if isinstance(found, Exception):
            raise found
        yield from found

    def _lost(self, batch: Batch) -> Iterator[PlayedGame]:
        """Have the games of a batch played again one by one; yield those that were lost again and again."""
        for scheduled in batch:
            self._deaths[scheduled.number] += 1
            if self._deaths[scheduled.number] > ATTEMPTS and len(batch) == 1:
                yield void_game(self._setup, scheduled, f"the processes that played it died {ATTEMPTS} times")
            else:
                self._again.append([scheduled])
