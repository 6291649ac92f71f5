"""UCT on a GPU: the tree stands on the processor, the random games of a whole batch of positions are played on the device.

A walk ends at a position whose moves are not in the tree yet; all of them enter it at once, and each gets many random games,
whose average counts as one simulation. So one walk does for all moves of a position what would take UCT as many walks, and
surer. While the device plays one batch the processor walks for the next. A batch is the smaller the less is known, because its
walks know nothing of one another's games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from kibitz.compile.cpu import native
from kibitz.core.bits import wrap
from kibitz.core.randomness import stream
from kibitz.search.montecarlo.engine import Engine
from kibitz.search.montecarlo.gpu.leaves import ROOM, gathering, scattering
from kibitz.search.montecarlo.traits import OWN
from kibitz.search.playouts import check_ended, room_on_device

MOST_BATCH = 1 << 16
LEAST_BATCH, KNOWN_PER_LEAF = 32, 16
"""A batch has so many positions, and one more for so many simulations that are in, until it is as large as it may be."""
MOST_THREADS = 512
"""So many threads play the games of a position; if there are more games, each plays several."""


@dataclass
class Batch:
    """Positions on their way: their groups and slots, their states on the device, and a function that waits for their games."""

    groups: Any
    members: Any
    room: Any
    count: int = 0
    group_count: int = 0
    visits: int = 0
    wait: Callable[[], Any] = lambda: None


@dataclass
class BatchEngine(Engine):
    """An engine whose random games are played on a GPU, `batch` positions at a time with `playouts` games each."""

    batch: int = 512
    playouts: int = 128
    launches: list[int] = field(default_factory=list)

    def begin(self, state: Any) -> None:
        """Get ready for a position of which nothing is known."""
        self.launches = [0] * self.threads
        super().begin(state)

    def prepare(self) -> None:
        """Compile the kernels, by finding and counting nothing."""
        if not self.game.is_terminal(self.state):
            with self._batches(1) as (batch, *_):
                self._walk(0, batch, 0)
                self._count(0, batch, np.zeros((0, self.game.players)))

    def run(self, simulations: int | None, stop: Any, tell: Callable[[], None] | None = None) -> None:
        """Simulate so often, or until told to stop, but once at least; `tell` is called now and then."""
        with self._batches(self.threads) as self._lent:
            super().run(simulations, stop, tell)

    @cached_property
    def _gather(self) -> Any:
        """The kernel that walks."""
        return native(gathering, self.game, traits=self.traits)

    @cached_property
    def _scatter(self) -> Any:
        """The kernel that counts."""
        return native(scattering, self.game, traits=self.traits)

    @contextmanager
    def _batches(self, threads: int) -> Iterator[list[Batch]]:
        """Have the memory for two batches of each thread, some of it on the device."""
        self._each = -(-self.playouts // MOST_THREADS)
        self._device_threads = -(-self.playouts // self._each)
        with ExitStack() as stack:
            lent = []
            for _ in range(2 * threads):
                own = self.traits.policy == OWN
                room = stack.enter_context(room_on_device(self.game, self.batch, self._device_threads, own))
                lent.append(Batch(np.zeros((self.batch, ROOM), np.int64), np.zeros(self.batch, np.int64), room))
            yield lent

    def _turns(self, number: int, left: list[float], stop: Any, tell: Callable[[], None] | None) -> None:
        """Do the simulations of one thread: while the device plays for one batch, walk for the next."""
        now, before = self._lent[2 * number : 2 * number + 2]
        while (not stop[0] or self.launches[number] == 0) and left[number] > 0 and self._goes_on:
            self._start(number, now, int(min(left[number], self.batch, LEAST_BATCH + self.simulations // KNOWN_PER_LEAF)))
            left[number] -= now.visits
            self._finish(number, before)
            now, before = before, now
            if tell is not None:
                tell()
        self._finish(number, before)

    def _start(self, number: int, batch: Batch, wanted: int) -> None:
        """Walk to leaves and start their games."""
        self._walk(number, batch, wanted)
        if batch.count:
            self.launches[number] += 1
            seed = stream(wrap(self.seed), self.launches[number] * self.threads + number)
            batch.wait = batch.room.start(batch.count, seed, self._each)

    def _walk(self, number: int, batch: Batch, wanted: int) -> None:
        """Walk until so many positions are found."""
        tree, gains, slots, sums = self.tree, self.gains[number], self.slots[number], self.sums[number]
        batch.count, batch.group_count, batch.visits = self._gather(
            self.state, wanted, self.desks[number], gains, slots, tree.ledger, tree.facts, sums, batch.groups, batch.members,
            batch.room.rows,
        )  # fmt: skip

    def _finish(self, number: int, batch: Batch) -> None:
        """Count what the games of a batch came to."""
        if not batch.count:
            return
        found = batch.wait()
        check_ended(found[:, self.game.players + 1].sum())
        self._count(number, batch, np.ascontiguousarray(found[:, : self.game.players] / (self._device_threads * self._each)))
        batch.count = batch.group_count = 0

    def _count(self, number: int, batch: Batch, means: Any) -> None:
        """Count averages along the paths of a batch."""
        tree, gains, slots, sums = self.tree, self.gains[number], self.slots[number], self.sums[number]
        self._scatter(
            batch.group_count, self.desks[number], gains, means, slots, tree.ledger, tree.facts, sums, batch.groups,
            batch.members,
        )  # fmt: skip
