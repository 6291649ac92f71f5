"""The kernel with its memory. One engine answers many questions about one game for one MAX, and what it learns stays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf
from typing import Any

import numpy as np

from kibitz.compile.cpu import native
from kibitz.core.contract import Game
from kibitz.core.errors import InputError, RulesError
from kibitz.core.game import CHANCE, constant_sum
from kibitz.search.expectiminimax import workspace as at
from kibitz.search.expectiminimax.kernel import expectation
from kibitz.search.expectiminimax.traits import MINIMISE, PLAIN, Part, Traits
from kibitz.search.expectiminimax.workspace import Desk
from kibitz.search.horizons import UNLIMITED, left_after
from kibitz.search.running import Stopped, endless

UNBOUNDED = int(np.iinfo(np.int64).max)


@dataclass
class Engine:
    """Values of one game for one MAX, where chance, models or any number of opponents move too."""

    game: Game
    player: int
    scored: bool = False
    megabytes: int = 64
    stop: Any = field(default_factory=lambda: np.zeros(1, np.int64))
    """An array of one word; the search ends soon after it is set to 1."""
    star: int = PLAIN
    others: int = MINIMISE
    model: tuple[Part, ...] = ()
    team: Iterable[int] = ()
    """Who plays on MAX's side."""
    by_rounds: bool = False
    """What is left to look at is counted in rounds, not in moves."""
    samples: int = 0
    """How many outcomes of a chance node are looked at, all if it is 0."""
    seed: int = 0

    def __post_init__(self) -> None:
        """Compile the kernel and lay out its memory."""
        if self.megabytes < 1:
            raise InputError(f"hash must be at least 1, not {self.megabytes}")
        friends = set(self.team) | {self.player}
        traits = Traits.of(self.game, self.star, self.others, self.scored)
        modelled = any(part.depth > 0 for part in self.model)
        traits = traits._replace(allied=len(friends) > 1, samples=self.samples > 0, modelled=modelled)
        self._kernel = native(expectation, self.game, traits=traits)
        self._desk = Desk.empty(self.megabytes, self.model)
        words = self._desk.words
        words[at.PLAYER], words[at.TEAM] = self.player, sum(1 << friend for friend in friends)
        words[at.BY_ROUNDS], words[at.SAMPLES], words[at.SEED] = self.by_rounds, self.samples, self.seed
        words[at.NODE_LIMIT] = UNBOUNDED

    @property
    def nodes(self) -> int:
        """How many states were looked at so far."""
        return int(self._desk.words[at.NODES])

    @property
    def cutoffs(self) -> int:
        """How often the depth limit was met so far."""
        return int(self._desk.words[at.CUTOFFS])

    @property
    def chosen(self) -> int:
        """The best move where the last search began."""
        return int(self._desk.words[at.CHOSEN])

    def value(self, state: Any, left: int = UNLIMITED, alpha: float = -inf, beta: float = inf) -> float:
        """Return r with the kernel's contract: the value where alpha < r < beta, else a bound on it; or raise `Stopped`."""
        found = self._kernel(state, left, alpha, beta, *self._desk, self.stop)
        words = self._desk.words
        if words[at.STOPPED]:
            raise Stopped
        if words[at.ENDLESS]:
            raise endless(self.game)
        if words[at.STUCK]:
            raise RulesError("the game is not over, but there is no legal move")
        if words[at.CROWDED]:
            raise RulesError("the moves along one path are more than a million; does the game ever end?")
        return float(found)

    def tested(self, state: Any, guess: float) -> float:
        """Return the exact value by a series of yes-or-no questions (MTD(f); Plaat et al., 1996), starting at `guess`.

        Each asks whether the value is at least some number; its answer, a bound, is the next number to ask about. Bounds
        of star pruning are too many for that: the engine must be a PLAIN one.
        """
        lower, upper, found = -inf, inf, guess
        while lower < upper:
            question = found if found > lower else float(np.nextafter(found, inf))
            found = self.value(state, UNLIMITED, float(np.nextafter(question, -inf)), question)
            if found < question:
                upper = found
            else:
                lower = found
        return found

    def reset(self, node_limit: int | None = None) -> None:
        """Count from zero again; an engine that was stopped is ready for the next question. The table stays."""
        words = self._desk.words
        words[: at.PLAYER] = words[at.STUCK] = 0
        words[at.NODE_LIMIT] = UNBOUNDED if node_limit is None else node_limit

    def for_player(self, value: float, player: int) -> float:
        """Return a value for MAX as a value for `player`, whose interests are MAX's or opposed to them."""
        whole = 0.0 if self.scored else float(constant_sum(self.game) or 0.0)
        return value if player == self.player else whole - value

    def after(self, left: int, state: Any, successor: Any) -> int:
        """Return how much is left to look at after a move from `state` to `successor`."""
        return left_after(self.game, left, self.by_rounds, self.player, state, successor)

    def line(self, state: Any, left: int = UNLIMITED) -> tuple[int, ...]:
        """Return a line of best play by all sides from `state`; it ends before the first node that is averaged.

        The table has most of it, so that what is looked at again does not count.
        """
        line: list[int] = []
        before = self.nodes
        while left != 0 and not self.game.is_terminal(state) and self._chooses(state):
            self.value(state, left)
            line.append(self.chosen)
            successor = self.game.result(state, line[-1])
            left, state = self.after(left, state, successor), successor
        self._desk.words[at.NODES] = before
        return tuple(line)

    def _chooses(self, state: Any) -> bool:
        """Return whether a best move is looked for in a state."""
        mover = self.game.to_move(state)
        return mover == self.player or (mover != CHANCE and self.others == MINIMISE)

    def _reaches(self, after: Any, value: float, left: int, for_max: bool) -> bool:
        """Return whether a state is worth `value`, given that no move of the side that reached it is worth more to it."""
        if for_max:
            return self.value(after, left, float(np.nextafter(value, -inf)), value) >= value
        return self.value(after, left, value, float(np.nextafter(value, inf))) <= value

    def equals(self, state: Any, best: float, actions: list[int]) -> tuple[int, ...]:
        """Return the actions among `actions` that are worth `best`, the value of `state` to the end of the game."""
        for_max = self.game.to_move(state) == self.player
        reached = [(action, self.game.result(state, action)) for action in actions]
        return tuple(action for action, after in reached if self._reaches(after, best, UNLIMITED, for_max))
