"""The analysis protocol over a WebSocket: one for each open page, whose requests end with it."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from itertools import count
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from kibitz.analysis.server import TERMINATE
from kibitz.core.errors import InputError, KibitzError, ResourceError
from kibitz.studio.dispatcher import Dispatcher
from kibitz.studio.jobs import Job, Message, failure
from kibitz.studio.limits import Limits

LONGEST_NAME = 100
GOING_AWAY, TOO_SLOW = 1001, 1008


class Sockets:
    """All pages that are open."""

    def __init__(self, dispatcher: Dispatcher, limits: Limits) -> None:
        self._dispatcher = dispatcher
        self._limits = limits
        self._open: set[_Page] = set()
        self._numbers = count(1)

    async def serve(self, socket: WebSocket) -> None:
        """Answer one page as long as it is open."""
        await socket.accept()
        page = _Page(socket, self._dispatcher, f"page {next(self._numbers)}", self._limits.unsent_bytes)
        self._open.add(page)
        try:
            await page.serve()
        finally:
            self._open.discard(page)

    def tell_all(self, message: Message) -> None:
        """Send a message to all pages."""
        for page in self._open:
            page.send(message)


class _Page:
    """One open page: its requests at work, and the messages it has not taken yet."""

    def __init__(self, socket: WebSocket, dispatcher: Dispatcher, name: str, most_unsent_bytes: int) -> None:
        self._socket = socket
        self._dispatcher = dispatcher
        self._name = name
        self._jobs: dict[str, Job] = {}
        self._unsent: asyncio.Queue[str] = asyncio.Queue()
        self._unsent_bytes = 0
        self._most_unsent_bytes = most_unsent_bytes
        self._is_slow = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """Take requests and send answers until the page is closed, or takes no more answers."""
        ends = [asyncio.create_task(work) for work in (self._receive(), self._deliver(), self._slow())]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for job in self._jobs.values():
                self._dispatcher.abandon(job)
            for task in [*ends, *self._tasks]:
                task.cancel()
            await asyncio.gather(*ends, *self._tasks, return_exceptions=True)
            with suppress(RuntimeError, WebSocketDisconnect):  # it may be closed already
                await self._socket.close(TOO_SLOW if self._is_slow.is_set() else GOING_AWAY)

    def send(self, message: Message) -> None:
        """Have a message sent; a page that takes none is left."""
        if self._unsent_bytes > self._most_unsent_bytes:
            self._is_slow.set()
            return
        text = json.dumps(message)
        self._unsent_bytes += len(text)
        self._unsent.put_nowait(text)

    async def _slow(self) -> None:
        """Wait until the page has not taken its messages for too long."""
        await self._is_slow.wait()

    async def _deliver(self) -> None:
        """Send messages as fast as the page takes them."""
        with suppress(RuntimeError, WebSocketDisconnect):
            while True:
                text = await self._unsent.get()
                await self._socket.send_text(text)
                self._unsent_bytes -= len(text)

    async def _receive(self) -> None:
        """Take requests until the page is closed."""
        while (message := await self._socket.receive())["type"] == "websocket.receive":
            try:
                await self._take(_request(message.get("text")))
            except KibitzError as error:
                self.send({"id": None, **failure(str(error), 400)})

    async def _take(self, request: Message) -> None:
        """Begin with a request, or end one."""
        if request.get("verb") == TERMINATE:
            job = self._jobs.get(str(request.get("target")))
            if job is not None:
                self._dispatcher.end(job)
            return
        name = request.pop("id", None)
        if not isinstance(name, str) or len(name) > LONGEST_NAME or name in self._jobs:
            raise InputError(f"a request has an id of its own, a text of at most {LONGEST_NAME} letters")

        def report(message: Message) -> None:
            self.send({"id": name, **message})

        try:
            job = await self._dispatcher.hand_in(self._name, request, report)
        except KibitzError as error:
            report(failure(str(error), 429 if isinstance(error, ResourceError) else 400))
            return
        self._jobs[name] = job
        task = asyncio.create_task(self._answer(name, job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, name: str, job: Job) -> None:
        """Send the last message about a request."""
        message = await job.answer
        del self._jobs[name]
        self.send({"id": name, **message})


def _request(text: Any) -> Message:
    """Return the request in a message, or raise."""
    try:
        request = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        request = None
    if not isinstance(request, dict):
        raise InputError("a message is a JSON object with an id and a verb")
    return request
