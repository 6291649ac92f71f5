"""A move at once, from a game that was never played here before: an interpreted search plays while the real one is compiled.

opponent = StandIn("chess", "alphabeta:time=1")
opponent.prepare()              # another process compiles, if there is anything to compile
opponent.decide(state).agent    # "deepening:time=1,engine=textbook (interpreted while alphabeta:time=1 compiles)"
opponent.decide(state).agent    # "alphabeta:time=1", some seconds later

Where the cache has the compiled search, or an agent has none, nothing differs from `kibitz.decide`. Moves of the first seconds
depend on how fast the machine compiles, so whoever needs the same answer every time asks `decide`, which waits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from kibitz.api import Seat, ask_agent, read_game, read_position
from kibitz.compile.cache.child_process import Compilation, NotCompiled, compiling_refused
from kibitz.compile.cpu import agreement_assumed
from kibitz.core.agents import Agent
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.core.game import CHANCE
from kibitz.search.defaults import interpreted_agent

COMPILED_ENGINE = "search"
"""The engine whose searches have kernels."""
BRIEFLY = 0.001
"""Seconds for a search that is only to be compiled; its clock starts afterwards."""


class StandIn:
    """An agent for one game that answers at once: interpreted as long as its own search is being compiled."""

    def __init__(self, game: Game | str, agent: Agent | None = None) -> None:
        """Seat an agent, by default one that suits the game; raise what `decide` would raise of one that cannot play it."""
        self.game = read_game(game)
        self._agent = agent
        self._compilation: Compilation | None = None
        self._is_compiled = False
        self._seat: Seat | None = None
        """None as long as it is not known whether the game compiles, which decides on the version of a search."""
        try:
            with compiling_refused():
                self._seat = Seat.of(self.game, agent)
        except NotCompiled:
            with agreement_assumed():
                self._expected = Seat.of(self.game, agent)
        else:
            self._expected = self._seat

    @property
    def name(self) -> str:
        """The agent's name; for one that suits the game, the one that will do so once all is compiled."""
        return (self._seat or self._expected).name

    @property
    def has_kernel(self) -> bool:
        """Whether the agent's search is one that is compiled."""
        return (self._seat or self._expected).search.engine == COMPILED_ENGINE

    @property
    def is_compiling(self) -> bool:
        """Whether the agent's search is being compiled in another process right now."""
        return self._compilation is not None and self._compilation.is_running

    def prepare(self, state: Any = None) -> bool:
        """Begin to compile what is missing, before anybody waits for it, and return whether anything is being compiled."""
        if self._leaves_compiling:
            root = first_decision(*read_position(self.game, state))
            try:
                with compiling_refused(), suppress(Exception):  # whoever decides is told what is wrong
                    ask_briefly(self.game, root, self._taken(), reuse=False)
            except NotCompiled:
                self._begin_compiling(root)
        return self.is_compiling

    def decide(
        self, state: Any, *, seed: int = 0, past: Sequence[Any] = (), listen: Callable[[Decision], None] | None = None
    ) -> Decision:  # fmt: skip
        """Return the agent's decision, or that of an interpreted search in its place, which its `agent` then says."""
        ask = partial(ask_agent, self.game, state, seed=seed, past=past, listen=listen)
        if self._leaves_compiling:
            try:
                with compiling_refused():
                    decision = ask(self._taken())
                self._is_compiled = True
                return decision
            except NotCompiled:
                self._begin_compiling(state)
            if self.is_compiling:
                interim = interpreted_agent(self.game)
                return replace(ask(interim), agent=f"{interim} (interpreted while {self.name} compiles)")
        return ask(self._taken())

    def close(self) -> None:
        """End the process that compiles, if it still runs; whoever decides later compiles here."""
        if self._compilation is not None:
            self._compilation.end()

    @property
    def _leaves_compiling(self) -> bool:
        """Whether what is missing is left to another process: not to one that has ended and could not make it."""
        is_open = self._compilation is None or self._compilation.is_running
        return self.has_kernel and not self._is_compiled and is_open

    def _taken(self) -> Seat:
        """Return the seat, taken now if it was not known before whether the game compiles."""
        if self._seat is None:
            self._seat = Seat.of(self.game, self._agent)
        return self._seat

    def _begin_compiling(self, state: Any) -> None:
        """Have another process compile, once."""
        if self._compilation is None:
            self._compilation = Compilation(self.game, ask_briefly, self.game, state, self._agent)


def ask_briefly(game: Game, state: Any, agent: Agent | Seat | None, **changed: Any) -> None:
    """Have an agent's search compiled, or loaded, by a search of next to no time; options may be changed for that."""
    seat = Seat.of(game, agent)
    known = {name: value for name, value in {"time": BRIEFLY, **changed}.items() if name in seat.search.options}
    seat.search.ask(game, state, {**seat.options, **known}, {})


def first_decision(game: Game, state: Any) -> Any:
    """Return the state itself, or one in which a player is to move after chance has moved."""
    while not game.is_terminal(state) and game.to_move(state) == CHANCE:
        state = game.result(state, next(iter(game.actions(state))))
    return state
