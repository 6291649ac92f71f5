"""The max^n kernel with its memory, and its answers as tuples."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kibitz.compile.cpu import native
from kibitz.core.contract import Game, UtilityBounds, implements
from kibitz.core.errors import RulesError
from kibitz.core.game import CHANCE, constant_sum
from kibitz.search.horizons import UNLIMITED, left_after
from kibitz.search.maxn import kernel as at
from kibitz.search.maxn.kernel import LONGEST_PATH, MOVES, Traits, max_n
from kibitz.search.move_picker import MOST_MOVES
from kibitz.search.running import Stopped

Utilities = tuple[float, ...]
UNBOUNDED = int(np.iinfo(np.int64).max)


@dataclass
class Engine:
    """Utility tuples of one game, each player for itself, those of `coalition` together."""

    game: Game
    player: int
    coalition: Iterable[int] = ()
    by_rounds: bool = False
    prunes: bool = True
    takes_last: bool = False
    stop: Any = field(default_factory=lambda: np.zeros(1, np.int64))

    def __post_init__(self) -> None:
        """Compile the kernel and lay out its memory."""
        team = set(self.coalition)
        self._prunes = self.prunes and not team and implements(self.game, UtilityBounds) and constant_sum(self.game) is not None
        self._words = np.zeros(MOVES + 2 * MOST_MOVES, np.int64)  # moves are counted when they are written
        self._rows = np.zeros((LONGEST_PATH + 1) * self.game.players)
        self._words[at.PLAYER], self._words[at.BY_ROUNDS] = self.player, self.by_rounds
        self._words[at.TEAM], self._words[at.NODE_LIMIT] = sum(1 << member for member in team), UNBOUNDED

    @property
    def nodes(self) -> int:
        """How many states were looked at so far."""
        return int(self._words[at.NODES])

    @property
    def cutoffs(self) -> int:
        """How often the depth limit was met so far."""
        return int(self._words[at.CUTOFFS])

    @property
    def chosen(self) -> int:
        """The best move where the last search began."""
        return int(self._words[at.CHOSEN])

    def begin(self, node_limit: int | None = None) -> None:
        """Count from zero again."""
        self._words[: at.PLAYER] = 0
        self._words[at.NODE_LIMIT] = UNBOUNDED if node_limit is None else node_limit

    def values(self, state: Any, left: int = UNLIMITED) -> Utilities:
        """Return what each player gets from `state` on, or raise `Stopped`.

        Estimates that add up to more than the game's total would make pruning unsound: then it is done without.
        """
        self._words[at.UNEVEN] = 0
        traits = Traits(self.game.players, self._prunes, float(constant_sum(self.game) or 0.0), self.takes_last)
        native(max_n, self.game, traits=traits)(state, left, self._words, self._rows, self.stop)
        if self._words[at.STOPPED]:
            raise Stopped
        if self._words[at.ENDLESS]:
            raise RulesError(f"a path of play is longer than {LONGEST_PATH:,} moves; give depth=")
        if self._words[at.CROWDED]:
            raise RulesError("the moves along one path are more than a million; does the game ever end?")
        if self._words[at.UNEVEN]:
            self._prunes = False
            return self.values(state, left)
        return tuple(float(one) for one in self._rows[: self.game.players])

    def after(self, left: int, state: Any, successor: Any) -> int:
        """Return how much is left to look at after a move from `state` to `successor`."""
        return left_after(self.game, left, self.by_rounds, self.player, state, successor)

    def line(self, state: Any, left: int = UNLIMITED) -> tuple[int, ...]:
        """Return best play by everybody from `state`, whose values were asked for last; it ends before a chance node.

        What is looked at again for that does not count.
        """
        line: list[int] = []
        before = self.nodes
        while left != 0 and not self.game.is_terminal(state) and self.game.to_move(state) != CHANCE:
            if line:
                self.values(state, left)
            line.append(self.chosen)
            successor = self.game.result(state, line[-1])
            left, state = self.after(left, state, successor), successor
        self._words[at.NODES] = before
        return tuple(line)
