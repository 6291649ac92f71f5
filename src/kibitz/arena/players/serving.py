"""The process of one player: it answers a game's questions until that goes away."""

from __future__ import annotations

import contextlib
import inspect
import json
import multiprocessing
import os
import random
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from math import isfinite
from multiprocessing.connection import Connection, wait
from typing import Any

from kibitz.api import Seat
from kibitz.arena.players.in_process import ask_seat, warm
from kibitz.arena.players.player import Turn, answer_of, forfeit_for
from kibitz.arena.players.process_tree import kill_tree
from kibitz.core.errors import InputError
from kibitz.core.pickling import unpickled
from kibitz.protocols.child import EngineError
from kibitz.protocols.gtp.agent import engine_of as gtp_engine
from kibitz.protocols.uci.agent import engine_of as uci_engine

BEGIN, MOVE = "begin", "move"
PROGRAMS: dict[str, Callable[..., Any]] = {"uci": uci_engine, "gtp": gtp_engine}
"""What starts the program of an agent that is one."""


def serve(connection: Connection, parcel: bytes, memory: int) -> None:
    """Answer the questions that come through a connection, as the agent in a parcel."""
    _settle(memory, connection)
    player = _Served(parcel)
    with contextlib.suppress(EOFError, OSError):
        while True:
            connection.send_bytes(json.dumps(player.answer(*connection.recv())).encode())
    kill_tree(os.getpid())


class _Served:
    """An agent, and what it was told of its game."""

    def __init__(self, parcel: bytes) -> None:
        self._parcel = parcel
        self._past: list[Any] = []

    def answer(self, question: str, *told: Any) -> dict[str, Any]:
        """Return what is said to a question."""
        try:
            return self._begin(*told) if question == BEGIN else self._move(*told)
        except Exception as error:
            if question == BEGIN and isinstance(error, InputError) and not isinstance(error, EngineError):
                return {"refused": str(error)}
            fault = forfeit_for(error)
            return {"end": fault.end.value, "explanation": fault.explanation}

    def _begin(self, opening: bytes) -> dict[str, Any]:
        """Be there, with all that is needed to play. The opening can be read once the game's file is loaded."""
        self._game, agent = unpickled(self._parcel)
        (state,) = unpickled(opening)
        self._seat = Seat.of(self._game, agent)
        if self._seat.search.name in PROGRAMS:
            start = PROGRAMS[self._seat.search.name]
            known = inspect.signature(start).parameters
            start(**{name: value for name, value in self._seat.options.items() if name in known})
        warm(self._game, state, self._seat)
        return {"action": None}

    def _move(self, news: list[Any], turn: Turn) -> dict[str, Any]:
        """Decide on a move. The match's seed is behind the random numbers of Python and NumPy, too."""
        self._past += news
        random.seed(turn.seed)
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(turn.seed)
        answer = answer_of(ask_seat(self._game, self._seat, turn._replace(past=tuple(self._past))))
        is_number = answer.value is not None and isfinite(answer.value)
        return (answer if is_number else answer._replace(value=None))._asdict()


def _settle(memory: int, connection: Connection) -> None:
    """Leave Ctrl-C and all open files to others, keep within a memory, and end with the process of the game."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None
    if sys.platform == "win32":
        _silence(range(3))
    else:  # what a process made by copying has inherited, such as the pipe by which others are asked for
        _silence({*range(3), *map(int, os.listdir("/dev/fd"))} - {connection.fileno(), int(parent.sentinel)})
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory << 20, memory << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    threading.Thread(target=_follow, daemon=True).start()


def _silence(files: Iterable[int]) -> None:
    """Let what is written to these open files go nowhere."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for file in files:
        os.dup2(nothing, file)


def _follow() -> None:
    """End with the process that plays the game, however that ends."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    kill_tree(os.getpid())
