"""The engine: the compiled search with its memory. It values positions of one game, and what it learns stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kibitz.compile.cpu import native
from kibitz.core.contract import DrawClock, Game, Repetition, Score, Slices, WeightedFeatures, implements
from kibitz.core.errors import RulesError
from kibitz.endgames.block_cache import block_caches
from kibitz.endgames.store import Tables
from kibitz.models.net.network import Network
from kibitz.models.net.valuation import valuation
from kibitz.models.patterns import Patterns
from kibitz.search.alphabeta import workspace as at
from kibitz.search.alphabeta.node_entry import INFINITE_DEPTH
from kibitz.search.alphabeta.principal_variation_search import principal_variation_search
from kibitz.search.alphabeta.scale import INFINITY, Scale
from kibitz.search.alphabeta.traits import NONE, QUIESCENCE, Traits
from kibitz.search.alphabeta.transposition_table import larger_table, new_table
from kibitz.search.alphabeta.workspace import Workspace
from kibitz.search.common.horizon import UNLIMITED
from kibitz.search.common.limits import NO_NODE_LIMIT
from kibitz.search.common.table_entry import GENERATION_MASK
from kibitz.search.running import Stopped

FIRST_MEGABYTES = 2
"""A table begins so small and grows with the search, so that quick answers need not wait for memory."""


class TooDeep(Exception):
    """A path of play is longer than the engine can follow to its end."""


class OffScale(Exception):
    """A utility does not fit on the engine's scale; it does where values are ordinals."""


