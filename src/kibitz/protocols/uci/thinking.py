"""One search, from `go` to `bestmove`, beside which the server goes on listening."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kibitz.core.decision import Decision
from kibitz.core.threads import start
from kibitz.protocols.clock import Allotment
from kibitz.search.alphabeta.engine import Engine
from kibitz.search.alphabeta.iterative_deepening import Query
from kibitz.search.running import Stopped, stoppable

Search = Callable[[Query], Decision]


@dataclass
class Thinking:
    """A search in a thread of its own; `report` is told of every finished depth, and `answer` of the last decision.

    While it is `held` (infinite analysis, pondering) the answer waits for `stop` or `ponderhit`, even if the search is over.
    """

    engines: Sequence[Engine]
    query: Query | None
    """None where there is nothing to search: the game is over."""
    search: Search
    allotted: Allotment | None
    held: bool
    report: Callable[[Decision], None]
    answer: Callable[[Decision | None, str], None]
    _stopped: bool = False
    _ended: bool = False
    _ending: threading.Lock = field(default_factory=threading.Lock)
    _latest: Decision | None = None
    _clock: threading.Timer | None = None
    _free: threading.Event = field(default_factory=threading.Event)

    def start(self) -> None:
        """Begin."""
        self._thread = threading.Thread(target=self._run, daemon=True)
        if self.query is not None:
            self.query.listen = self._listen
        if not self.held:
            self._release()
        start(self._thread)

    def stop(self) -> None:
        """End the search; the answer comes at once."""
        with self._ending:
            if not self._ended:  # else a late clock would stop the engine's next search
                self._stopped = True
                for engine in self.engines:
                    engine.stop[0] = 1
                self._free.set()

    def ponderhit(self) -> None:
        """Start the clock: the expected move was made. Time spent until now counts as thought, which may be enough."""
        is_enough = self.query is not None and self.allotted is not None and self.query.seconds > self.allotted.enough
        if is_enough:
            self.stop()
        else:
            self._release()

    def wait(self) -> None:
        """Return when the answer has been given."""
        self._thread.join()

    @property
    def is_over(self) -> bool:
        """Whether the answer has been given."""
        return not self._thread.is_alive()

    def _release(self) -> None:
        """Let the answer come when it is ready, and set the clock."""
        if self.query is not None and self.allotted is not None:
            self.query.soft_seconds = self.allotted.enough
            self._clock = threading.Timer(min(self.allotted.hard, threading.TIMEOUT_MAX), self.stop)
            self._clock.daemon = True
            start(self._clock)
        self._free.set()

    def _run(self) -> None:
        """Search, wait until the answer is wanted, answer."""
        trouble = ""
        query = self.query
        try:
            if query is not None:
                self._latest = stoppable(lambda _: self.search(query))
        except Stopped:
            pass
        except Exception as error:  # whatever happens, a front end that waits for a move must get one
            trouble = f"{type(error).__name__}: {error}"
        self._free.wait()
        if self._clock is not None:
            self._clock.cancel()
        with self._ending:
            self._ended = True
        self.answer(self._latest, trouble)

    def _listen(self, decision: Decision) -> None:
        """Pass on what a finished depth has found, and end a search that was told to stop.

        The engine itself looks for that sign only now and then, and shallow searches may be over before.
        """
        self._latest = decision
        self.report(decision)
        if self._stopped:
            raise Stopped
