"""Connections to the web server: so many and no more, and none that asks for nothing."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

from kibitz.studio.limits import Limits

_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: 44\r\nconnection: close\r\n\r\n"
    b'{"error": "too many connections are open"}  '
)


def limited_protocol(limits: Limits) -> type[H11Protocol]:
    """Return the server's side of a connection, within limits."""

    class LimitedProtocol(H11Protocol):
        """A connection that is refused when there are too many, and closed when nothing is asked."""

        _patience: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            """Take a connection, or refuse it."""
            if len(self.connections) >= limits.connections:
                transport.write(_FULL)
                transport.close()
                return
            super().connection_made(transport)
            self._patience = self.loop.call_later(limits.idle_seconds, self._close_if_idle)

        def data_received(self, data: bytes) -> None:
            """Take what was sent, unless the connection was refused."""
            if self.transport is not None:
                super().data_received(data)

        def eof_received(self) -> None:
            """Take the end of what is sent, unless the connection was refused."""
            if self.transport is not None:
                super().eof_received()

        def connection_lost(self, exc: Exception | None) -> None:
            """Forget a connection."""
            if self._patience is not None:
                self._patience.cancel()
            if self.transport is not None:
                super().connection_lost(exc)

        def _close_if_idle(self) -> None:
            """Close a connection on which no request has come whole so far."""
            if self.cycle is None and self in self.connections:
                self.transport.close()

    return LimitedProtocol
