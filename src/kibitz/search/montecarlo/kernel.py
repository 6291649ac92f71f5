"""Monte Carlo tree search, compiled for one game: walk down by UCB1, add a node, play a random game, count it up the path.

The walk, the numbers drawn and the averages are those of the textbook's `uct`; what is certain is kept beside them.
"""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import add_shared, memory
from kibitz.core.game import CHANCE
from kibitz.search.montecarlo import workspace as at
from kibitz.search.montecarlo.backup import crediting
from kibitz.search.montecarlo.expansion import growing
from kibitz.search.montecarlo.proofs import settling
from kibitz.search.montecarlo.rollouts import rollouts
from kibitz.search.montecarlo.selection import choosing, drawing
from kibitz.search.montecarlo.statistics import entering, handing_in, holding
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import (
    ACTION,
    BEYOND,
    CLAIMED,
    CROWDED,
    HIGH,
    LINK,
    LOW,
    ROOT,
    STUCK,
)
from kibitz.search.montecarlo.workspace import LONGEST_PATH, MOVERS, PATH, PLIES


def descending(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `descend(s, desk, tree, ledger, facts)`: walk from the root to a leaf and return its state.

    The path is left on the desk. Every slot on it is counted as visited at once, so that others who walk the tree before the
    game is in look elsewhere.
    """
    settles, flat, grouped, amaf, shared = traits.settles, traits.flat, traits.grouped, traits.amaf, traits.shared
    enter = entering(jit, traits=traits)
    choose, draw, grow = choosing(jit, traits=traits), drawing(jit, traits=traits), growing(game, jit, traits=traits)

    @jit
    def descend(s: Any, desk: Any, tree: Any, ledger: Any, facts: Any) -> Any:
        slot, ply, depth = ROOT, 0, 0
        desk[PATH] = ROOT
        desk[at.LENGTH] = 0
        before = enter(slot, 0, desk, tree)
        while ply < LONGEST_PATH - 2:
            link = tree.words[slot + LINK]
            if ply > 0 and (
                flat or (before == 0 and not grouped) or (settles and tree.numbers[slot + LOW] == tree.numbers[slot + HIGH])
            ):
                break
            while shared and link == CLAIMED and ledger[STUCK] + ledger[CROWDED] == 0:
                link = add_shared(tree.words, slot + LINK, 0)  # whoever makes the block is about to be done
            if link <= 0:
                if link == CLAIMED or game.is_terminal(s) or (grouped and game.to_move(s) != CHANCE):
                    break
                link = grow(s, slot, desk, tree, ledger, facts)
                if link == 0:
                    break
            mover = game.to_move(s)
            chosen = draw(link, before, desk, tree, facts) if mover == CHANCE else choose(link, mover, before, tree, facts)
            desk[MOVERS + ply] = mover
            ply += 1
            depth += mover != CHANCE
            slot = chosen
            desk[PATH + ply] = slot
            if amaf and mover != CHANCE:
                desk[at.PLAYED + 2 * desk[at.LENGTH]] = mover
                desk[at.PLAYED + 2 * desk[at.LENGTH] + 1] = tree.words[slot + ACTION]
                desk[at.LENGTH] += 1
            s = game.result(s, tree.words[slot + ACTION])
            before = enter(slot, ply, desk, tree)
            if before == 0:
                desk[at.DEEPEST] = max(desk[at.DEEPEST], depth)
        desk[at.PLIES], desk[at.DEPTH] = ply + 1, depth
        return s

    return descend


def judging(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `judge(leaf, desk, gains, tree)`: whether the leaf's worth is certain; if so it is put into `gains`."""
    players, settles, shared, total = traits.players, traits.settles, traits.shared, traits.total
    settle = settling(jit, traits=traits)

    @jit
    def judge(leaf: Any, desk: Any, gains: Any, tree: Any) -> bool:
        slot = desk[PATH + desk[PLIES] - 1]
        if not settles or slot == ROOT:
            return False
        if tree.numbers[slot + LOW] != tree.numbers[slot + HIGH]:
            if not game.is_terminal(leaf):
                return False
            tree.numbers[slot + LOW] = tree.numbers[slot + HIGH] = game.utility(leaf, 0)
            settle(desk, tree)
        elif shared:
            settle(desk, tree)  # once more: two threads that settled neighbours at once may have missed each other's
        gains[0] = tree.numbers[slot + LOW]
        if players == 2:
            gains[1] = total - gains[0]
        return True

    return judge


def simulating(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `simulate(root, count, desk, gains, tree, ledger, facts, sums, weights, stop)`: how many simulations it did.

    It does up to `count` of them, and ends early when told to stop, when the root is settled, or when something is wrong,
    which is written into the ledger.
    """
    players, settles, apart = traits.players, traits.settles, traits.apart
    judge = judging(game, jit, traits=traits)
    descend = descending(game, jit, traits=traits)
    credit, see = crediting(jit, traits=traits)
    rollout, hold = rollouts(game, jit, traits=traits), holding(jit)
    hand_in, longest_apart = handing_in(jit, traits=traits)

    @jit
    def play(leaf: Any, desk: Any, gains: Any, tree: Any, facts: Any, weights: Any) -> None:
        """Put into `gains` what the leaf is worth to each player: what is certain, or the end of a random game."""
        if judge(leaf, desk, gains, tree):
            return
        last = rollout(leaf, desk, facts, weights)
        is_over = game.is_terminal(last)
        for player in range(players):
            gains[player] = game.utility(last, player) if is_over else game.evaluate(last, player)

    @jit
    def simulate(
        root: Any, count: int, desk: Any, gains: Any, slots: Any, ledger: Any, facts: Any, sums: Any, weights: Any, stop: Any
    ) -> int:  # fmt: skip
        tree = hold(slots)
        desk, gains, ledger, facts = memory(desk), memory(gains), memory(ledger), memory(facts)
        sums, weights, stop = memory(sums), memory(weights), memory(stop)
        done = handed_in = 0
        while done < count and stop[0] == 0 and ledger[STUCK] + ledger[CROWDED] + ledger[BEYOND] == 0:
            if settles and tree.numbers[ROOT + LOW] == tree.numbers[ROOT + HIGH]:
                break
            leaf = descend(root, desk, tree, ledger, facts)
            play(leaf, desk, gains, tree, facts, weights)
            see(gains, ledger, facts)
            credit(1, desk, gains, tree, sums)
            done += 1
            if apart and done - handed_in >= longest_apart(tree, ledger):
                hand_in(tree)
                handed_in = done
        hand_in(tree)
        return done

    return simulate
