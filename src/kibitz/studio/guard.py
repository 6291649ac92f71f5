"""What every request passes first: who asks, how much they send, and what browsers are told to allow."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz.studio.limits import Limits

HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})
"""A page of another site that had its name point here would ask under that name."""
DRAINED_BYTES = 256 << 20
"""So much of a body that is too large is still taken, since most programs listen only when they have sent all."""
HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-cache"),
]


class Guard:
    """An application behind the checks that hold for every page, verb and socket."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits
        self._sockets = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        reason = why_foreign(scope["headers"])
        if reason is not None:
            await _refuse(scope, receive, send, 403, reason)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._request(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a WebSocket through unless there are too many."""
        if self._sockets >= self._limits.sockets:
            await _refuse(scope, receive, send, 503, f"{self._sockets} pages are open, and no more are served")
            return
        self._sockets += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._sockets -= 1

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through unless its body is too large; its answer gets the headers that all have."""
        try:
            body = await _body(scope, receive, self._limits)
        except TimeoutError:
            await _refuse(scope, receive, send, 408, "the body of the request does not come")
            return
        if body is None:
            sentence = f"the body of a request has at most {self._limits.body_bytes} bytes"
            await _refuse(scope, receive, send, 413, sentence)
            return
        first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def received() -> Message:
            return first.pop() if first else await receive()

        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *HEADERS]}
            await send(message)

        await self._app(scope, received, secured)


async def _body(scope: Scope, receive: Receive, limits: Limits) -> bytes | None:
    """Return the body of a request, or None if it is too large; most of the rest of one is then taken and dropped."""
    most = limits.body_bytes
    length = _content_length(scope["headers"])
    if length > DRAINED_BYTES:
        return None
    parts, taken, has_more = [], 0, True
    while has_more and taken <= DRAINED_BYTES:
        message = await asyncio.wait_for(receive(), limits.idle_seconds)
        part = message.get("body", b"")
        taken += len(part)
        if taken <= most:
            parts.append(part)
        has_more = message["type"] == "http.request" and message.get("more_body", False)
    return b"".join(parts) if taken <= most else None


def why_foreign(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """Return why a request is not answered: it was not sent to this machine by its name, or by the page of another site."""
    found = {name: value.decode("latin-1") for name, value in headers if name in (b"host", b"origin")}
    host, origin = found.get(b"host", ""), found.get(b"origin")
    if _name(f"//{host}") not in HOSTS:
        return f"the studio answers to 127.0.0.1 and localhost, not to the Host {host[:100]!r}"
    if origin is not None and origin != f"http://{host}":
        return f"a page of {origin[:100]} may not use the studio"
    return None


def _name(address: str) -> str | None:
    """Return the host's name in an address, or None if it is none."""
    try:
        parts = urlsplit(address)
        return parts.hostname if parts.username is None and not parts.path and (parts.port or 0) >= 0 else None
    except ValueError:
        return None


def _content_length(headers: Iterable[tuple[bytes, bytes]]) -> int:
    """Return how many bytes a request says that it has; 0 if it does not say."""
    length = dict(headers).get(b"content-length", b"0")
    return int(length) if length.isdigit() and len(length) < 20 else 0


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, sentence: str) -> None:
    """Answer with a status and a sentence, also to who wants a WebSocket."""
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": sentence})
            return
        kind = "websocket.http.response"
    body = json.dumps({"error": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body)), *HEADERS]
    await send({"type": f"{kind}.start", "status": status, "headers": [*headers, (b"connection", b"close")]})
    await send({"type": f"{kind}.body", "body": body})
