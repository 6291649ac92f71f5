"""The alpha-beta kernel with its memory: a table, a buffer of moves, counters. One engine answers many questions."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Any

import numpy as np

from kibitz.compile.native import native
from kibitz.core.errors import RulesError
from kibitz.core.game import CHANCE, Game, about, total
from kibitz.search.alpha_beta import COUNTERS, CROWDED, CUTOFFS, ENDLESS, NODES, STOPPED, UNLIMITED, alpha_beta
from kibitz.search.running import Stopped

SMALLEST_BUFFER = 1 << 12
BYTES_PER_ENTRY = 32


@dataclass
class Engine:
    """Minimax values of one game for one MAX, by alpha-beta; what it learns stays in its table."""

    game: Game
    player: int
    scored: bool = False
    megabytes: int = 64
    stop: Any = field(default_factory=lambda: np.zeros(1, np.int64))

    def __post_init__(self) -> None:
        """Compile the kernel and lay out its memory."""
        given = about(self.game).given
        self._kernel = native(alpha_beta, self.game, scored=self.scored, ordered="order" in given)
        size = 1 << ((self.megabytes << 20) // BYTES_PER_ENTRY).bit_length() - 1
        self._buffer = np.zeros((2, SMALLEST_BUFFER), np.int64)
        self._counters = np.zeros(COUNTERS, np.int64)
        notes = np.full(size, -1, np.int64)
        self._table = (np.zeros(size, np.int64), np.zeros(size), notes, np.zeros(size, np.int64))

    @property
    def nodes(self) -> int:
        """How many states were looked at so far."""
        return int(self._counters[NODES])

    @property
    def cutoffs(self) -> int:
        """How often the depth limit was met so far."""
        return int(self._counters[CUTOFFS])

    def value(self, state: Any, depth: int = UNLIMITED, alpha: float = -inf, beta: float = inf) -> float:
        """Return r with the kernel's contract: the value where alpha < r < beta, else a bound on it; or raise `Stopped`."""
        while True:
            counters = self._counters
            found = self._kernel(state, self.player, depth, alpha, beta, self._buffer, self._table, counters, self.stop)
            if counters[STOPPED]:
                raise Stopped
            if counters[ENDLESS]:
                raise RulesError("a path of play does not end; a game in which positions come back needs cyclic=True")
            if not counters[CROWDED]:
                return float(found)
            counters[CROWDED] = 0
            self._buffer = np.zeros((2, 2 * self._buffer.shape[1]), np.int64)

    def tested(self, state: Any, guess: float) -> float:
        """Return the exact value by a series of yes-or-no questions (MTD(f); Plaat et al., 1996), starting at `guess`.

        Each asks whether the value is at least some number; its answer, a bound, is the next number to ask about.
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

    def reset(self) -> None:
        """Count from zero again; an engine that was stopped is ready for the next question. The table stays."""
        self._counters[:] = 0

    def for_player(self, value: float, player: int) -> float:
        """Return a value for MAX as a value for `player`, whose interests are MAX's or opposed to them."""
        whole = 0.0 if self.scored else float(total(self.game) or 0.0)
        return value if player == self.player else whole - value

    def line(self, state: Any, value: float, depth: int = UNLIMITED) -> tuple[int, ...]:
        """Return a line of best play by all sides from `state`, whose value is known; it ends before the first chance node."""
        line: list[int] = []
        while depth != 0 and not self.game.is_terminal(state) and self.game.to_move(state) != CHANCE:
            depth = depth - 1 if depth > 0 else depth
            for action in self.game.actions(state):
                after = self.game.result(state, action)
                # a window with room for the value leaves exact entries in the table, which serve all further steps
                if self.value(after, depth, float(np.nextafter(value, -inf)), float(np.nextafter(value, inf))) == value:
                    line.append(action)
                    state = after
                    break
            else:
                break
        return tuple(line)

    def _reaches(self, after: Any, value: float, depth: int, for_max: bool) -> bool:
        """Return whether a state is worth `value`, given that no move of the side that reached it is worth more to it."""
        if for_max:
            return self.value(after, depth, float(np.nextafter(value, -inf)), value) >= value
        return self.value(after, depth, value, float(np.nextafter(value, inf))) <= value

    def equals(self, state: Any, best: float, depth: int, actions: list[int]) -> tuple[int, ...]:
        """Return the actions among `actions` that are worth `best`, the value of `state`."""
        below = depth - 1 if depth > 0 else depth
        for_max = self.game.to_move(state) == self.player
        return tuple(action for action in actions if self._reaches(self.game.result(state, action), best, below, for_max))
