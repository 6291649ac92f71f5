"""Agents in a process of their own, one for each game: whatever they do there ends their game and nothing else."""

from __future__ import annotations

import json
import multiprocessing
import sys
from time import perf_counter
from typing import Any

from kibitz.arena.players.player import Answer, Forfeit, Turn
from kibitz.arena.players.process_tree import kill_tree, resident_megabytes
from kibitz.arena.players.serving import BEGIN, MOVE, serve
from kibitz.arena.results import End
from kibitz.core.errors import InputError
from kibitz.core.pickling import pickled

LOOK = 0.1
"""Seconds between two looks at how much memory a player has."""
LONGEST = 1 << 20
"""Bytes of an answer at most."""
STARTING = 120.0
"""Seconds within which a player must be there, its imports and its program included."""
KINDS: dict[str, Any] = {"action": int, "value": (int, float), "depth": int, "nodes": int, "simulations": int, "resigned": bool}

context: Any = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
"""How processes of players are made: as copies of one that has imported what they need."""
if sys.platform != "win32":
    context.set_forkserver_preload(["kibitz.arena.players.serving"])


class Isolated:
    """An agent in a process of its own. Its clock includes the way there and back."""

    def __init__(self, parcel: bytes, patience: float, memory: int) -> None:
        self._patience, self._memory = patience, memory
        self._sent = 0
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs, parcel, memory), daemon=True)
        self._process.start()
        theirs.close()

    def begin(self, state: Any) -> None:
        """Wait until the agent is there, its program started and its kernels loaded."""
        self._ask((BEGIN, pickled(state)), max(STARTING, self._patience), End.HANG)

    def move(self, turn: Turn) -> Answer:
        """Return the agent's move."""
        news = list(turn.past[self._sent :])
        self._sent = len(turn.past)
        ended = End.HANG if turn.deadline is None else End.TIME
        return self._ask((MOVE, news, turn._replace(past=())), turn.deadline or self._patience, ended)

    def close(self) -> None:
        """End the process and all that it started."""
        self._connection.close()
        if self._process.pid is not None and self._process.is_alive():
            kill_tree(self._process.pid)
        self._process.join()
        self._process.close()

    def _ask(self, question: tuple[Any, ...], seconds: float, late: End) -> Answer:
        """Return the answer to a question, or raise what is wrong with the agent."""
        deadline = perf_counter() + seconds
        try:
            self._connection.send(question)
            while not self._connection.poll(max(0.0, min(LOOK, deadline - perf_counter()))):
                self._watch(deadline, late, seconds)
            return _read(self._connection.recv_bytes(LONGEST))
        except (EOFError, OSError):
            raise self._died() from None

    def _watch(self, deadline: float, late: End, seconds: float) -> None:
        """Raise if the agent takes too much memory or too long."""
        assert self._process.pid is not None
        if resident_megabytes(self._process.pid) > self._memory:
            raise Forfeit(End.MEMORY, f"it took more than {self._memory} megabytes")
        if perf_counter() >= deadline:
            raise Forfeit(late, f"no answer within {seconds:g} seconds" if late is End.HANG else "")

    def _died(self) -> Forfeit:
        """Return how a process ended that was still needed."""
        self._process.join(1.0)
        code = self._process.exitcode
        how = f"by signal {-code}" if code is not None and code < 0 else f"with exit code {code}"
        return Forfeit(End.CRASH, f"its process ended {how}")


def _read(content: bytes) -> Answer:
    """Return what an agent's process said; it may have been the agent that wrote there."""
    try:
        said = json.loads(content)
        if "refused" in said:
            raise InputError(str(said["refused"]))
        if "end" in said:
            raise Forfeit(End(said["end"]), str(said["explanation"]))
        answer = Answer(**said)
    except InputError:
        raise
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Forfeit(End.RUBBISH, f"what came was {content[:40]!r}") from None
    if not all(isinstance(value, KINDS[name]) for name, value in answer._asdict().items() if value is not None):
        raise Forfeit(End.RUBBISH, f"what came was {content[:40]!r}")
    return answer
