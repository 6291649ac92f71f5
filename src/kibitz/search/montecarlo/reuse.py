"""Tree reuse: between two moves of a game the part of the tree below the moves played is kept, and all else forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit, native
from kibitz.core.game import CHANCE
from kibitz.search.montecarlo import workspace as at
from kibitz.search.montecarlo.engine import Engine
from kibitz.search.montecarlo.traits import is_two_sided
from kibitz.search.montecarlo.tree import (
    COUNT_BITS,
    FIRST_MASK,
    FULL,
    KEPT,
    LINK,
    MOST_MOVES,
    ROOT,
    USED,
    VISITS,
)  # fmt: skip


def transplanting(game: None, jit: Jit) -> Any:
    """Build `transplant(words, used, slot, stride, moved, stack)`: slide the tree below a slot to the front, over all else.

    `moved` has a 0 for every slot; it holds where each one that is kept moves to. A slot never moves to the right of where it
    stood, so the array itself has room enough. Returned are the words in use and the number of nodes.
    """

    @jit
    def first_of(link: int) -> int:  # as the tree's own, which a kernel without a game cannot call
        return link >> COUNT_BITS & FIRST_MASK

    @jit
    def mark(words: Any, slot: int, stride: int, moved: Any, stack: Any) -> None:
        """Mark all slots below a slot; on the stack stand the slots left to look at: of each block the next and the end."""
        depth = 0
        stack[0], stack[1] = slot, slot + stride
        while depth >= 0:
            here = stack[2 * depth]
            if here == stack[2 * depth + 1]:
                depth -= 1
                continue
            stack[2 * depth] += stride
            link = words[here + LINK]
            if link > 0:
                depth += 1
                stack[2 * depth] = first_of(link)
                stack[2 * depth + 1] = first_of(link) + stride * (link & MOST_MOVES)
                for below in range(stack[2 * depth], stack[2 * depth + 1], stride):
                    moved[below // stride] = 1

    @jit
    def move(words: Any, here: int, there: int, stride: int, moved: Any) -> int:
        """Move a slot, and let its link name where its block moves; whether it is a node."""
        link = words[here + LINK]
        for word in range(stride):
            words[there + word] = words[here + word]
        if link > 0:
            words[there + LINK] = link + ((moved[first_of(link) // stride] - first_of(link)) << COUNT_BITS)
        return int(words[there + VISITS] > 0)

    @jit
    def transplant(words: Any, used: int, slot: int, stride: int, moved: Any, stack: Any) -> tuple[int, int]:
        mark(words, slot, stride, moved, stack)
        kept = stride
        for place in range(used // stride):
            if moved[place] != 0:
                moved[place] = kept
                kept += stride
        nodes = move(words, slot, ROOT, stride, moved)
        for place in range(used // stride):
            if moved[place] != 0:
                nodes += move(words, place * stride, moved[place], stride, moved)
        return kept, nodes

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
    """Keep the tree below a slot, and forget the rest."""
    tree = engine.tree
    tree.ledger[USED], tree.ledger[KEPT] = _transplant(tree.words, int(tree.ledger[USED]), slot, tree.stride)
    tree.ledger[FULL] = 0


def prepare_reuse() -> None:
    """Compile what keeping a tree takes, by keeping an empty one."""
    _transplant(np.zeros(LINK + 1, np.int64), 0, ROOT, LINK + 1)


def _transplant(words: Any, used: int, slot: int, stride: int) -> tuple[int, int]:
    """Slide the tree below a slot to the front; return the words in use then, and the nodes."""
    moved, stack = np.zeros(used // stride, np.int64), np.zeros(2 * at.LONGEST_PATH, np.int64)
    kept, nodes = native(transplanting, None)(words, used, slot, stride, moved, stack)
    return int(kept), int(nodes)