@dataclass
class Engine:
    """Values of one two-player game without chance; `pruning` is NONE, QUIESCENCE or FULL."""

    game: Game
    pruning: int = NONE
    solving: bool = False
    megabytes: int = 64
    threads: int = 1
    weights: tuple[float, ...] | None = None
    patterns: Patterns | None = None
    """Learnt patterns that judge positions, in place of the game's own evaluation."""
    net: Network | None = None
    """A net that does."""
    tables: Tables | None = None
    """Endgame databases that are asked about every position below the root; their blocks take as much memory as the table."""
    grows: bool = True
    """The table begins small and grows with the search: no wait for memory at first, but one now and then later on."""
    is_ordinal: bool = False
    """Values are ordinals of utilities, which all fit; a win is a win however far away. So it is in solving, without scores."""
    workspaces: list[Workspace] = field(init=False)
    """One for each thread."""

    def __post_init__(self) -> None:
        """Compile the search and allocate its memory."""
        self.scale = Scale.of(self.game, self.is_ordinal or (self.solving and not implements(self.game, Score)))
        # the margins of forward pruning are in points
        pruning = min(self.pruning, QUIESCENCE) if self.scale.is_ordinal else self.pruning
        traits = Traits.of(self.game, pruning, self.solving, self.scale)
        if self.patterns is not None:
            traits = traits._replace(patterns=self.patterns.shape)
        if self.net is not None:
            traits = traits._replace(net_planes=self.net.encoding.planes)
        self._caches = block_caches(self.tables, self.threads, self.megabytes)
        if self._caches:
            clock = implements(self.game, DrawClock)
            traits = traits._replace(tables=True, slices=implements(self.game, Slices), draw_clock=clock)
        self._kernel = native(principal_variation_search, self.game, traits=traits)
        self._entry_words = traits.entry_words
        own = self.game.weights() if implements(self.game, WeightedFeatures) else (0.0,)
        weights = own if self.weights is None else self.weights
        numbers = np.array([float(weight) for weight in weights])
        shared: Any = numbers if self.patterns is None else self.patterns.arrays
        threads = range(self.threads)
        self._weights = [shared for _ in threads] if self.net is None else [valuation(self.game, self.net) for _ in threads]
        """Those of each thread: a net has memory for its computations."""
        megabytes = min(self.megabytes, FIRST_MEGABYTES) if self.grows and self.threads == 1 else self.megabytes
        self._table = new_table(megabytes, self._entry_words)
        self._node_limit = NO_NODE_LIMIT
        self.workspaces = [Workspace.empty() for _ in range(self.threads)]

    @property
    def nodes(self) -> int:
        """How many nodes were visited so far, by all threads."""
        return sum(int(workspace.words[at.NODES]) for workspace in self.workspaces)

    @property
    def table_hits(self) -> int | None:
        """How many positions endgame databases answered so far; None without them."""
        return sum(int(workspace.words[at.TABLE_HITS]) for workspace in self.workspaces) if self._caches else None

    @property
    def depth_limit_hits(self) -> int:
        """How often the depth limit was met so far."""
        return int(self.workspaces[0].words[at.DEPTH_LIMIT_HITS])

    @property
    def selective_depth(self) -> int:
        """How many plies below the root the search has been."""
        return int(self.workspaces[0].words[at.SELDEPTH])

    @property
    def principal_variation(self) -> tuple[int, ...]:
        """The line of best play that the last search found; in solving its first move at most."""
        return self.workspaces[0].principal_variation()

    def root_order(self, count: int) -> list[int]:
        """Return the root's moves, `count` of them, in the order in which the last search tried them."""
        return [int(action) for action in self.workspaces[0].words[at.MOVES : at.MOVES + count]]

    @property
    def stop(self) -> Any:
        """An array of one word; the search ends soon after it is set to 1."""
        return self.workspaces[0].words[at.STOP : at.STOP + 1]

    @property
    def _nodes_for_table(self) -> int:
        """How many nodes may be visited before the table is too small; a large one, and one in use by many, stays."""
        can_grow = self.threads == 1 and 2 * self._table.nbytes <= self.megabytes << 20
        return self.nodes + len(self._table) // self._entry_words if can_grow else NO_NODE_LIMIT

    def warm_up(self, state: Any) -> None:
        """Compile what is not compiled yet, before a clock starts."""
        self.new_search(player=self.game.to_move(state))
        self.value(state, 1)

    def new_search(self, past: Sequence[Any] = (), node_limit: int | None = None, player: int = 0) -> None:
        """Get ready for a new position: count from zero, and remember the states of the game before it.

        A stop flag that was set meanwhile, while the search was compiled, stays set. `player` is the one whose utilities
        the ordinals are of. To what was learnt of the other's they are opposed exactly only where the two add up to 0.
        """
        if self.scale.is_ordinal and self.scale.equal_share != 0.0 and self.workspaces[0].words[at.ROOT_PLAYER] != player:
            self.clear()
        self._node_limit = NO_NODE_LIMIT if node_limit is None else max(1, node_limit // self.threads)
        keys = self._keys(self.game, past) if implements(self.game, Repetition) else []
        for workspace in self.workspaces:
            words = workspace.words
            words[
                [
                    at.NODES, at.STOPPED, at.DEPTH_LIMIT_HITS, at.MOVES_OVERFLOW, at.SELDEPTH, at.ROOT_MOVES, at.TOO_DEEP,
                    at.OFF_SCALE, at.TABLE_HITS, at.TABLE_FAILED,
                ]
            ] = 0  # fmt: skip
            words[at.ROOT_PLAYER] = player
            words[at.GENERATION] = (words[at.GENERATION] + 1) & GENERATION_MASK
            words[at.GAME_PLY] = len(keys)
            words[at.KEYS : at.KEYS + len(keys)] = keys
            workspace.age()
        for helper in self.workspaces[1:]:
            helper.words[at.STOP] = 0

    def _keys(self, game: Repetition, past: Sequence[Any]) -> list[int]:
        """Return the keys of those states of the past that can still come back."""
        back = 1 + game.halfmove_clock(past[-1]) if past else 0
        return [game.key(state) for state in past[-min(back, at.MAX_GAME_PLY) :]] if back else []

    def value(
        self, state: Any, depth: int = UNLIMITED, alpha: int = -INFINITY, beta: int = INFINITY,
        root_moves: Sequence[int] = (), thread: int = 0,
    ) -> int:  # fmt: skip
        """Return the value in points for the side to move, or a bound on it outside the window: the contract of the search.

        With `root_moves`, only these moves of `state` are searched. Raise `Stopped`, `TooDeep`, `OffScale`, or `TableError`.
        """
        words = self.workspaces[thread].words
        plies = INFINITE_DEPTH if depth == UNLIMITED else depth
        blocks = [self._caches[thread].blocks] if self._caches else []
        while True:
            words[at.PV_LENGTHS] = 0
            words[at.ROOT_MOVES] = len(root_moves)
            words[at.MOVES : at.MOVES + len(root_moves)] = root_moves
            words[at.NODE_LIMIT] = min(self._node_limit, self._nodes_for_table)
            value = int(self._kernel(state, plies, alpha, beta, words, self._table, self._weights[thread], *blocks))
            has_failed = words[at.STOP] or words[at.TOO_DEEP] or words[at.OFF_SCALE] or words[at.TABLE_FAILED]
            if not words[at.STOPPED] or has_failed or words[at.NODES] >= self._node_limit:
                break
            larger = larger_table(self._table, self.megabytes, self._entry_words, words[at.STOP : at.STOP + 1])
            if larger is None:
                break
            self._table = larger
            words[at.STOPPED] = 0
        self._raise_failure(words, thread)
        return value

    def _raise_failure(self, words: Any, thread: int) -> None:
        """Raise what kept a search from its value, if something did."""
        failure = self._caches[thread].failure if words[at.TABLE_FAILED] else None
        if failure is not None:
            raise failure
        if words[at.TOO_DEEP]:
            raise TooDeep
        if words[at.OFF_SCALE]:
            raise OffScale
        if words[at.STOPPED]:
            raise Stopped
        if words[at.MOVES_OVERFLOW]:
            raise RulesError("the moves along one path are more than a million; does the game ever end?")

    def clear(self) -> None:
        """Clear the table and all that was learnt."""
        self._table[:] = 0
        for workspace in self.workspaces:
            workspace.clear()
