"""The engine: the compiled search with its memory. It values positions of one game for one MAX, and what it learns stays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf
from typing import Any

import numpy as np

from kibitz.compile.cpu import native
from kibitz.core.bits import wrap
from kibitz.core.contract import Game
from kibitz.core.errors import InputError, RulesError
from kibitz.core.game import CHANCE, constant_sum
from kibitz.search.common import node_count as counters
from kibitz.search.common.horizon import UNLIMITED, remaining_depth
from kibitz.search.common.limits import NO_NODE_LIMIT
from kibitz.search.expectiminimax import workspace as at
from kibitz.search.expectiminimax.star_search import star_search
from kibitz.search.expectiminimax.traits import MINIMISE, PLAIN, Part, Traits
from kibitz.search.expectiminimax.workspace import Arrays
from kibitz.search.running import Stopped, path_too_long


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
    opponents: int = MINIMISE
    model: tuple[Part, ...] = ()
    team: Iterable[int] = ()
    """Who plays on MAX's side."""
    by_rounds: bool = False
    """The depth counts rounds, not moves."""
    samples: int = 0
    """How many outcomes of a chance node are searched, all if it is 0."""
    seed: int = 0

    def __post_init__(self) -> None:
        """Compile the kernel and lay out its memory."""
        if self.megabytes < 1:
            raise InputError(f"hash must be at least 1, not {self.megabytes}")
        team = set(self.team) | {self.player}
        traits = Traits.of(self.game, self.star, self.opponents, self.scored)
        searching_model = any(part.depth > 0 for part in self.model)
        traits = traits._replace(is_team=len(team) > 1, samples=self.samples > 0, searching_model=searching_model)
        self._kernel = native(star_search, self.game, traits=traits)
        self._arrays = Arrays.empty(self.megabytes, self.model, self.stop)
        words = self._arrays.words
        words[at.MAX_PLAYER], words[at.MAX_TEAM] = self.player, sum(1 << member for member in team)
        words[at.BY_ROUNDS], words[at.SAMPLES], words[at.SEED] = self.by_rounds, self.samples, wrap(self.seed)
        words[counters.NODE_LIMIT] = NO_NODE_LIMIT

    @property
    def nodes(self) -> int:
        """How many nodes were visited so far."""
        return int(self._arrays.words[counters.NODES])

    @property
    def depth_limit_hits(self) -> int:
        """How often the depth limit was met so far."""
        return int(self._arrays.words[counters.DEPTH_LIMIT_HITS])

    @property
    def best_move(self) -> int:
        """The best move where the last search began."""
        return int(self._arrays.words[counters.BEST_MOVE])

    def warm_up(self, state: Any) -> None:
        """Compile what is not compiled yet, before a clock starts."""
        self.value(state, 0)

    def new_search(self, node_limit: int | None = None) -> None:
        """Count from zero again; an engine that was stopped is ready for the next search. The table stays."""
        words = self._arrays.words
        words[[*counters.COUNTERS, at.NO_MOVES]] = 0
        words[counters.NODE_LIMIT] = NO_NODE_LIMIT if node_limit is None else node_limit

    def value(self, state: Any, depth: int = UNLIMITED, alpha: float = -inf, beta: float = inf) -> float:
        """Return the value where it lies in the window, else a bound on it (the search's contract); or raise `Stopped`."""
        value = self._kernel(state, depth, alpha, beta, self._arrays._replace(stop=self.stop))
        words = self._arrays.words
        if words[counters.STOPPED]:
            raise Stopped
        if words[counters.TOO_DEEP]:
            raise path_too_long(self.game)
        if words[at.NO_MOVES]:
            raise RulesError("the game is not over, but there is no legal move")
        if words[counters.MOVES_OVERFLOW]:
            raise RulesError("the moves along one path are more than a million; does the game ever end?")
        return float(value)

    def mtdf(self, state: Any, guess: float) -> float:
        """Return the exact value by a series of null-window searches (MTD(f); Plaat et al., 1996), starting at `guess`.

        Each finds whether the value is at least beta; its result, a bound, is the next beta. Bounds of star pruning are too
        many for that: the engine must be a PLAIN one.
        """
        lower, upper, value = -inf, inf, guess
        while lower < upper:
            beta = value if value > lower else float(np.nextafter(value, inf))
            value = self.value(state, UNLIMITED, float(np.nextafter(beta, -inf)), beta)
            if value < beta:
                upper = value
            else:
                lower = value
        return value

    def for_player(self, value: float, player: int) -> float:
        """Return a value for MAX as a value for `player`, whose interests are MAX's or opposed to them."""
        total = 0.0 if self.scored else float(constant_sum(self.game) or 0.0)
        return value if player == self.player else total - value

    def depth_after(self, depth: int, state: Any, successor: Any) -> int:
        """Return the depth that is left after a move from `state` to `successor`."""
        return remaining_depth(self.game, depth, self.by_rounds, self.player, state, successor)

    def principal_variation(self, state: Any, depth: int = UNLIMITED) -> tuple[int, ...]:
        """Return a line of best play by all sides from `state`; it ends before the first node that is averaged.

        The table has most of it, so that nodes visited again do not count.
        """
        line: list[int] = []
        before = self.nodes
        while depth != 0 and not self.game.is_terminal(state) and self._chooses(state):
            self.value(state, depth)
            line.append(self.best_move)
            successor = self.game.result(state, line[-1])
            depth, state = self.depth_after(depth, state, successor), successor
        self._arrays.words[counters.NODES] = before
        return tuple(line)

    def _chooses(self, state: Any) -> bool:
        """Return whether a best move is chosen in a state: it is not averaged."""
        mover = self.game.to_move(state)
        return mover == self.player or (mover != CHANCE and self.opponents == MINIMISE)

    def _attains(self, after: Any, value: float, depth: int, for_max: bool) -> bool:
        """Return whether a state has the value `value`, given that no move of the side that moved there has a better one."""
        if for_max:
            return self.value(after, depth, float(np.nextafter(value, -inf)), value) >= value
        return self.value(after, depth, value, float(np.nextafter(value, inf))) <= value

    def best_moves(self, state: Any, value: float, actions: list[int]) -> tuple[int, ...]:
        """Return those of the actions that have the value of `state`, searched to the end of the game."""
        for_max = self.game.to_move(state) == self.player
        successors = [(action, self.game.result(state, action)) for action in actions]
        return tuple(action for action, after in successors if self._attains(after, value, UNLIMITED, for_max))
