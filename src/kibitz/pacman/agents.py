"""Who plays Pacman: one who looks one step ahead, the lectures' searches, and whatever an agent string names.

An agent is made for one maze. Its searches keep what they have learnt from move to move, until the next game begins.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple, Protocol, cast

from kibitz.api import decide
from kibitz.core.agents import find
from kibitz.core.contract import Game
from kibitz.core.decision import Limits
from kibitz.core.randomness import Random
from kibitz.games.pacman import Pacman, State
from kibitz.search.expectiminimax.engine import Engine
from kibitz.search.expectiminimax.traits import MINIMISE
from kibitz.search.running import Stopped, stoppable

MEGABYTES = 1
"""The size of a search's table: small enough for a processor's cache, large enough for searches of a few rounds."""
SHORT = 20_000
"""A search of so many states takes a few milliseconds."""
ROUNDING = 1e-9
"""Values that differ by less are the same."""
PACMAN = 0
"""The number of Pacman among the agents."""


class Choice(NamedTuple):
    """What an agent does, how many states it looked at, and for how long if it knows better than a clock outside."""

    action: int
    nodes: int = 0
    seconds: float | None = None


class Agent(Protocol):
    """Somebody who moves: Pacman or a ghost."""

    def prepare(self) -> None:
        """Get ready for a new game: forget the last one, and compile what has to be compiled before any clock starts."""

    def choose(self, s: State, random: Random) -> Choice:
        """Return a legal action in `s`."""


class ReflexPacman:
    """Looks at the states after each of his moves, and goes to the one that the game's evaluation likes best."""

    def __init__(self, game: Pacman) -> None:
        self.game = game

    def prepare(self) -> None:
        """Do nothing: there is nothing to compile."""

    def choose(self, s: State, random: Random) -> Choice:
        """Return the action with the best state after it, one of them at random."""
        values = {action: self._worth(self.game.result(s, action)) for action in self.game.actions(s)}
        best = max(values.values())
        return Choice(random.choice([action for action, value in values.items() if value == best]), len(values))

    def _worth(self, s: State) -> float:
        """Return the score of a finished game, and the estimate of any other."""
        return self.game.utility(s, PACMAN) if self.game.is_terminal(s) else self.game.evaluate(s, PACMAN)


class AskedPacman:
    """Asks the agent that a string names, such as `minimax:depth=6`; `warm_up` is a quick one of the same kind."""

    def __init__(self, game: Pacman, agent: str, warm_up: str | None = None) -> None:
        self.game = cast(Game, game)
        self.agent = agent
        self.warm_up = warm_up
        find(self.game, agent)

    def prepare(self) -> None:
        """Ask for something quick, so that everything is compiled."""
        if self.warm_up is not None:
            decide(self.game, self.game.initial(), self.warm_up)

    def choose(self, s: State, random: Random) -> Choice:
        """Return the agent's decision."""
        decision = decide(self.game, s, self.agent, seed=random.below(1 << 31))
        assert decision.action is not None
        return Choice(decision.action, decision.nodes, decision.seconds)  # without the time for compiling


class SearchingPacman:
    """Searches `depth` rounds deep, as in the lectures: in every round each agent moves once.

    Ghosts do their worst (alpha-beta, with any number of MINs), or move at random (`opponents=AVERAGE`: expectimax). The first
    of the best actions is taken, so that alpha-beta chooses as minimax does.
    """

    def __init__(self, game: Pacman, depth: int, opponents: int = MINIMISE) -> None:
        Limits(depth=depth)
        self.game = game
        self.depth = depth
        self.opponents = opponents

    def prepare(self) -> None:
        """Make a search that knows nothing yet, and compile it."""
        self.engine = searcher(self.game, self.opponents)

    def choose(self, s: State, random: Random) -> Choice:
        """Return the best action against such ghosts."""
        return interruptible(self.engine, lambda: self._best(s))

    def _best(self, s: State) -> int:
        """Return the first of the best actions."""
        best, chosen = -inf, -1
        left = self.depth if self.game.players > 1 else self.depth - 1  # alone, a round is over with one move
        for action in self.game.actions(s):
            value = self.engine.value(self.game.result(s, action), left, best, inf)
            if value > best + ROUNDING:
                best, chosen = value, action
        return chosen


def searcher(game: Pacman, opponents: int = MINIMISE) -> Engine:
    """Return a search with Pacman as MAX that counts in rounds, compiled, with an empty table."""
    engine = Engine(cast(Game, game), PACMAN, megabytes=MEGABYTES, opponents=opponents, by_rounds=True)
    engine.warm_up(game.initial())
    return engine


def interruptible(engine: Engine, work: Callable[[], int]) -> Choice:
    """Return the action that `work` finds with the engine, and the states it looked at for it; Ctrl-C ends it.

    A thread that can be stopped costs more than a small search, so that only a large one is given one, which goes on where
    the small one came to its limit: the table has what was found until then.
    """
    engine.new_search(SHORT)
    try:
        return Choice(work(), engine.nodes)
    except Stopped:
        before = engine.nodes
        engine.new_search()

    def run(stop: Any) -> int:
        engine.stop = stop
        return work()

    try:
        return Choice(stoppable(run), before + engine.nodes)
    except Stopped:
        raise KeyboardInterrupt from None
