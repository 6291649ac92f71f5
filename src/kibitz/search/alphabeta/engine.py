"""The engine: the compiled search with its memory. It answers questions about one game, and what it learns stays."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from kibitz.compile.cpu import native
from kibitz.core.contract import Game, Repetition, Score, WeightedFeatures, implements
from kibitz.core.errors import RulesError
from kibitz.core.threads import start_deep
from kibitz.search.alphabeta import workspace as at
from kibitz.search.alphabeta.kernel import UNLIMITED, principal_variation
from kibitz.search.alphabeta.scale import FARTHEST, Scale
from kibitz.search.alphabeta.table import GENERATIONS, larger_table, new_table
from kibitz.search.alphabeta.traits import NONE, SAFE, Traits
from kibitz.search.alphabeta.workspace import Desk
from kibitz.search.running import Stopped

FIRST_MEGABYTES = 2
"""A table begins so small and grows with the search, so that quick answers need not wait for memory."""
UNBOUNDED = int(np.iinfo(np.int64).max)


class TooDeep(Exception):
    """A path of play is longer than the engine can follow to its end."""


class Unfit(Exception):
    """A utility does not fit on the engine's scale; it does where values are ranked."""


@dataclass
class Engine:
    """Values of one two-player game without chance; `pruning` NONE, SAFE or FULL says how much it may leave out."""

    game: Game
    pruning: int = NONE
    solving: bool = False
    megabytes: int = 64
    threads: int = 1
    weights: tuple[float, ...] | None = None
    grows: bool = True
    """The table begins small and grows with the search: no wait for memory at first, but one now and then later on."""
    ranked: bool = False
    """Values are ranks of utilities, which all fit; a win is a win however far away. So it is in solving, without scores."""
    desks: list[Desk] = field(init=False)

    def __post_init__(self) -> None:
        """Compile the kernel and lay out its memory."""
        self.scale = Scale.of(self.game, self.ranked or (self.solving and not implements(self.game, Score)))
        # what FULL leaves out it tells by margins in points
        pruning = min(self.pruning, SAFE) if self.scale.ranked else self.pruning
        traits = Traits.of(self.game, pruning, self.solving, self.scale)
        self._kernel = native(principal_variation, self.game, traits=traits)
        self._entry = traits.words
        own = self.game.weights() if implements(self.game, WeightedFeatures) else (0.0,)
        weights = own if self.weights is None else self.weights
        self._weights = np.array([float(weight) for weight in weights])
        megabytes = min(self.megabytes, FIRST_MEGABYTES) if self.grows and self.threads == 1 else self.megabytes
        self._table = new_table(megabytes, self._entry)
        self._allowed = UNBOUNDED
        self.desks = [Desk.empty() for _ in range(self.threads)]

    @property
    def nodes(self) -> int:
        """How many states were looked at so far, by all threads."""
        return sum(int(desk.words[at.NODES]) for desk in self.desks)

    @property
    def cutoffs(self) -> int:
        """How often the depth limit was met so far."""
        return int(self.desks[0].words[at.CUTOFFS])

    @property
    def deepest(self) -> int:
        """How many plies below the root the search has been."""
        return int(self.desks[0].words[at.DEEPEST])

    @property
    def line(self) -> tuple[int, ...]:
        """The line of best play that the last search found; in solving its first move at most."""
        return self.desks[0].line()

    def tried(self, count: int) -> list[int]:
        """Return the root's moves, `count` of them, in the order in which the last search tried them."""
        return [int(action) for action in self.desks[0].words[at.MOVES : at.MOVES + count]]

    @property
    def stop(self) -> Any:
        """An array of one word; the search ends soon after it is set to 1."""
        return self.desks[0].words[at.STOP : at.STOP + 1]

    @property
    def _crowd(self) -> int:
        """How many nodes may be looked at before the table is too small; a large one, and one in use by many, stays."""
        can_grow = self.threads == 1 and 2 * self._table.nbytes <= self.megabytes << 20
        return self.nodes + len(self._table) // self._entry if can_grow else UNBOUNDED

    def begin(self, past: Sequence[Any] = (), node_limit: int | None = None, player: int = 0) -> None:
        """Get ready for a new position: count from zero, and remember the states of the game before it.

        A wish to stop that has come meanwhile, while the kernel was compiled for one, is kept. `player` is the one whose
        utilities are ranked. To what was learnt of the other's they are opposed exactly only where the two add up to 0.
        """
        if self.scale.ranked and self.scale.share != 0.0 and self.desks[0].words[at.PLAYER] != player:
            self.clear()
        self._allowed = UNBOUNDED if node_limit is None else max(1, node_limit // self.threads)
        keys = self._keys(self.game, past) if implements(self.game, Repetition) else []
        for desk in self.desks:
            words = desk.words
            words[[at.NODES, at.STOPPED, at.CUTOFFS, at.CROWDED, at.DEEPEST, at.ROOTS, at.ENDLESS, at.UNFIT]] = 0
            words[at.PLAYER] = player
            words[at.GENERATION] = (words[at.GENERATION] + 1) & GENERATIONS
            words[at.BEFORE] = len(keys)
            words[at.PATH : at.PATH + len(keys)] = keys
            desk.age()
        for helper in self.desks[1:]:
            helper.words[at.STOP] = 0

    def _keys(self, game: Repetition, past: Sequence[Any]) -> list[int]:
        """Return the keys of those states of the past that can still come back."""
        back = 1 + game.halfmove_clock(past[-1]) if past else 0
        return [game.key(state) for state in past[-min(back, at.PAST) :]] if back else []

    def points(
        self, state: Any, depth: int = UNLIMITED, alpha: int = -FARTHEST, beta: int = FARTHEST,
        roots: Sequence[int] = (), desk: int = 0,
    ) -> int:  # fmt: skip
        """Return r in points for the side to move, with the kernel's contract; or raise `Stopped`, `TooDeep` or `Unfit`.

        With `roots`, only these moves of `state` are looked at.
        """
        words = self.desks[desk].words
        while True:
            words[at.LENGTHS] = 0
            words[at.ROOTS] = len(roots)
            words[at.MOVES : at.MOVES + len(roots)] = roots
            words[at.NODE_LIMIT] = min(self._allowed, self._crowd)
            found = int(self._kernel(state, depth, alpha, beta, 0, at.MOVES, words, self._table, self._weights))
            given_up = words[at.STOP] or words[at.ENDLESS] or words[at.UNFIT]
            if not words[at.STOPPED] or given_up or words[at.NODES] >= self._allowed:
                break
            larger = larger_table(self._table, self.megabytes, self._entry, words[at.STOP : at.STOP + 1])
            if larger is None:
                break
            self._table = larger
            words[at.STOPPED] = 0
        if words[at.ENDLESS]:
            raise TooDeep
        if words[at.UNFIT]:
            raise Unfit
        if words[at.STOPPED]:
            raise Stopped
        if words[at.CROWDED]:
            raise RulesError("the moves along one path are more than a million; does the game ever end?")
        return found

    def clear(self) -> None:
        """Forget everything."""
        self._table[:] = 0
        for desk in self.desks:
            desk.forget()


class Helpers:
    """A context in which the other threads search the same position beside the main one; they only fill the table."""

    def __init__(self, engine: Engine, state: Any) -> None:
        self.engine, self.state = engine, state
        self.ended: list[threading.Event] = []
        self.failures: list[Exception] = []

    def __enter__(self) -> None:
        """Start them."""
        try:
            for number in range(1, self.engine.threads):
                self.ended.append(start_deep(partial(self._run, number)))
        except BaseException:
            self.__exit__()  # those that were started must not go on alone
            raise

    def _run(self, number: int) -> None:
        """Deepen until told to stop."""
        depth = 1 + number % 2
        try:
            while depth < UNLIMITED:
                self.engine.points(self.state, depth, desk=number)
                depth += 1
        except (Stopped, Unfit):
            pass
        except Exception as error:
            self.failures.append(error)

    def __exit__(self, *_: object) -> None:
        """Stop them; what is wrong with the rules may have come up in one of them alone."""
        for number in range(1, self.engine.threads):
            self.engine.desks[number].words[at.STOP] = 1
        for event in self.ended:
            event.wait()
        if self.failures:
            raise self.failures[0]
