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

from kibitz.compile.native import Jit, native, packed
from kibitz.compile.primitives import memory
from kibitz.search.montecarlo.crediting import crediting
from kibitz.search.montecarlo.desk import LONGEST_PATH, MOVERS, PATH, PLIES
from kibitz.search.montecarlo.engine import Engine
from kibitz.search.montecarlo.kernel import descending, judging
from kibitz.search.montecarlo.traits import OWN, Traits
from kibitz.search.montecarlo.tree import SEEN_LOW, Slots
from kibitz.search.playouts import check_ended, played_on_device

ROOM = 1 + 2 * LONGEST_PATH
"""Words for a path: its length, then the slots, then who chooses."""
FEWEST_THREADS, MOST_GAMES_PER_THREAD = 64, 8
"""How the games of a leaf are shared out over the device's threads."""


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
                credit(1, loss, desk, gains, tree, sums)
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
            credit(1, losses[place], desk, gains, tree, sums)

    return scatter


@dataclass
class Batch:
    """Leaves on their way: how many, the ways to them, and a function that waits for what their games came to."""

    paths: Any
    losses: Any
    rows: Any
    count: int = 0
    wait: Callable[[], Any] = lambda: None


@dataclass
class BatchEngine(Engine):
    """An engine whose random games are played on a GPU, `batch` leaves at a time with `playouts` games each."""

    batch: int = 256
    playouts: int = 512
    launches: int = 0

    def __post_init__(self) -> None:
        """Compile the kernels of the processor's part, and take the memory for two batches."""
        super().__post_init__()
        self._gather = native(gathering, self.game, traits=self.traits)
        self._scatter = native(scattering, self.game, traits=self.traits)
        self._gains = np.zeros(self.game.players)
        words = len(packed(self.game, self.game.initial()))
        self._batches = [
            Batch(np.zeros((self.batch, ROOM), np.int64), np.zeros(self.batch), np.zeros((self.batch, words), np.int64))
            for _ in range(2)
        ]

    def take_place(self, state: Any) -> None:
        """Get ready for the position; the device's part is compiled too."""
        super().take_place(state)
        if not self.game.is_terminal(state):
            self._play(packed(self.game, state)[None])()

    def run(self, simulations: int | None, stop: Any, tell: Callable[[], None] | None = None) -> None:
        """Simulate so often, or until told to stop; `tell` is called now and then."""
        left = inf if simulations is None else simulations
        now, before = self._batches
        while not stop[0] and left > 0 and not self.is_settled:
            self._begin_batch(now, int(min(left, self.batch)))
            left -= self.batch
            self._finish(before)
            now, before = before, now
            self._check()
            if tell is not None:
                tell()
        self._finish(before)
        self._check()

    def _begin_batch(self, batch: Batch, wanted: int) -> None:
        """Walk to leaves and start their games."""
        tree = self.tree
        batch.count = self._gather(
            self.state, wanted, self.desks[0], self._gains, tree.slots, tree.ledger, tree.facts, self.sums[0], batch.losses,
            batch.paths, batch.rows,
        )  # fmt: skip
        if batch.count:
            batch.wait = self._play(batch.rows[: batch.count])

    def _play(self, rows: Any) -> Callable[[], Any]:
        """Start the games of some packed states; return a function that waits for the averages."""
        self.launches += 1
        each = max(1, min(MOST_GAMES_PER_THREAD, self.playouts // FEWEST_THREADS))
        threads = -(-self.playouts // each)
        wait = played_on_device(self.game, rows, self.seed + self.launches, threads, each, self.traits.policy == OWN)

        def means() -> Any:
            found = wait()
            check_ended(found[:, self.game.players + 1].sum())
            return found[:, : self.game.players] / (threads * each)

        return means

    def _finish(self, batch: Batch) -> None:
        """Count what the games of a batch came to."""
        if batch.count:
            tree, means = self.tree, np.ascontiguousarray(batch.wait())
            self._scatter(
                batch.count, self.desks[0], means, tree.slots, tree.ledger, tree.facts, self.sums[0], batch.losses, batch.paths
            )
            batch.count = 0
