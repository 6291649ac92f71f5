"""Requests that wait: nobody is forgotten, however many others there are."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor

import pytest

from kibitz.core.errors import ResourceError
from kibitz.studio.jobs import FairQueue, Job, Message
from kibitz.studio.limits import Limits
from kibitz.studio.worker import TOO_MUCH, Worker

PATIENCE = 60


def _run(work: Coroutine[None, None, None]) -> None:
    """Do the work in a thread of its own: in this one a browser of other tests may have a loop that runs."""
    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, work).result()


def test_a_client_that_came_to_a_full_queue_is_served_later() -> None:
    async def work() -> None:
        queue = FairQueue(most=1, most_of_one=1)
        first, second = Job("first", {}), Job("second", {})
        await queue.put(first)
        with pytest.raises(ResourceError, match="too many requests"):
            await queue.put(second)
        assert await queue.next(0) is first
        waiting = asyncio.create_task(queue.next(0))
        await asyncio.sleep(0)
        await queue.put(second)
        assert await waiting is second
        assert len(queue) == 0

    _run(work())


def test_two_requests_of_a_client_are_done_by_two_idle_places() -> None:
    async def work() -> None:
        queue = FairQueue(most=10, most_of_one=10)
        await queue.put(Job("client", {}))
        await queue.next(0)  # from now on this place is the client's home
        places = [asyncio.create_task(queue.next(place)) for place in (1, 0)]
        await asyncio.sleep(0)
        jobs = [Job("client", {}), Job("client", {})]
        for job in jobs:
            await queue.put(job)
        done = await asyncio.wait_for(asyncio.gather(*places), PATIENCE)
        assert {*done} == {*jobs}

    _run(work())


def test_rules_that_take_too_long_may_be_asked_again() -> None:
    """Whoever told them to end knows why there is no answer; where their time was over, it is said."""

    async def work(job: Job, seconds: float) -> Message:
        worker = Worker(Limits(), [])
        try:
            await worker.answer(Job("client", {"verb": "version"}), seconds=PATIENCE)  # while it starts it has more time
            return await worker.answer(job, seconds)
        finally:
            await worker.kill()

    async def told() -> None:
        late, ended = (Job("client", {"verb": "position", "game": "chess"}) for _ in range(2))
        ended.is_ended.set()
        assert await work(late, 0.001) == {"type": "error", "error": TOO_MUCH, "status": 429}
        answer = await work(ended, PATIENCE)
        assert answer["type"] == "error"
        assert answer["error"] != TOO_MUCH

    _run(told())


def test_clients_take_turns() -> None:
    async def work() -> None:
        queue = FairQueue(most=10, most_of_one=10)
        for client in ("a", "a", "a", "b"):
            await queue.put(Job(client, {}))
        assert [(await queue.next(0)).client for _ in range(4)] == ["a", "b", "a", "a"]

    _run(work())
