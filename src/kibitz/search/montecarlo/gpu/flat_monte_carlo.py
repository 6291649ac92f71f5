"""Flat Monte Carlo on a GPU: the playouts after all moves of a position at once, by the thousand million."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from kibitz.compile.cpu import packed
from kibitz.core.bits import wrap
from kibitz.core.game import CHANCE
from kibitz.core.randomness import stream
from kibitz.search.montecarlo.engine import Engine, Report
from kibitz.search.montecarlo.traits import GAME_POLICY
from kibitz.search.montecarlo.tree import HIGHEST, LOWEST, ROOT, VALUE_SUM, VISITS
from kibitz.search.montecarlo.utility_range import utility_range
from kibitz.search.playouts import check_ended, playouts_on_device

THREADS = 1 << 18
"""So many playouts run at the same time."""
LAUNCH_SECONDS = 0.1
"""Launches take about so long; between them the search can be stopped."""
MAX_PLAYOUTS_PER_THREAD = 1 << 16


@dataclass
class FlatMonteCarloEngine(Engine):
    """An engine that gives every move of the root equally many playouts, on a GPU."""

    launches: int = 0

    def search(self, simulations: int | None, stop: Any, report: Report | None = None) -> None:
        """Do so many playouts in all, or until `stop[0]` is set; `report` is called now and then.

        The first playout after each move runs on the processor: it expands the root, and counts moves that end the game.
        """
        game, state = self.game, self.state
        if game.to_move(state) == CHANCE:
            super().search(simulations, stop, report)  # outcomes are not equally likely
            return
        moves = list(game.actions(state))
        super().search(len(moves), stop)
        self._set_scale()
        after = {edge: game.result(state, self.tree.action(edge)) for edge in self.tree.children(ROOT)}
        open_moves = {edge: packed(game, s) for edge, s in after.items() if not game.is_terminal(s)}
        left = None if simulations is None else simulations // len(moves) - 1
        each = 1
        while open_moves and not stop[0] and (left is None or left > 0):
            threads = THREADS // len(open_moves) if left is None else min(THREADS // len(open_moves), left)
            each = each if left is None else min(each, left // threads)
            begun = time.perf_counter()
            self._launch(open_moves, max(1, threads), max(1, each))
            is_quick = time.perf_counter() - begun < LAUNCH_SECONDS
            left = None if left is None else left - threads * each
            each = min(2 * each, MAX_PLAYOUTS_PER_THREAD) if is_quick else max(1, each // 2)
            if report is not None:
                report()

    def _set_scale(self) -> None:
        """Widen the utility scale to the game's range: the GPU returns sums, not single results."""
        low, high, _ = utility_range(self.game, self.state)
        scale = self.tree.arrays.scale
        if isfinite(low) and isfinite(high):
            scale[LOWEST], scale[HIGHEST] = min(scale[LOWEST], low), max(scale[HIGHEST], high)

    def _launch(self, open_moves: dict[int, Any], threads: int, each: int) -> None:
        """Play out all moves that do not end the game, and add the results to their edges."""
        players, tree, count = self.game.players, self.tree, threads * each
        self.launches += 1
        rows, seed = np.array(list(open_moves.values())), stream(wrap(self.seed), self.launches)
        totals = playouts_on_device(self.game, rows, seed, threads, each, self.traits.policy == GAME_POLICY)
        check_ended(totals[:, players + 1].sum())
        chooser = self.game.to_move(self.state)
        root_statistics = self.workspaces[0].root_statistics
        for edge, sums in zip(open_moves, totals, strict=True):
            tree.arrays.ints[edge + VISITS] += count
            tree.arrays.floats[edge + VALUE_SUM] += sums[chooser]
            index = tree.children(ROOT).index(edge) * (players + 1)
            root_statistics[index : index + players] += sums[:players]
            root_statistics[index + players] += count
        tree.arrays.ints[ROOT + VISITS] += count * len(open_moves)
