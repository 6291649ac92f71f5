"""Requests on their way to a process that answers them, one client after the other."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kibitz.analysis.errors import STOPPED
from kibitz.core.errors import ResourceError

Message = dict[str, Any]


def _silent(message: Message) -> None:
    """Drop a report of progress."""


@dataclass(eq=False)
class Job:
    """One request of a client, and the promise of its last message."""

    client: str
    request: Message
    report: Callable[[Message], None] = _silent
    answer: asyncio.Future[Message] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    is_ended: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when what there is by now is enough."""
    is_unwanted: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when nobody waits for an answer."""

    def finish(self, message: Message) -> None:
        """Keep the promise, unless it was kept or is no longer wanted."""
        if not self.answer.done():
            self.answer.set_result(message)


def failure(sentence: str, status: int) -> Message:
    """Return the last message of a request that was not answered."""
    return {"type": "error", "error": sentence, "status": status}


class FairQueue:
    """Jobs that wait: each client's in order, and the clients in turn, so that nobody waits for all that another asked."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self.most = most
        self.most_of_one = most_of_one
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()
        self._home: OrderedDict[str, int] = OrderedDict()
        """Where a client's last job was done: what that process remembers of it need not be found again."""
        self._idle: set[int] = set()
        self._changed = asyncio.Condition()

    def __len__(self) -> int:
        """Return how many jobs wait."""
        return sum(map(len, self._waiting.values()))

    async def put(self, job: Job) -> None:
        """Add a job, or raise if there are too many."""
        if len(self._waiting.get(job.client, ())) >= self.most_of_one:
            raise ResourceError(f"{self.most_of_one} requests from here are waiting already; ask again when they are answered")
        if len(self) >= self.most:
            raise ResourceError("too many requests are waiting; ask again later")
        self._waiting.setdefault(job.client, deque()).append(job)
        async with self._changed:
            self._changed.notify_all()

    async def next(self, place: int) -> Job:
        """Return the job that a place is to do next, as soon as there is one."""
        self._idle.add(place)
        async with self._changed:
            client = await self._changed.wait_for(lambda: self._client_for(place))
            assert client is not None
            self._idle.discard(place)
            self._changed.notify_all()  # what was left to this place, another may do now
        job = self._waiting[client].popleft()
        self._waiting.move_to_end(client)
        if not self._waiting[client]:
            del self._waiting[client]
        self._home[client] = place
        self._home.move_to_end(client)
        while len(self._home) > self.most:
            self._home.popitem(last=False)
        return job

    def _client_for(self, place: int) -> str | None:
        """Return the client whose turn it is; one that another idle place knows already is left to that place."""
        return next((client for client in self._waiting if self._home.get(client, place) not in self._idle - {place}), None)

    def drop(self, job: Job) -> bool:
        """Take a job out that still waits, and return whether it did."""
        jobs = self._waiting.get(job.client, ())
        if job not in jobs:
            return False
        self._waiting[job.client].remove(job)
        if not self._waiting[job.client]:
            del self._waiting[job.client]
        job.finish(failure(STOPPED, 400))
        return True
