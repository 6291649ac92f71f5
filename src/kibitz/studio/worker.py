"""A process that answers requests one after the other: `kibitz serve`, confined."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

from kibitz.analysis.errors import STOPPED
from kibitz.arena.sqlite_files import is_database
from kibitz.studio.jobs import Job, Message, failure
from kibitz.studio.limits import Limits

LONGEST_ANSWER = 256 << 20
MOST_ADDRESSES = 16 << 30
"""Far more than the memory a process may have: the stacks of threads are large, and hardly used."""
LOOK_SECONDS = 0.25
"""Between two looks at how much memory a process has."""
PATIENCE_SECONDS = 10.0
"""A request that was told to end has so long to answer with what it has before its process is killed."""
START_SECONDS = 30.0
"""A process that has just been started has so long besides to load what it works with."""
GRACE_SECONDS = 0.7
"""So long it has where nobody waits for the answer."""
ENDED = "the process that worked on this has ended, perhaps for want of memory; ask for less"
TOO_MUCH = "this took more time or memory than a request is given here"


class Worker:
    """A process that is started when it is first needed, and again when it has ended."""

    def __init__(self, limits: Limits, files: Sequence[str], *, niceness: int = 0) -> None:
        self._command = [sys.executable, "-P", "-m", "kibitz", "serve", "--confined", "--end-with-input"]
        for option, value in (
            ("--seconds", limits.seconds),
            ("--threads", limits.threads),
            ("--memory", limits.megabytes),
            ("--events", limits.events),
        ):
            self._command += [option, str(value)]
        for file in files:
            self._command += ["--tournaments" if is_database(file) else "--game", file]
        self._most_bytes = limits.process_bytes
        self._niceness = niceness
        self._process: asyncio.subprocess.Process | None = None
        self._numbers = count(1)
        self._is_fresh = True
        self.is_busy = False
        """Whether it is at work on a request."""

    async def start(self) -> asyncio.subprocess.Process:
        """Return the process, started if it is not there."""
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=pipe, stdout=pipe, limit=LONGEST_ANSWER, start_new_session=True
            )
            self._restrain(self._process.pid)
            self._is_fresh = True
        return self._process

    def _restrain(self, pid: int) -> None:
        """Let a process have no more than its addresses, and searches yield to those who only ask for the rules."""
        with suppress(OSError, ImportError, AttributeError):  # the system may know no such limits
            os.setpriority(os.PRIO_PROCESS, pid, self._niceness)
            import resource

            resource.prlimit(pid, resource.RLIMIT_DATA, (MOST_ADDRESSES, MOST_ADDRESSES))

    @property
    def _is_too_large(self) -> bool:
        """Whether the process has taken more memory than it may, where the system tells."""
        with suppress(OSError, ValueError, AttributeError):
            pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) if self._process else 0
            return pages * os.sysconf("SC_PAGE_SIZE") > self._most_bytes
        return False

    async def answer(self, job: Job, seconds: float) -> Message:
        """Return the last message about a request; it ends early, or with its process, when told or when its time is over."""
        number = f"{next(self._numbers)}"
        try:
            line = _line({**job.request, "id": number})
        except RecursionError:
            return failure("the request is nested too deeply", 400)
        try:
            process = await self.start()
        except OSError as error:
            return failure(f"no process can be started to work on this: {error}", 503)
        self.is_busy = True
        reading = asyncio.create_task(self._last_message(process, number, job.report))
        self._write(line)
        ended, unwanted = (asyncio.create_task(event.wait()) for event in (job.is_ended, job.is_unwanted))
        try:
            await self._over_or_too_large({reading, ended}, seconds + (START_SECONDS if self._is_fresh else 0.0))
            self._is_fresh = False
            if not reading.done():
                self._write(_line({"verb": "terminate", "target": number}))
                await self._over_or_too_large({reading, unwanted}, PATIENCE_SECONDS)
            if not reading.done():
                await asyncio.wait({reading}, timeout=GRACE_SECONDS)
            if not reading.done():
                await self.kill()
                return failure(TOO_MUCH, 429)
            found = reading.result() or await self._ended()
            was_late = not job.is_ended.is_set() and found.get("error") == STOPPED
            return failure(TOO_MUCH, 429) if was_late else found
        finally:
            self.is_busy = False
            for task in (reading, ended, unwanted):
                task.cancel()

    async def _over_or_too_large(self, ends: set[asyncio.Task[Any]], seconds: float) -> None:
        """Wait until one of these has come, the time is over, or the process has more memory than it may have."""
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0 and not self._is_too_large:
            done, _ = await asyncio.wait(ends, timeout=min(left, LOOK_SECONDS), return_when=asyncio.FIRST_COMPLETED)
            if done:
                return

    def _write(self, line: bytes) -> None:
        """Send a line to the process; whether it is still there shows when it is read from."""
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(line)

    @staticmethod
    async def _last_message(
        process: asyncio.subprocess.Process, number: str, report: Callable[[Message], None]
    ) -> Message | None:  # fmt: skip
        """Return the last message about a request, or None if the process ends before; report those that come before."""
        assert process.stdout is not None
        try:
            while line := await process.stdout.readline():
                message: Message = json.loads(line)
                if message.pop("id") != number:
                    continue  # the answer to a request that was given up
                if message["type"] != "progress":
                    return message
                report(message)
        except (ValueError, ConnectionError):  # half a line, or one that is too long: nothing good will follow
            pass
        return None

    async def _ended(self) -> Message:
        """Return what is said of a request whose process has ended."""
        await self.kill()
        return failure(ENDED, 503)

    async def kill(self) -> None:
        """End the process at once."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _line(message: Message) -> bytes:
    """Return a message as a process reads it."""
    return json.dumps(message).encode() + b"\n"
