"""Tree reuse: between two moves of a game the part of the tree below the moves played is kept, and all else forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.compile.native import Jit, native
from kibitz.core.game import CHANCE
from kibitz.search.montecarlo import desk as at
from kibitz.search.montecarlo.engine import Engine
from kibitz.search.montecarlo.traits import is_two_sided
from kibitz.search.montecarlo.tree import (
    COUNT_BITS,
    FIRST_MASK,
    FULL,
    LINK,
    MOST_MOVES,
    NODES,
    ROOT,
    USED,
    VISITS,
    Slots,
)  # fmt: skip


def transplanting(game: None, jit: Jit) -> Any:
    """Build `transplant(old, slot, new, stride)`: copy the tree below a slot to the front of `new`.

    Blocks are copied in the order of their slots, so that the new array itself is the list of what is left to do. Returned are
    the words in use and the number of nodes.
    """

    @jit
    def transplant(old: Any, slot: int, new: Any, stride: int) -> tuple[int, int]:
        for word in range(stride):
            new[word] = old[slot + word]
        used, nodes, place = stride, 0, 0
        while place < used:
            nodes += new[place + VISITS] > 0
            link = new[place + LINK]
            if link > 0:  # as `first_of` and `end_of` read it, which a kernel without a game cannot call
                first, size = link >> COUNT_BITS & FIRST_MASK, stride * (link & MOST_MOVES)
                for word in range(size):
                    new[used + word] = old[first + word]
                new[place + LINK] = link - (first << COUNT_BITS) + (used << COUNT_BITS)
                used += size
            place += stride
        return used, nodes

    return transplant


def follow(engine: Engine, state: Any, past: Sequence[Any]) -> bool:
    """Return whether the engine's tree holds `state`, which the game came to by way of `past`; if so it is about it now."""
    game = engine.game
    if not is_two_sided(game) or game.to_move(state) == CHANCE or engine.state not in past:
        return False
    begun = len(past) - 1 - list(reversed(past)).index(engine.state)
    slot, before, moves = ROOT, engine.state, 0
    for after in [*past[begun + 1 :], state]:
        found = (below for below in engine.tree.block(slot) if game.result(before, engine.tree.action(below)) == after)
        below = next(found, None)
        if below is None or not engine.tree.visits(below):
            return False
        slot, before, moves = below, after, moves + (game.to_move(before) != CHANCE)
    _root_at(engine, slot)
    for desk in engine.desks:
        desk[at.DEEPEST] = max(0, int(desk[at.DEEPEST]) - moves)
    engine.take_place(state)
    return True


def _root_at(engine: Engine, slot: int) -> None:
    """Keep the tree below a slot, and give back the memory of the rest."""
    tree = engine.tree
    words = np.zeros(len(tree.slots.words), np.int64)
    used, nodes = native(transplanting, None)(tree.slots.words, slot, words, tree.stride)
    tree.slots = Slots(words, words.view(np.float64))
    tree.ledger[USED], tree.ledger[NODES], tree.ledger[FULL] = used, nodes, 0
