"""The learner of patterns: self-play in threads that share the tables, and the strength of what was learnt."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from kibitz.compile.cpu import native
from kibitz.core.contract import Evaluation, Game, WeightedFeatures, implements
from kibitz.core.errors import RulesError
from kibitz.core.machine import check_threads
from kibitz.learning.patterns.self_play import (
    ABANDONED,
    EXPLORATION,
    GAMES,
    LAMBDA,
    SQUARES,
    STEP,
    TOTALS,
    UTILITY,
    Tables,
    self_play,
)
from kibitz.learning.run import Figure, Told
from kibitz.learning.strength import agreement, share_of_points
from kibitz.models.file import Arrays, new_header
from kibitz.models.pattern_shape import Tuples, layout, usual_tuples
from kibitz.models.patterns import KIND, require_patterns, write_patterns

MEASURED_GAMES = 100
"""So many games of a single player tell how strong it is."""
MEASURING = 1 << 40
"""The number of the first of these games, far from those that are learnt from."""


@dataclass(frozen=True)
class Method:
    """How patterns are learnt; what is not given suits the game."""

    step: float = 1.0
    """How far a position is moved towards what followed, at first; temporal coherence makes it smaller."""
    trace_decay: float = 0.5
    """Lambda: how much later positions count beside the next one."""
    exploration: float = 0.0
    """How often a move is random."""
    stages: int = 1
    optimism: float = 0.0
    """The value of a position at first: a high one makes a single player try everything (Guei and others 2021)."""

    @classmethod
    def usual(cls, game: Game) -> Method:
        """Return what suits a game: a single player's games are varied by chance, two players' by random moves."""
        return cls() if game.players == 1 else cls(exploration=0.1, trace_decay=0.7, stages=4)


@dataclass
class PatternLearner:
    """Patterns of one game that are being learnt."""

    game: Game
    method: Method
    seed: int = 0
    threads: int = 1
    tuples: Tuples = ()

    def __post_init__(self) -> None:
        """Lay out the tables."""
        check_threads(self.threads)
        rules = require_patterns(self.game)
        self.grid = rules.pattern_grid()
        self.tuples = self.tuples or usual_tuples(rules)
        self.layout = layout(self.grid, self.tuples, self.method.stages)
        size = self.layout.shape.size
        values = np.zeros(size, np.float32)
        if self.method.optimism:
            values += self.method.optimism / self.layout.shape.instances
        self.tables = Tables(values, np.zeros(2 * size, np.float32))
        self.totals = np.zeros(TOTALS)
        self.settings = {**vars(self.method), "seed": self.seed, "tuples": [list(cells) for cells in self.tuples]}

    def arrays(self) -> Arrays:
        """Return the tables with their errors."""
        return self.tables._asdict()

    def restore(self, arrays: Arrays) -> None:
        """Take the tables that a checkpoint has kept."""
        for name, array in self.tables._asdict().items():
            array[:] = arrays[name]

    def learn(self, first: int, games: int, stop: Any) -> int:
        """Learn from games; with several threads, from as many at a time, and then no two runs are the same."""
        share = max(1, -(-games // self.threads))
        parts = [(first + begin, min(share, games - begin)) for begin in range(0, max(1, games), share)]

        def play(part: tuple[int, int]) -> Any:
            return self._play(part[0], part[1], stop, learns=True)

        if len(parts) == 1:
            totals = [play(parts[0])]
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                totals = list(pool.map(play, parts))
        for one in totals:
            self.totals += one
        return int(sum(one[GAMES] for one in totals))

    def _play(self, first: int, games: int, stop: Any, *, learns: bool) -> Any:
        """Return the totals of games from the number `first` on."""
        alone = self.game.players == 1
        kernel = native(self_play, self.game, shape=self.layout.shape, alone=alone, learns=learns)
        settings = np.zeros(3)
        settings[STEP], settings[LAMBDA] = self.method.step, self.method.trace_decay
        settings[EXPLORATION] = self.method.exploration if learns else 0.0
        totals = np.zeros(TOTALS)
        kernel(first, games, self.seed, self.layout.cells, self.layout.begins, settings, self.tables, totals, stop)
        if totals[ABANDONED]:
            raise RulesError("a game did not end after a million moves, so it cannot be learnt by playing it")
        return totals

    def measure(self) -> dict[str, Figure]:
        """Return the mean result of a single player without random moves, or the share of points against fixed opponents."""
        if self.game.players == 1:
            totals = self._play(MEASURING, MEASURED_GAMES, np.zeros(1, np.int64), learns=False)
            return {"points of a greedy player": Figure.of_mean(totals[UTILITY], totals[SQUARES], MEASURED_GAMES)}
        with TemporaryDirectory() as folder:
            file = Path(folder) / "learnt.patterns"
            self.save(file, Told())
            opponents = {"against random": "random", "against the game's own evaluation": "greedy"}
            if not implements(self.game, Evaluation) and not implements(self.game, WeightedFeatures):
                del opponents["against the game's own evaluation"]
            return {
                name: share_of_points(self.game, f"greedy:patterns={file}", opponent, MEASURED_GAMES, self.seed)
                for name, opponent in opponents.items()
            } | agreement(self.game, f"greedy:patterns={file}", self.seed)

    def save(self, path: str | Path, told: Told) -> None:
        """Write what was learnt."""
        details = {"games": told.games, "method": vars(self.method)}
        header = new_header(
            KIND, self.game, command=told.command, seed=told.seed, seconds=told.seconds, details=details
        )  # fmt: skip
        write_patterns(path, header, self.grid, self.tuples, self.method.stages, self.tables.values)
