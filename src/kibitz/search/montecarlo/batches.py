"""UCT on a GPU: the tree stands on the processor, the random games of a whole batch of positions are played on the device.

A walk ends at a position whose moves are not in the tree yet; all of them enter it at once, and each gets many random games,
whose average counts as one simulation. So one walk does for all moves of a position what would take UCT as many walks, and
surer. While the device plays one batch the processor walks for the next. A batch is the smaller the less is known, because its
walks know nothing of one another's games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.compile.native import Jit, native
from kibitz.compile.primitives import memory
from kibitz.core.bits import wrap
from kibitz.core.game import CHANCE
from kibitz.core.randomness import stream
from kibitz.search.montecarlo.crediting import adding, crediting
from kibitz.search.montecarlo.desk import LONGEST_PATH, MOVERS, PATH, PLIES
from kibitz.search.montecarlo.engine import Engine
from kibitz.search.montecarlo.growing import growing
from kibitz.search.montecarlo.kernel import descending, entering, judging
from kibitz.search.montecarlo.traits import OWN, Traits
from kibitz.search.montecarlo.tree import ACTION, LINK, PENDING, TOTAL, Slots, end_of, first_of, stride_of  # fmt: skip
from kibitz.search.playouts import check_ended, room_on_device

SIZE, PATH_LENGTH = range(2)
GROUP = 2
ROOM = GROUP + 2 * LONGEST_PATH
"""Words for a group of positions, the moves from one leaf: their number, the path to the leaf, as slots and who chooses."""
LEAST_BATCH, KNOWN_PER_LEAF = 32, 16
"""A batch has so many positions, and one more for so many simulations that are in, until it is as large as it may be."""
MOST_THREADS = 512
"""So many threads play the games of a position; if there are more games, each plays several."""


def gathering(game: Any, jit: Jit, *, traits: Traits) -> Any:  # noqa: PLR0915
    """Build `gather(root, wanted, desk, gains, slots, ledger, facts, sums, groups, members, rows)`.

    It walks until `wanted` positions are found that need random games, or as many walks were made; it returns how many there
    are, in how many groups, and how many visits that were. They are packed into `rows`, their slots stand in `members`, the
    paths in `groups`. What other positions are worth is certain, and is counted at once.
    """
    descend = descending(game, jit, traits=traits)
    judge = judging(game, jit, traits=traits)
    grow = growing(game, jit, traits=traits)
    credit, see = crediting(jit, traits=traits)
    enter = entering(jit, traits=traits)
    stride = stride_of(traits)

    @jit
    def block_below(leaf: Any, slot: int, desk: Any, tree: Any, ledger: Any, facts: Any) -> int:
        """Return the link of a leaf after its moves were put into the tree; 0 where that cannot be."""
        if tree.words[slot + LINK] != 0 or game.is_terminal(leaf) or game.to_move(leaf) == CHANCE:
            return 0
        return int(grow(leaf, slot, desk, tree, ledger, facts))

    @jit
    def write(group: int, size: int, desk: Any, groups: Any) -> None:
        groups[group, SIZE], groups[group, PATH_LENGTH] = size, desk[PLIES]
        for ply in range(desk[PLIES]):
            groups[group, GROUP + ply] = desk[PATH + ply]
            groups[group, GROUP + LONGEST_PATH + ply] = desk[MOVERS + ply]

    @jit
    def gather(
        root: Any, wanted: int, desk: Any, gains: Any, slots: Any, ledger: Any, facts: Any, sums: Any, groups: Any,
        members: Any, rows: Any,
    ) -> tuple[int, int, int]:  # fmt: skip
        tree = Slots(memory(slots.words), memory(slots.numbers))
        desk, gains, ledger, facts, sums = memory(desk), memory(gains), memory(ledger), memory(facts), memory(sums)
        count, group, walks, visits = 0, 0, 0, 0
        while count < wanted and walks < wanted:
            walks += 1
            leaf = descend(root, desk, tree, ledger, facts)
            if judge(leaf, desk, gains, tree):
                see(gains, ledger, facts)
                credit(1, desk, gains, tree, sums)
                visits += 1
                continue
            plies, before = desk[PLIES], count
            slot = desk[PATH + plies - 1]
            link = block_below(leaf, slot, desk, tree, ledger, facts)
            if link <= 0:
                game.pack(leaf, rows[count])
                members[count] = slot
                write(group, 1, desk, groups)
                count, group, visits = count + 1, group + 1, visits + 1
                continue
            mover, certain = game.to_move(leaf), 0
            desk[MOVERS + plies - 1] = mover
            for below in range(first_of(link), end_of(link, stride), stride):
                if count == wanted:
                    break
                after = game.result(leaf, tree.words[below + ACTION])
                enter(below, tree, ledger)
                desk[PATH + plies], desk[PLIES] = below, plies + 1
                if judge(after, desk, gains, tree):
                    see(gains, ledger, facts)
                    credit(1, desk, gains, tree, sums)
                    certain += 1
                else:
                    game.pack(after, rows[count])
                    members[count] = below
                    count += 1
            desk[PLIES] = plies
            visits += certain + count - before
            for _ in range(certain + count - before - 1):  # the walk itself was one visit
                for ply in range(plies):
                    enter(desk[PATH + ply], tree, ledger)
            if count > before:
                write(group, count - before, desk, groups)
                group += 1
        return count, group, visits

    return gather


def scattering(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `scatter(count, desk, means, ...)`: count what the positions of so many groups turned out to be worth."""
    players, stride = traits.players, stride_of(traits)
    credit, see = crediting(jit, traits=traits)
    add = adding(jit, traits=traits)

    @jit
    def scatter(
        count: int, desk: Any, gains: Any, means: Any, slots: Any, ledger: Any, facts: Any, sums: Any, groups: Any,
        members: Any,
    ) -> None:  # fmt: skip
        tree = Slots(memory(slots.words), memory(slots.numbers))
        desk, gains, ledger, facts, sums = memory(desk), memory(gains), memory(ledger), memory(facts), memory(sums)
        row = 0
        for group in range(count):
            plies = desk[PLIES] = groups[group, PATH_LENGTH]
            for ply in range(plies):
                desk[PATH + ply] = groups[group, GROUP + ply]
                desk[MOVERS + ply] = groups[group, GROUP + LONGEST_PATH + ply]
            size, chooser = groups[group, SIZE], desk[MOVERS + plies - 1]
            for player in range(players):
                gains[player] = 0.0
            for place in range(row, row + size):
                see(memory(means[place]), ledger, facts)
                for player in range(players):
                    gains[player] += means[place, player]
                if members[place] == desk[PATH + plies - 1]:
                    continue  # the leaf itself, which stands on the path
                add(tree.words, members[place] + PENDING, -1)
                add(tree.numbers, members[place] + TOTAL, means[place, chooser])
                for player in range(players):
                    if plies == 1:
                        sums[(members[place] // stride - 1) * players + player] += means[place, player]
            credit(size, desk, gains, tree, sums)
            row += size

    return scatter


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
        groups = np.zeros((self.batch, ROOM), np.int64)
        return Batch(groups, np.zeros(self.batch, np.int64), room)

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
            self._start(number, now, int(min(left[number], self.batch, LEAST_BATCH + self.simulations // KNOWN_PER_LEAF)))
            left[number] -= max(1, now.visits)
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
        """Walk until so many positions are found."""
        tree, gains = self.tree, np.zeros(self.game.players)
        batch.count, batch.group_count, batch.visits = self._gather(
            self.state, wanted, self.desks[number], gains, tree.slots, tree.ledger, tree.facts, self.sums[number], batch.groups,
            batch.members, batch.room.rows,
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
        tree, gains = self.tree, np.zeros(self.game.players)
        self._scatter(
            batch.group_count, self.desks[number], gains, means, tree.slots, tree.ledger, tree.facts, self.sums[number],
            batch.groups, batch.members,
        )  # fmt: skip
