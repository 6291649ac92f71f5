"""Which processes a request goes to: those who know the rules, or those who search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from kibitz.analysis.verbs import verbs
from kibitz.core.errors import UnknownNameError
from kibitz.studio.jobs import Job, Message
from kibitz.studio.limits import Limits
from kibitz.studio.pool import Pool, rules_pool, search_pool


class Dispatcher:
    """All processes of the studio, each verb with the kind that answers it."""

    def __init__(self, limits: Limits, files: Sequence[str]) -> None:
        self._rules = rules_pool(limits, files)
        self._searches = search_pool(limits, files)

    async def start(self) -> None:
        """Begin to work."""
        await self._rules.start()
        await self._searches.start()

    async def close(self) -> None:
        """End all work."""
        await self._rules.close()
        await self._searches.close()

    async def hand_in(self, client: str, request: Message, report: Callable[[Message], None] | None = None) -> Job:
        """Return a request as a job that will be done, or raise if its verb is unknown or too many wait."""
        job = Job(client, request) if report is None else Job(client, request, report)
        await self._pool(request.get("verb")).put(job)
        return job

    def end(self, job: Job) -> None:
        """Let a job end early."""
        with suppress(UnknownNameError):
            self._pool(job.request.get("verb")).end(job)

    def abandon(self, job: Job) -> None:
        """Let a job end whose client is gone."""
        with suppress(UnknownNameError):
            self._pool(job.request.get("verb")).abandon(job)

    def _pool(self, name: object) -> Pool:
        """Return the processes that answer a verb."""
        known = verbs()
        if not isinstance(name, str) or name not in known:
            raise UnknownNameError("verb", str(name)[:100], list(known))
        return self._searches if known[name].is_long else self._rules
