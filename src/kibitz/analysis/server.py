"""The protocol in lines: requests on one stream, answers on another, one request at a time and in order.

A thread reads; the main thread works, since only there an interruption can reach a search. `terminate` ends the request that is
at work as Ctrl-C would, so that it answers with what it has.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf
from time import monotonic
from typing import Any, BinaryIO

from pydantic import ValidationError

from kibitz.analysis.context import Context
from kibitz.analysis.errors import STOPPED, invalid, sentence
from kibitz.analysis.messages import json_value
from kibitz.analysis.quota import Quota, QuotaError
from kibitz.analysis.verbs import verbs
from kibitz.core.errors import InputError, KibitzError, UnknownNameError
from kibitz.core.process import answered
from kibitz.core.threads import start

LONGEST_LINE = 2_000_000
TERMINATE = "terminate"
LATE_SECONDS = 1.0
"""A signal that was raised for a request may be heard so long after it."""
END = None
"""What stands in the queue behind the last request."""


@dataclass
class Server:
    """Answers requests until there are no more."""

    out: BinaryIO
    quota: Quota = field(default_factory=Quota)
    files: Sequence[str] = ()
    tournaments: Sequence[str] = ()
    ends_with_input: bool = False
    """Whether the process ends where the input does, even in the middle of a request."""

    def __post_init__(self) -> None:
        """Begin with nothing to do."""
        self._waiting: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._asked: set[str] = set()
        """The requests in the queue."""
        self._dropped: set[str] = set()
        """Those of them that are to end before they begin."""
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._current: str | None = None
        self._ended: str | None = None
        """The request for whose end a signal was raised here last."""
        self._ended_at = -inf
        self._context = Context(quota=self.quota, files=self.files, tournaments=self.tournaments)

    def serve(self, lines: BinaryIO) -> None:
        """Answer all requests of a stream; Ctrl-C ends the request at work, and otherwise the server."""
        before = signal.signal(signal.SIGINT, self._interrupted)
        start(threading.Thread(target=self._read, args=(lines,), daemon=True))
        try:
            while (request := self._next()) is not END:
                self._answer(request)
        finally:
            signal.signal(signal.SIGINT, before)

    def _next(self) -> dict[str, Any] | None:
        """Return the next request; a wait that looks up now and then hears signals on every system."""
        while True:
            try:
                return self._waiting.get(timeout=0.5)
            except queue.Empty:
                continue

    def _read(self, lines: BinaryIO) -> None:
        """Put requests into the queue as they come, and end those that are to end."""
        while line := lines.readline(LONGEST_LINE):
            if line.strip():
                self._take(line)
        if self.ends_with_input:
            os._exit(0)
        self._waiting.put(END)

    def _take(self, line: bytes) -> None:
        """Take one line."""
        try:
            request = json.loads(line)
            if not isinstance(request, dict):
                raise InputError("a request is a JSON object with an id and a verb")
        except (ValueError, RecursionError) as error:
            self._send({"id": None, "type": "error", "error": f"a line must be one JSON object: {error}"})
            return
        if request.get("verb") == TERMINATE:
            self._terminate(str(request.get("target")))
        else:
            with self._lock:
                self._asked.add(str(request.get("id")))
            self._waiting.put(request)

    def _terminate(self, target: str) -> None:
        """End a request: the one at work early, one that waits before it begins; one that was answered is over anyway."""
        with self._lock:
            if self._current == target:
                self._ended, self._ended_at = target, monotonic()
                signal.raise_signal(signal.SIGINT)
            elif target in self._asked:
                self._dropped.add(target)

    def _interrupted(self, number: int, frame: Any) -> None:
        """Let the request at work end early; where none is, end the server, unless the signal was for one just answered."""
        if self._current != self._ended and monotonic() - self._ended_at < LATE_SECONDS:
            return
        if self._current is None:
            raise KeyboardInterrupt
        if not self._context.was_interrupted:
            self._context.was_interrupted = True
            raise KeyboardInterrupt

    def _answer(self, request: dict[str, Any]) -> None:
        """Answer one request, whatever happens."""
        name = request.pop("id", None)
        answer: dict[str, Any]
        limit = threading.Timer(min(self.quota.seconds, threading.TIMEOUT_MAX), self._terminate, [str(name)])
        limit.daemon = True
        try:
            with self._lock:
                self._asked.discard(str(name))
                if str(name) in self._dropped:
                    self._dropped.discard(str(name))
                    raise InputError(STOPPED)
                self._context = replace(
                    self._context, was_interrupted=False, emit=lambda told: self._send({"id": name, "type": "progress", **told})
                )
                answered()  # an end that the request before did not live to see is over with it
                self._current = str(name)
            start(limit)
            answer = {"type": "result", **self.result(request, self._context)}
            self._current = None
            if self._context.was_interrupted:
                answer["stopped"] = True
        except (KeyboardInterrupt, Exception) as error:
            self._current = None
            answer = {"type": "error", "error": sentence(error), "status": _status(error)}
        finally:
            limit.cancel()
        self._send({"id": name, **answer})

    @staticmethod
    def result(request: dict[str, Any], context: Context) -> dict[str, Any]:
        """Return the result of a request, which names its verb."""
        known, name = verbs(), request.pop("verb", None)
        if not isinstance(name, str) or name not in known:
            raise UnknownNameError("verb", str(name), [*known, TERMINATE])
        try:
            asked = known[name].request.model_validate(request)
        except ValidationError as error:
            raise invalid(error) from None
        return known[name].answer(asked, context)

    def _send(self, message: dict[str, Any]) -> None:
        """Write one answer, whole."""
        line = json.dumps(json_value(message)).encode() + b"\n"
        with self._writing:
            self.out.write(line)
            self.out.flush()


def _status(error: BaseException) -> int:
    """Return the HTTP status that an error has: whose fault it is."""
    if isinstance(error, QuotaError):
        return 429
    if isinstance(error, KibitzError | KeyboardInterrupt | RecursionError | MemoryError):
        return 400
    return 500


def serve_standard_streams(
    quota: Quota, files: Sequence[str] = (), tournaments: Sequence[str] = (), *, ends_with_input: bool = False
) -> None:  # fmt: skip
    """Answer the requests on stdin; what games print goes to stderr, so that stdout has answers only."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    Server(out, quota, files, tournaments, ends_with_input).serve(sys.stdin.buffer)
