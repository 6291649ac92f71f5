"""Selection: the descent from the root to a leaf by the tree policy, UCB1 at players' positions and a draw at chance nodes."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import atomic_add
from kibitz.core.game import CHANCE
from kibitz.search.montecarlo.chance import outcome_selection
from kibitz.search.montecarlo.expansion import expansion
from kibitz.search.montecarlo.rave import move_record
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import (
    ACTION,
    CHILDREN,
    EXPANDING,
    LOWER,
    NO_MOVES,
    ROOT,
    TOO_MANY_MOVES,
    UNEXPANDED,
    UPPER,
)
from kibitz.search.montecarlo.ucb1 import ucb1_selection
from kibitz.search.montecarlo.virtual_loss import virtual_loss_visit
from kibitz.search.montecarlo.workspace import DEPTH, MAX_DEPTH, MAX_PATH, MOVE_COUNT, PATH_LENGTH


def leaf_expansion(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `expand_leaf(s, edge, tree, workspace)`: the children index of a position that had none.

    It is `UNEXPANDED` where the descent ends: at the end of a game, without memory, or where a batch is to expand the position.
    """
    tree_parallel, leaf_parallel = traits.tree_parallel, traits.leaf_parallel
    expand = expansion(game, jit, traits=traits)

    @jit
    def expand_leaf(s: Any, edge: int, tree: Any, workspace: Any) -> int:
        children = tree.ints[edge + CHILDREN]
        while tree_parallel and children == EXPANDING and tree.counters[NO_MOVES] + tree.counters[TOO_MANY_MOVES] == 0:
            children = atomic_add(tree.ints, edge + CHILDREN, 0)  # the thread that expands it is about to finish
        if children > UNEXPANDED:
            return int(children)
        if children == EXPANDING or game.is_terminal(s) or (leaf_parallel and game.to_move(s) != CHANCE):
            return UNEXPANDED
        return int(expand(s, edge, tree, workspace))

    return expand_leaf


def selection(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `select(s, tree, workspace)`: descend from the root, whose state is `s`, and return the state of the leaf.

    The path is left in the workspace. Every edge on it is visited at once: see virtual loss.
    """
    solver, flat, leaf_parallel, rave = traits.solver, traits.flat, traits.leaf_parallel, traits.rave
    visit, record_move = virtual_loss_visit(jit, traits=traits), move_record(jit)
    select_child, select_outcome = ucb1_selection(jit, traits=traits), outcome_selection(jit, traits=traits)
    expand_leaf = leaf_expansion(game, jit, traits=traits)

    @jit
    def is_leaf(edge: int, visits: int, tree: Any) -> bool:
        """Return whether the descent ends at an edge that had so many visits before."""
        is_proven = solver and tree.floats[edge + LOWER] == tree.floats[edge + UPPER]
        return bool(flat or (visits == 0 and not leaf_parallel) or is_proven)

    @jit
    def select(s: Any, tree: Any, workspace: Any) -> Any:
        registers, path, movers = workspace.registers, workspace.path, workspace.movers
        path[0], registers[PATH_LENGTH], registers[DEPTH], registers[MOVE_COUNT] = ROOT, 0, 0, 0
        # read from memory: for the constant 0 all functions called below would be compiled once more
        edge, ply, depth = path[0], registers[PATH_LENGTH], registers[DEPTH]
        visits = visit(edge, ply, tree, workspace)
        while ply < MAX_PATH - 2 and (ply == 0 or not is_leaf(edge, visits, tree)):
            children = tree.ints[edge + CHILDREN]
            if children <= UNEXPANDED:
                children = expand_leaf(s, edge, tree, workspace)
                if children == UNEXPANDED:
                    break
            mover = game.to_move(s)
            if mover == CHANCE:
                edge = select_outcome(children, visits, tree, workspace)
            else:
                edge = select_child(children, mover, visits, tree)
                if rave:
                    record_move(mover, tree.ints[edge + ACTION], workspace)
            movers[ply] = mover
            ply += 1
            depth += mover != CHANCE
            path[ply] = edge
            s = game.result(s, tree.ints[edge + ACTION])
            visits = visit(edge, ply, tree, workspace)
            if visits == 0:
                registers[MAX_DEPTH] = max(registers[MAX_DEPTH], depth)
        registers[PATH_LENGTH], registers[DEPTH] = ply + 1, depth
        return s

    return select
