"""UCT with leaf parallelisation: the tree stays with the processor, the playouts of a batch of leaves run on a GPU.

Selection ends at a position that is not in the tree yet; all its children are expanded at once, and each gets many playouts,
whose average counts as one simulation. So one selection does for all moves of a position what would take UCT as many
selections, with less variance. While the GPU plays one batch the processor selects the next. A batch is the smaller the fewer
simulations the tree holds, because the selections of a batch do not know one another's results.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from kibitz.compile.cpu import native
from kibitz.core.bits import wrap
from kibitz.core.randomness import stream
from kibitz.search.montecarlo.engine import Engine, Report
from kibitz.search.montecarlo.gpu.batch_backup import batch_backup
from kibitz.search.montecarlo.gpu.leaf_batch import PendingBatch
from kibitz.search.montecarlo.gpu.leaf_selection import leaf_selection
from kibitz.search.montecarlo.traits import GAME_POLICY
from kibitz.search.playouts import check_ended, device_buffer

MAX_BATCH = 1 << 16
MIN_BATCH, SIMULATIONS_PER_LEAF = 32, 16
"""A batch has so many leaves, and one more for so many simulations in the tree, up to the size that was set."""
MAX_LEAF_THREADS = 512
"""So many GPU threads play out one leaf; if it has more playouts, each plays several."""


@dataclass
class LeafParallelEngine(Engine):
    """An engine whose playouts run on a GPU, `batch` leaves at a time with `playouts` playouts each."""

    batch: int = 512
    playouts: int = 128
    launches: list[int] = field(default_factory=list)

    def reset(self, state: Any) -> None:
        """Start an empty tree for a position."""
        self.launches = [0] * self.threads
        super().reset(state)

    def compile(self) -> None:
        """Compile the kernels, by selecting and backing up nothing."""
        if not self.game.is_terminal(self.state):
            with self._pending_batches(1) as (batch, *_):
                self._select(0, batch, 0)
                self._back_up(0, batch, np.zeros((0, self.game.players)))

    def search(self, simulations: int | None, stop: Any, report: Report | None = None) -> None:
        """Do so many simulations, or until `stop[0]` is set, but at least one; `report` is called now and then."""
        with self._pending_batches(self.threads) as self._batches:
            super().search(simulations, stop, report)

    @cached_property
    def _selection_kernel(self) -> Any:
        """The compiled selection of leaves."""
        return native(leaf_selection, self.game, traits=self.traits)

    @cached_property
    def _backup_kernel(self) -> Any:
        """The compiled backup of a batch."""
        return native(batch_backup, self.game, traits=self.traits)

    @contextmanager
    def _pending_batches(self, threads: int) -> Iterator[list[PendingBatch]]:
        """Have the memory for two batches of each thread, some of it on the GPU."""
        self._playouts_per_thread = -(-self.playouts // MAX_LEAF_THREADS)
        self._leaf_threads = -(-self.playouts // self._playouts_per_thread)
        game_policy = self.traits.policy == GAME_POLICY
        with ExitStack() as stack:
            buffers = [
                stack.enter_context(device_buffer(self.game, self.batch, self._leaf_threads, game_policy))
                for _ in range(2 * threads)
            ]
            yield [PendingBatch.on(buffer, self.batch) for buffer in buffers]

    def _run_thread(self, number: int, left: list[float], stop: Any, report: Report | None) -> None:
        """Do the simulations of one thread: while the GPU plays one batch, select the next."""
        batch, previous = self._batches[2 * number : 2 * number + 2]
        while (not stop[0] or self.launches[number] == 0) and left[number] > 0 and self._is_running:
            size = min(left[number], self.batch, MIN_BATCH + self.simulations // SIMULATIONS_PER_LEAF)
            self._launch(number, batch, int(size))
            left[number] -= batch.visits
            self._finish(number, previous)
            batch, previous = previous, batch
            if report is not None:
                report()
        self._finish(number, previous)

    def _launch(self, number: int, batch: PendingBatch, size: int) -> None:
        """Select leaves and start their playouts."""
        self._select(number, batch, size)
        if batch.leaves:
            self.launches[number] += 1
            seed = stream(wrap(self.seed), self.launches[number] * self.threads + number)
            batch.wait = batch.buffer.start(batch.leaves, seed, self._playouts_per_thread)

    def _select(self, number: int, batch: PendingBatch, size: int) -> None:
        """Select leaves until so many visits are made."""
        batch.leaves, batch.groups, batch.visits = self._selection_kernel(
            self.state, size, self.thread_trees[number], self.workspaces[number], batch.arrays
        )

    def _finish(self, number: int, batch: PendingBatch) -> None:
        """Wait for the playouts of a batch and back them up."""
        if not batch.leaves:
            return
        players, totals = self.game.players, batch.wait()
        check_ended(totals[:, players + 1].sum())
        means = totals[:, :players] / (self._leaf_threads * self._playouts_per_thread)
        self._back_up(number, batch, np.ascontiguousarray(means))
        batch.leaves = batch.groups = 0

    def _back_up(self, number: int, batch: PendingBatch, means: Any) -> None:
        """Add the average results along the paths of a batch."""
        self._backup_kernel(batch.groups, means, self.thread_trees[number], self.workspaces[number], batch.arrays)
