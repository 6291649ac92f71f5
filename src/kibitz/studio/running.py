"""The web server itself: where it listens, and how it begins and ends."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress

import uvicorn

from kibitz.core.errors import InputError
from kibitz.studio.application import application
from kibitz.studio.connections import limited_protocol
from kibitz.studio.limits import Limits

HOST = "127.0.0.1"
PORT = 8421
TRIED = 10
"""So many ports are tried where none was asked for."""
BACKLOG = 512
"""Connections that may wait to be taken."""
SECONDS_TO_END = 1
UNFINISHED = "ASGI callable returned without completing handshake."
"""What uvicorn says of a WebSocket that was refused with a status, as it may be."""


def listening_socket(port: int | None) -> socket.socket:
    """Return a socket that listens: at the port that was asked for (0: any), or at the first free one from the usual on."""
    for one in [port] if port is not None else range(PORT, PORT + TRIED):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, one))
            listener.listen(BACKLOG)  # now, so that whoever is told the address can come at once
            return listener
        except (OSError, OverflowError) as error:
            listener.close()
            reason = error
    where = f"port {port}" if port is not None else f"ports {PORT} to {PORT + TRIED - 1}"
    raise InputError(f"the studio cannot use {where}: {getattr(reason, 'strerror', None) or reason}; give another with --port")


def address(listener: socket.socket) -> str:
    """Return the address of the studio that a browser opens."""
    return f"http://{HOST}:{listener.getsockname()[1]}/"


def serve(
    listener: socket.socket, limits: Limits, files: Sequence[str], when_ready: Callable[[], None]
) -> None:  # fmt: skip
    """Run the studio until it is interrupted."""
    server(limits, files, when_ready).run(sockets=[listener])


def server(limits: Limits, files: Sequence[str], when_ready: Callable[[], None]) -> uvicorn.Server:
    """Return the web server with the studio in it."""
    _allow_files(limits.connections + limits.sockets + 100)
    config = uvicorn.Config(
        application(limits, files, when_ready),
        http=limited_protocol(limits),
        lifespan="on",
        log_level="error",
        access_log=False,
        backlog=BACKLOG,
        server_header=False,
        ws_max_size=limits.body_bytes,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=SECONDS_TO_END,
    )
    logging.getLogger("uvicorn.error").addFilter(lambda record: record.msg != UNFINISHED)
    return uvicorn.Server(config)


def _allow_files(wanted: int) -> None:
    """Ask the system for as many open files as there may be connections."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
