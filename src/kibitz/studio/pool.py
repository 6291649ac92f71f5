"""Processes that answer requests: as many at a time as there are, and the clients in turn."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from kibitz.analysis.errors import sentence
from kibitz.studio.jobs import FairQueue, Job, failure
from kibitz.studio.limits import Limits
from kibitz.studio.worker import Worker

logger = logging.getLogger(__name__)

POLITE = 5
"""Searches run with this niceness, so that a click is answered while all processors are searching."""
RULES_PROCESSES = 2
"""A second one, so that rules that hang hold up no one else."""


class Pool:
    """A number of processes with one queue."""

    def __init__(self, workers: Sequence[Worker], limits: Limits, seconds: float) -> None:
        self._workers = workers
        self._seconds = seconds
        self._queue = FairQueue(limits.waiting, limits.waiting_of_one)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to work; the first process starts now, since the first request is near."""
        await self._workers[0].start()
        self._tasks = [asyncio.create_task(self._work(place)) for place in range(len(self._workers))]

    async def put(self, job: Job) -> None:
        """Have a job done in its turn, or raise if too many wait."""
        if len(self._queue) or all(worker.is_busy for worker in self._workers):
            job.report({"type": "progress", "phase": "waiting"})
        await self._queue.put(job)

    def end(self, job: Job) -> None:
        """Let a job end early: with what it has, or before it begins."""
        if not self._queue.drop(job):
            job.is_ended.set()

    def abandon(self, job: Job) -> None:
        """Let a job end whose client is gone."""
        job.is_unwanted.set()
        self.end(job)

    async def close(self) -> None:
        """End all processes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._workers:
            await worker.kill()

    async def _work(self, place: int) -> None:
        """Do jobs with one process, for ever."""
        worker = self._workers[place]
        while True:
            job = await self._queue.next(place)
            try:
                job.finish(await worker.answer(job, self._seconds))
            except Exception as error:  # one request, whatever it is, must not cost all others this place
                logger.exception("a request could not be answered")
                await worker.kill()
                job.finish(failure(sentence(error), 500))


def rules_pool(limits: Limits, files: Sequence[str]) -> Pool:
    """Return the processes that answer what the rules know."""
    return Pool([Worker(limits, files) for _ in range(RULES_PROCESSES)], limits, limits.rules_seconds)


def search_pool(limits: Limits, files: Sequence[str]) -> Pool:
    """Return the processes that search."""
    return Pool([Worker(limits, files, niceness=POLITE) for _ in range(limits.searches)], limits, limits.seconds)
