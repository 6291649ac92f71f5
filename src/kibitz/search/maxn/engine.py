"""The engine: the compiled max^n search with its memory, whose values are tuples of utilities."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kibitz.compile.cpu import native
from kibitz.core.contract import Game, UtilityBounds, implements
from kibitz.core.errors import RulesError
from kibitz.core.game import CHANCE, constant_sum
from kibitz.search.common import node_count as counters
from kibitz.search.common.horizon import UNLIMITED, remaining_depth
from kibitz.search.common.limits import NO_NODE_LIMIT
from kibitz.search.maxn import max_n as at
from kibitz.search.maxn.max_n import MAX_PLY, Arrays, Traits, max_n
from kibitz.search.move_picker import MOST_MOVES as MAX_MOVES
from kibitz.search.running import Stopped

Utilities = tuple[float, ...]


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
    """An array of one word; the search ends soon after it is set to 1."""

    def __post_init__(self) -> None:
        """Allocate the memory."""
        team = set(self.coalition)
        self._prunes = self.prunes and not team and implements(self.game, UtilityBounds) and constant_sum(self.game) is not None
        self._words = np.zeros(at.MOVES + 2 * MAX_MOVES, np.int64)  # moves are counted when they are written
        self._utilities = np.zeros((MAX_PLY + 1) * self.game.players)
        self._words[at.ROOT_PLAYER], self._words[at.BY_ROUNDS] = self.player, self.by_rounds
        self._words[at.COALITION] = sum(1 << member for member in team)
        self._words[counters.NODE_LIMIT] = NO_NODE_LIMIT

    @property
    def nodes(self) -> int:
        """How many nodes were visited so far."""
        return int(self._words[counters.NODES])

    @property
    def depth_limit_hits(self) -> int:
        """How often the depth limit was met so far."""
        return int(self._words[counters.DEPTH_LIMIT_HITS])

    @property
    def best_move(self) -> int:
        """The best move where the last search began."""
        return int(self._words[counters.BEST_MOVE])

    def warm_up(self, state: Any) -> None:
        """Compile what is not compiled yet, before a clock starts."""
        self.value(state, 0)

    def new_search(self, node_limit: int | None = None) -> None:
        """Count from zero again."""
        self._words[counters.COUNTERS] = 0
        self._words[counters.NODE_LIMIT] = NO_NODE_LIMIT if node_limit is None else node_limit

    def value(self, state: Any, depth: int = UNLIMITED) -> Utilities:
        """Return what each player gets from `state` on, or raise `Stopped`.

        Evaluations that add up to more than the constant sum would make pruning unsound: then it is done without.
        """
        self._words[at.SUM_EXCEEDED] = 0
        traits = Traits(self.game.players, self._prunes, float(constant_sum(self.game) or 0.0), self.takes_last)
        arrays = Arrays(self._words, self._utilities, self.stop)
        native(max_n, self.game, traits=traits)(state, depth, arrays)
        if self._words[counters.STOPPED]:
            raise Stopped
        if self._words[counters.TOO_DEEP]:
            raise RulesError(f"a path of play is longer than {MAX_PLY:,} moves; give depth=")
        if self._words[counters.MOVES_OVERFLOW]:
            raise RulesError("the moves along one path are more than a million; does the game ever end?")
        if self._words[at.SUM_EXCEEDED]:
            self._prunes = False
            return self.value(state, depth)
        return tuple(float(one) for one in self._utilities[: self.game.players])

    def depth_after(self, depth: int, state: Any, successor: Any) -> int:
        """Return the depth that is left after a move from `state` to `successor`."""
        return remaining_depth(self.game, depth, self.by_rounds, self.player, state, successor)

    def principal_variation(self, state: Any, depth: int = UNLIMITED) -> tuple[int, ...]:
        """Return best play by everybody from `state`, which was valued last; it ends before a chance node.

        Nodes visited again for that do not count.
        """
        line: list[int] = []
        before = self.nodes
        while depth != 0 and not self.game.is_terminal(state) and self.game.to_move(state) != CHANCE:
            if line:
                self.value(state, depth)
            line.append(self.best_move)
            successor = self.game.result(state, line[-1])
            depth, state = self.depth_after(depth, state, successor), successor
        self._words[counters.NODES] = before
        return tuple(line)
