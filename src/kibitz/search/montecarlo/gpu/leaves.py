"""Walks for games that are played elsewhere: `gather` finds positions by the batch, `scatter` counts what they came to.

A group are the moves of one leaf, or the leaf alone where it has none to enter the tree; they share the path to the leaf.
"""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory
from kibitz.core.game import CHANCE
from kibitz.search.montecarlo import workspace as at
from kibitz.search.montecarlo.backup import crediting, summing_up
from kibitz.search.montecarlo.expansion import growing
from kibitz.search.montecarlo.kernel import descending, judging
from kibitz.search.montecarlo.statistics import adding, entering, holding
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import ACTION, LINK, TOTAL, VISITS, WAITING, end_of, first_of, stride_of
from kibitz.search.montecarlo.workspace import LONGEST_PATH, MOVERS, PATH, PLIES

SIZE, PATH_LENGTH = range(2)
GROUP = 2
ROOM = GROUP + 2 * LONGEST_PATH
"""Words for a group: how many positions it has, and the path to its leaf, as slots and who chooses."""


def counting(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `is_certain(leaf, desk, gains, tree, ledger, facts, sums)`: whether the end of the path has a certain worth.

    If so, it is counted.
    """
    judge = judging(game, jit, traits=traits)
    credit, see = crediting(jit, traits=traits)

    @jit
    def is_certain(leaf: Any, desk: Any, gains: Any, tree: Any, ledger: Any, facts: Any, sums: Any) -> bool:
        if not judge(leaf, desk, gains, tree):
            return False
        see(gains, ledger, facts)
        credit(1, desk, gains, tree, sums)
        return True

    return is_certain


def spreading(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `spread(leaf, link, count, room, ...)`: visit the moves of a leaf, as far as there is room.

    It returns how many positions there are then, and how many visits these were.
    """
    is_certain = counting(game, jit, traits=traits)
    enter = entering(jit, traits=traits)
    stride = stride_of(traits)

    @jit
    def spread(
        leaf: Any, link: int, count: int, room: int, desk: Any, gains: Any, tree: Any, ledger: Any, facts: Any, sums: Any,
        members: Any, rows: Any,
    ) -> tuple[int, int]:  # fmt: skip
        plies, mover, visits = desk[PLIES], game.to_move(leaf), 0
        desk[MOVERS + plies - 1] = mover
        desk[at.DEEPEST] = max(desk[at.DEEPEST], desk[at.DEPTH] + 1)
        for below in range(first_of(link), end_of(link, stride), stride):
            if count == room:
                break
            if visits > 0:  # the walk itself was one visit to all slots of the path
                for ply in range(plies):
                    enter(desk[PATH + ply], ply, desk, tree)
            visits += 1
            after = game.result(leaf, tree.words[below + ACTION])
            enter(below, plies, desk, tree)
            desk[PATH + plies], desk[PLIES] = below, plies + 1
            if not is_certain(after, desk, gains, tree, ledger, facts, sums):
                game.pack(after, rows[count])
                members[count] = below
                count += 1
        desk[PLIES] = plies
        return count, visits

    return spread


def gathering(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `gather(root, wanted, desk, gains, slots, ledger, facts, sums, groups, members, rows)`.

    It walks until `wanted` visits are made; it returns how many positions need games, in how many groups, and the visits. The
    positions are packed into `rows`, their slots stand in `members`, the paths in `groups`. What other positions are worth is
    certain, and is counted at once.
    """
    descend = descending(game, jit, traits=traits)
    is_certain, spread = counting(game, jit, traits=traits), spreading(game, jit, traits=traits)
    grow, hold = growing(game, jit, traits=traits), holding(jit)

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
        tree = hold(slots)
        desk, gains, ledger, facts, sums = memory(desk), memory(gains), memory(ledger), memory(facts), memory(sums)
        count, group, visits = 0, 0, 0
        while visits < wanted:
            leaf = descend(root, desk, tree, ledger, facts)
            if is_certain(leaf, desk, gains, tree, ledger, facts, sums):
                visits += 1
                continue
            slot, before = desk[PATH + desk[PLIES] - 1], count
            link = block_below(leaf, slot, desk, tree, ledger, facts)
            if link <= 0:
                game.pack(leaf, rows[count])
                members[count] = slot
                count, visits = count + 1, visits + 1
            else:
                count, made = spread(leaf, link, count, wanted, desk, gains, tree, ledger, facts, sums, members, rows)
                visits += made
            if count > before:
                write(group, count - before, desk, groups)
                group += 1
        return count, group, visits

    return gather


def scattering(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `scatter(count, desk, means, ...)`: count what the positions of so many groups turned out to be worth."""
    players = traits.players
    (credit, see), sum_up = crediting(jit, traits=traits), summing_up(jit, traits=traits)
    add, hold = adding(jit, traits=traits), holding(jit)

    @jit
    def scatter(
        count: int, desk: Any, gains: Any, means: Any, slots: Any, ledger: Any, facts: Any, sums: Any, groups: Any,
        members: Any,
    ) -> None:  # fmt: skip
        tree = hold(slots)
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
                add(tree.words, members[place] + VISITS, -WAITING)
                add(tree.numbers, members[place] + TOTAL, means[place, chooser])
                if plies == 1:
                    sum_up(members[place], 1, memory(means[place]), tree, sums)
            credit(size, desk, gains, tree, sums)
            row += size

    return scatter
