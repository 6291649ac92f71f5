"""UCT on a GPU: the tree stands on the processor, the random games of a whole batch of leaves are played on the device.

Each leaf gets many random games, and their average counts as one simulation: so much surer than a single game. While the
device plays one batch the processor walks the tree for the next; moves on their way are counted as lost until their games are
in, so that the walks spread out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from kibitz.compile.native import Jit, native
from kibitz.compile.primitives import memory
from kibitz.core.bits import wrap
from kibitz.core.randomness import stream
from kibitz.search.montecarlo.crediting import crediting
from kibitz.search.montecarlo.desk import LONGEST_PATH, MOVERS, PATH, PLIES
from kibitz.search.montecarlo.engine import Engine
from kibitz.search.montecarlo.kernel import descending, judging
from kibitz.search.montecarlo.traits import OWN, Traits
from kibitz.search.montecarlo.tree import SEEN_LOW, Slots
from kibitz.search.playouts import check_ended, room_on_device

ROOM = 1 + 2 * LONGEST_PATH
"""Words for a path: its length, then the slots, then who chooses."""
MOST_THREADS = 512
"""So many threads play the games of a leaf; if there are more games, each plays several."""


def gathering(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `gather(root, wanted, desk, gains, slots, ledger, facts, sums, losses, paths, rows)`: walk to so many leaves.

    Returned is how many of them want random games; they are packed into `rows`, with the ways to them in `paths`. What the
    others are worth is certain, and is counted at once.
    """
    descend = descending(game, jit, traits=traits)
    judge = judging(game, jit, traits=traits)
    credit, see = crediting(jit, traits=traits)

    @jit
    def gather(
        root: Any, wanted: int, desk: Any, gains: Any, slots: Any, ledger: Any, facts: Any, sums: Any, losses: Any, paths: Any,
        rows: Any,
    ) -> int:  # fmt: skip
        tree = Slots(memory(slots.words), memory(slots.numbers))
        desk, gains, ledger, facts, sums = memory(desk), memory(gains), memory(ledger), memory(facts), memory(sums)
        count = 0
        for _ in range(wanted):
            loss = facts[SEEN_LOW] if facts[SEEN_LOW] < inf else 0.0
            leaf = descend(root, loss, desk, tree, ledger, facts)
            if judge(leaf, desk, gains, tree):
                see(gains, ledger, facts)
                credit(loss, desk, gains, tree, sums)
                continue
            game.pack(leaf, rows[count])
            losses[count] = loss
            paths[count, 0] = desk[PLIES]
            for ply in range(desk[PLIES]):
                paths[count, 1 + ply] = desk[PATH + ply]
                paths[count, 1 + LONGEST_PATH + ply] = desk[MOVERS + ply]
            count += 1
        return count

    return gather


def scattering(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `scatter(count, desk, means, ...)`: count what the leaves turned out to be worth."""
    credit, see = crediting(jit, traits=traits)

    @jit
    def scatter(
        count: int, desk: Any, means: Any, slots: Any, ledger: Any, facts: Any, sums: Any, losses: Any, paths: Any
    ) -> None:  # fmt: skip
        tree = Slots(memory(slots.words), memory(slots.numbers))
        desk, ledger, facts, sums = memory(desk), memory(ledger), memory(facts), memory(sums)
        for place in range(count):
            desk[PLIES] = paths[place, 0]
            for ply in range(desk[PLIES]):
                desk[PATH + ply] = paths[place, 1 + ply]
                desk[MOVERS + ply] = paths[place, 1 + LONGEST_PATH + ply]
            gains = memory(means[place])
            see(gains, ledger, facts)
            credit(losses[place], desk, gains, tree, sums)

    return scatter


@dataclass
class Batch:
    """Leaves on their way: the ways to them, their states on the device, and a function that waits for their games."""

    paths: Any
    losses: Any
    room: Any
    count: int = 0
    wait: Callable[[], Any] = lambda: None


@dataclass
class BatchEngine(Engine):
    """An engine whose random games are played on a GPU, `batch` leaves at a time with `playouts` games each."""

    batch: int = 256
    playouts: int = 512
    launches: int = 0

    def __post_init__(self) -> None:
        """Compile the kernels, and take the memory for two batches of each thread."""
        super().__post_init__()
        self._gather = native(gathering, self.game, traits=self.traits)
        self._scatter = native(scattering, self.game, traits=self.traits)
        self._each = max(1, self.playouts // MOST_THREADS)
        self._device_threads = -(-self.playouts // self._each)
        self._batches = [self._batch(number) for number in range(2 * self.threads)]

    def _batch(self, number: int) -> Batch:
        """Return the memory for a batch."""
        room = room_on_device(self.game, self.batch, self._device_threads, self.traits.policy == OWN, number)
        return Batch(np.zeros((self.batch, ROOM), np.int64), np.zeros(self.batch), room)

    def take_place(self, state: Any) -> None:
        """Get ready for the position; what must be compiled is compiled by doing it to no leaf."""
        super().take_place(state)
        if not self.game.is_terminal(state):
            self._walk(0, self._batches[0], 0)
            self._count(0, self._batches[0], np.zeros((0, self.game.players)))

    def _turns(self, number: int, left: list[float], stop: Any, tell: Callable[[], None] | None) -> None:
        """Do the simulations of one thread: while the device plays for one batch, walk for the next."""
        now, before = self._batches[2 * number : 2 * number + 2]
        while not stop[0] and left[number] > 0 and self._goes_on:
            wanted = int(min(left[number], self.batch))
            self._start(number, now, wanted)
            left[number] -= wanted
            self._finish(number, before)
            now, before = before, now
            if tell is not None:
                tell()
        self._finish(number, before)

    def _start(self, number: int, batch: Batch, wanted: int) -> None:
        """Walk to leaves and start their games."""
        self._walk(number, batch, wanted)
        if batch.count:
            self.launches += 1
            seed = stream(wrap(self.seed), self.launches * self.threads + number)
            batch.wait = batch.room.start(batch.count, seed, self._each)

    def _walk(self, number: int, batch: Batch, wanted: int) -> None:
        """Walk to leaves."""
        tree, gains = self.tree, np.zeros(self.game.players)
        batch.count = self._gather(
            self.state, wanted, self.desks[number], gains, tree.slots, tree.ledger, tree.facts, self.sums[number], batch.losses,
            batch.paths, batch.room.rows,
        )  # fmt: skip

    def _finish(self, number: int, batch: Batch) -> None:
        """Count what the games of a batch came to."""
        if not batch.count:
            return
        found = batch.wait()
        check_ended(found[:, self.game.players + 1].sum())
        self._count(number, batch, np.ascontiguousarray(found[:, : self.game.players] / (self._device_threads * self._each)))
        batch.count = 0

    def _count(self, number: int, batch: Batch, means: Any) -> None:
        """Count averages along the paths of a batch."""
        tree, desk, sums = self.tree, self.desks[number], self.sums[number]
        self._scatter(batch.count, desk, means, tree.slots, tree.ledger, tree.facts, sums, batch.losses, batch.paths)
