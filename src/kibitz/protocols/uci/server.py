"""`kibitz uci`: the engine as chess front ends know engines, driven by lines of text.

Lines that make no sense are answered with `info string ...` and change nothing. What is said during a search holds from the
next one on; only `stop`, `ponderhit` and `quit` speak to the search itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import TextIO

from kibitz import __version__
from kibitz.core.decision import Decision, Limits
from kibitz.core.errors import InputError, KibitzError
from kibitz.core.registry import load
from kibitz.games.chess.notation import from_uci
from kibitz.protocols.uci.clock import allotted
from kibitz.protocols.uci.commands import Go, read_go, read_option, read_position, split_command
from kibitz.protocols.uci.engines import Engines
from kibitz.protocols.uci.mates import MateSearch
from kibitz.protocols.uci.options import CHESS960, CLEAR, HASH, KEPT_BACK, LINES, TABLES, THREADS, Options
from kibitz.protocols.uci.record import Record
from kibitz.protocols.uci.reports import best_move, progress
from kibitz.protocols.uci.thinking import Search, Thinking
from kibitz.search.alphabeta.engine import Engine
from kibitz.search.alphabeta.iterative_deepening import Query, iterative_deepening

DEEPEST = 200
"""Nobody waits for more, and where little is left to search, every depth would be a line more to write."""
LONGEST = 400
"""Letters in a message to people."""


def serve(lines: Iterable[bytes], out: TextIO) -> None:
    """Answer lines until `quit` or their end."""
    server = Server(Output(out).send)
    try:
        for line in lines:
            if not server.obey(line.decode("utf-8", "replace")):
                break
    finally:
        server.end()


class Output:
    """A stream that several threads write whole lines to; a reader who has gone away is no error."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._turn = threading.Lock()

    def send(self, line: str) -> None:
        """Write a line, and let it be read at once."""
        with self._turn:
            try:
                self._stream.write(line + "\n")
                self._stream.flush()
            except (OSError, ValueError):
                pass


class Server:
    """What stays between the lines: options, the game, the engine with its table, the search under way."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._game = load("chess")
        self._options = Options()
        self._record = Record(self._game)
        self._engines = Engines(self._game, self._tell)
        self._talks = False
        self._thinking: Thinking | None = None
        self._pondering = False

    def obey(self, line: str) -> bool:
        """Do what a line says; return whether there is more to come."""
        if not line.strip():
            return True
        try:
            name, words = split_command(line)
            if name == "quit":
                return False
            self._do(name, words)
        except KibitzError as error:
            self._tell(str(error))
        except Exception as error:
            self._tell(f"{type(error).__name__}: {error}")
        return True

    def end(self) -> None:
        """Stop the search under way, if there is one, and wait for its answer."""
        if self._thinking is not None:
            self._thinking.stop()
            self._thinking.wait()

    def _do(self, name: str, words: list[str]) -> None:
        """Do one command."""
        if name == "uci":
            self._introduce()
        elif name == "isready":
            if not self._is_thinking:
                self._player()
            self._send("readyok")
        elif name == "debug":
            self._talks = words[:1] != ["off"]
        elif name == "setoption":
            if self._options.set(*read_option(words)) == CLEAR:
                self._engines.forget()
        elif name == "ucinewgame":
            self._engines.forget()
        elif name == "position":
            self._record.tell(read_position(words))
        elif name == "go":
            self._go(read_go(words))
        elif name == "stop" and self._is_thinking:
            self.end()
        elif name == "ponderhit":
            self._ponderhit()

    @property
    def _is_thinking(self) -> bool:
        """Whether a search has still to give its answer."""
        return self._thinking is not None and not self._thinking.is_over

    def _introduce(self) -> None:
        """Say who this is and what can be set."""
        self._send(f"id name Kibitz {__version__}")
        self._send("id author The Kibitz authors")
        for line in Options.declared():
            self._send(line)
        self._send("uciok")

    def _player(self) -> Engine:
        """Return the engine as the options want it."""
        return self._engines.player(self._options[HASH], self._options[THREADS], self._options[TABLES])

    def _go(self, wanted: Go) -> None:
        """Begin a search; one that is still under way ends first, with its own answer."""
        self.end()
        engine, state, chess960 = self._player(), self._record.state, bool(self._options[CHESS960])
        legal = list(self._game.actions(state))
        allowed = allotted(wanted, self._game.to_move(state), self._options[KEPT_BACK] / 1000)

        def report(decision: Decision) -> None:
            for line in progress(self._game, state, decision, chess960):
                self._send(line)

        def answer(decision: Decision | None, trouble: str) -> None:
            if trouble:
                self._tell(trouble)
            line = decision.line if decision is not None else legal[:1]
            self._send(best_move(self._game, state, line, chess960))

        engines = [engine]
        search: Search = partial(iterative_deepening, engine)
        if wanted.mate is not None:
            engines.append(self._engines.prover())
            search = MateSearch(engine, engines[1], min(wanted.mate, DEEPEST // 2), wanted.is_limited, report)
        for each in engines:
            each.new_search(self._record.past, wanted.nodes)
            each.stop[0] = 0
        query = self._query(wanted) if legal else None
        if query is None:
            self._send(f"info depth 0 score {'mate' if self._game.utility(state, 0) else 'cp'} 0")
        elif self._talks and allowed is not None:
            self._tell(f"no new depth after {allowed.enough:.3f} s, and {allowed.hard:.3f} s at most")
        self._pondering = wanted.ponder and not wanted.infinite
        self._thinking = Thinking(engines, query, search, allowed, wanted.ponder or wanted.infinite, report, answer)
        self._thinking.start()

    def _query(self, wanted: Go) -> Query:
        """Return what is asked of the engine."""
        limits = Limits(depth=min(wanted.depth or DEEPEST, DEEPEST))
        return Query(self._record.state, limits, lines=self._options[LINES], root_moves=self._among(wanted.among))

    def _among(self, words: Iterable[str]) -> list[int]:
        """Return the moves to choose among; none means all, and what is no legal move is passed over."""
        found = []
        for word in words:
            try:
                found.append(from_uci(self._game, self._record.state, word))
            except KibitzError as error:
                self._tell(str(error))
        return found

    def _ponderhit(self) -> None:
        """Turn pondering into thinking."""
        if not self._is_thinking or not self._pondering or self._thinking is None:
            raise InputError("ponderhit without a search that was begun by go ponder")
        self._pondering = False
        self._thinking.ponderhit()

    def _tell(self, message: str) -> None:
        """Say something to people, in one line of plain letters."""
        plain = " ".join(message.split()).encode("ascii", "backslashreplace").decode()
        self._send(f"info string {plain if len(plain) <= LONGEST else plain[:LONGEST] + '...'}")
