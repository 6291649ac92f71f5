"""Tree reuse: between two moves of a game the tree is re-rooted at the present position, and the rest discarded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit, native
from kibitz.core.game import CHANCE
from kibitz.search.montecarlo.engine import Engine
from kibitz.search.montecarlo.traits import has_scalar_value
from kibitz.search.montecarlo.tree import (
    ALLOCATED,
    CHILDREN,
    COUNT_BITS,
    FIRST_MASK,
    FULL,
    MAX_CHILDREN,
    REUSED_NODES,
    ROOT,
    VISITS,
)
from kibitz.search.montecarlo.workspace import MAX_DEPTH, MAX_PATH


def subtree_compaction(game: None, jit: Jit) -> Any:
    """Build `compact(ints, allocated, edge, size, target, stack)`: move the subtree of an edge to the front of the array.

    It is a mark-and-compact collection in place: an edge never moves to the right of where it was. `target`, int64 [edges],
    is all 0 at first and gets the new index of every edge that is kept; `stack` is int64 [MAX_PATH * 2]. Returned are the
    words in use and the number of nodes.
    """

    @jit
    def first_child(children: int) -> int:  # as the tree's own, which a kernel without a game cannot call
        return children >> COUNT_BITS & FIRST_MASK

    @jit
    def mark(ints: Any, edge: int, size: int, target: Any, stack: Any) -> None:
        """Mark all edges below an edge; the stack holds, for each depth, the next edge and the end of its siblings."""
        depth = 0
        stack[0], stack[1] = edge, edge + size
        while depth >= 0:
            here = stack[2 * depth]
            if here == stack[2 * depth + 1]:
                depth -= 1
                continue
            stack[2 * depth] += size
            children = ints[here + CHILDREN]
            if children > 0:
                depth += 1
                stack[2 * depth] = first_child(children)
                stack[2 * depth + 1] = first_child(children) + size * (children & MAX_CHILDREN)
                for child in range(stack[2 * depth], stack[2 * depth + 1], size):
                    target[child // size] = 1

    @jit
    def move(ints: Any, source: int, destination: int, size: int, target: Any) -> int:
        """Move an edge, and let its children index say where the children move; return whether it is a node."""
        children = ints[source + CHILDREN]
        for word in range(size):
            ints[destination + word] = ints[source + word]
        if children > 0:
            first = first_child(children)
            ints[destination + CHILDREN] = children + ((target[first // size] - first) << COUNT_BITS)
        return int(ints[destination + VISITS] > 0)

    @jit
    def compact(ints: Any, allocated: int, edge: int, size: int, target: Any, stack: Any) -> tuple[int, int]:
        mark(ints, edge, size, target, stack)
        kept = size
        for index in range(allocated // size):
            if target[index] != 0:
                target[index] = kept
                kept += size
        nodes = move(ints, edge, ROOT, size, target)
        for index in range(allocated // size):
            if target[index] != 0:
                nodes += move(ints, index * size, target[index], size, target)
        return kept, nodes

    return compact


def reroot(engine: Engine, state: Any, past: Sequence[Any]) -> bool:
    """Re-root the engine's tree at `state`, which the game reached by way of `past`; return whether the tree held it."""
    game = engine.game
    if not has_scalar_value(game) or game.to_move(state) == CHANCE or engine.state not in past:
        return False
    begun = len(past) - 1 - list(reversed(past)).index(engine.state)
    edge, before, moves = ROOT, engine.state, 0
    for after in [*past[begun + 1 :], state]:
        matching = (child for child in engine.tree.children(edge) if game.result(before, engine.tree.action(child)) == after)
        child = next(matching, None)
        if child is None or not engine.tree.visits(child):
            return False
        edge, before, moves = child, after, moves + (game.to_move(before) != CHANCE)
    _keep_subtree(engine, edge)
    for workspace in engine.workspaces:
        workspace.registers[MAX_DEPTH] = max(0, int(workspace.registers[MAX_DEPTH]) - moves)
    engine.set_root(state)
    return True


def _keep_subtree(engine: Engine, edge: int) -> None:
    """Make an edge the root, and discard what is not below it."""
    tree, counters = engine.tree, engine.tree.arrays.counters
    counters[ALLOCATED], counters[REUSED_NODES] = _compact(tree.arrays.ints, tree.allocated, edge, tree.edge_size)
    counters[FULL] = 0


def compile_reuse() -> None:
    """Compile what re-rooting takes, by re-rooting an empty tree."""
    _compact(np.zeros(CHILDREN + 1, np.int64), 0, ROOT, CHILDREN + 1)


def _compact(ints: Any, allocated: int, edge: int, size: int) -> tuple[int, int]:
    """Move the subtree of an edge to the front; return the words in use then, and the nodes."""
    target, stack = np.zeros(allocated // size, np.int64), np.zeros(2 * MAX_PATH, np.int64)
    kept, nodes = native(subtree_compaction, None)(ints, allocated, edge, size, target, stack)
    return int(kept), int(nodes)
