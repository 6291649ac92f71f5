"""The way to a Ray cluster: Ray itself, which is an extra, and the cluster that it is to use."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kibitz.core.errors import InputError

CONNECTING = 10.0
"""Seconds within which a cluster has to be there."""


def imported() -> Any:
    """Return Ray, or raise where it is not installed."""
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise InputError("games on a cluster need Ray: pip install 'kibitz[ray]'") from None
    return ray


def connect(ray: Any, address: str) -> None:
    """Connect to a cluster, the one at an address or else one that is found or started here."""
    if ray.is_initialized():
        return
    _require_listening(address)
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        with _own_signals():
            ray.init(address=address or None, log_to_driver=False, logging_level="ERROR", include_dashboard=False)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        raise InputError(f"there is no Ray cluster at {address or 'hand'}: {last_line(error)}") from None


def _require_listening(address: str) -> None:
    """Raise if nobody listens at an address: Ray would try for minutes, and tell of every try."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECTING).close()
    except (OSError, OverflowError, ValueError) as error:
        told = getattr(error, "strerror", None) or str(error)
        raise InputError(f"there is no Ray cluster at {address}: {told}") from None


@contextmanager
def _own_signals() -> Iterator[None]:
    """Inside, what Ray does about a request to end is undone: it would be taken for an error of the game."""
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        if before is not None and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, before)


def last_line(error: BaseException) -> str:
    """Return the end of a message, which says what it was."""
    return next((line.strip() for line in reversed(str(error).splitlines()) if line.strip()), type(error).__name__)
