"""Expansion: the children of a position are added to the tree, as long as there is memory."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import compare_and_swap
from kibitz.core.game import CHANCE
from kibitz.search.montecarlo.statistics import accumulation
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import (
    ACTION,
    ALLOCATED,
    AMAF_VALUE_SUM,
    AMAF_VISITS,
    CAPACITY,
    CHILDREN,
    COUNT_BITS,
    EXPANDING,
    FULL,
    LOWER,
    NO_MOVES,
    PROBABILITY,
    TOO_MANY_MOVES,
    UNEXPANDED,
    UPPER,
    UTILITY_MAX,
    UTILITY_MIN,
    VISITS,
    edge_size,
)
from kibitz.search.montecarlo.workspace import FREE, FREE_END

RESERVED_EDGES, FEW_CHILDREN = 1024, 64
"""Threads reserve the memory of so many edges at a time, for positions with up to so many children: so they meet less often."""


def edge_allocation(jit: Jit, *, traits: Traits) -> Any:
    """Build `allocate(count, tree, workspace)`: the first of so many edges that are free, or 0 where there is no memory."""
    tree_parallel, size = traits.tree_parallel, edge_size(traits)
    add = accumulation(jit, traits=traits)

    @jit
    def allocate(count: int, tree: Any, workspace: Any) -> int:
        words, registers, counters = size * count, workspace.registers, tree.counters
        if tree_parallel and count <= FEW_CHILDREN:
            if registers[FREE] + words > registers[FREE_END]:
                registers[FREE] = add(counters, ALLOCATED, size * RESERVED_EDGES)
                registers[FREE_END] = min(registers[FREE] + size * RESERVED_EDGES, counters[CAPACITY])
            first, end = registers[FREE], registers[FREE_END]
            registers[FREE] += words
        else:
            first, end = add(counters, ALLOCATED, words), counters[CAPACITY]
        if first + words > end:
            counters[ALLOCATED] = counters[CAPACITY]
            return 0
        return int(first)

    return allocate


def edge_initialisation(jit: Jit, *, traits: Traits) -> Any:
    """Build `initialise(edge, action, probability, tree)`: write an edge without visits."""
    solver, rave = traits.solver, traits.rave

    @jit
    def initialise(edge: int, action: int, probability: float, tree: Any) -> None:
        tree.ints[edge + ACTION] = action
        tree.ints[edge + VISITS] = 0
        tree.ints[edge + CHILDREN] = UNEXPANDED
        tree.floats[edge + PROBABILITY] = probability
        if solver:
            tree.floats[edge + LOWER], tree.floats[edge + UPPER] = tree.constants[UTILITY_MIN], tree.constants[UTILITY_MAX]
        if rave:
            tree.ints[edge + AMAF_VISITS], tree.floats[edge + AMAF_VALUE_SUM] = 0, 0.0

    return initialise


def expansion(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `expand(s, edge, tree, workspace)`: add the children of the position `s` and return their children index.

    It is `UNEXPANDED` where the memory is full, another thread expands the position, or its moves cannot be dealt with.
    """
    tree_parallel, size = traits.tree_parallel, edge_size(traits)
    allocate, initialise = edge_allocation(jit, traits=traits), edge_initialisation(jit, traits=traits)

    @jit
    def expand(s: Any, edge: int, tree: Any, workspace: Any) -> int:
        if tree.counters[FULL] != 0 or (
            tree_parallel and not compare_and_swap(tree.ints, edge + CHILDREN, UNEXPANDED, EXPANDING)
        ):
            return UNEXPANDED
        count = game.fill_actions(s, workspace.actions, 0)
        if count <= 0 or count > len(workspace.actions):
            tree.counters[NO_MOVES if count <= 0 else TOO_MANY_MOVES] = 1
            return UNEXPANDED
        first = allocate(count, tree, workspace)
        if first == 0:
            tree.counters[FULL] = 1  # from now on playouts start where the tree ends, and its statistics go on improving
            tree.ints[edge + CHILDREN] = UNEXPANDED
            return UNEXPANDED
        is_chance, whole = game.to_move(s) == CHANCE, 0.0
        for number in range(count):
            action = workspace.actions[number]
            probability = game.probability(s, action) if is_chance else 0.0
            initialise(first + size * number, action, probability, tree)
            whole += probability
        if is_chance:
            game.require_whole(s, whole)
        children = first << COUNT_BITS | count
        if tree_parallel:
            compare_and_swap(tree.ints, edge + CHILDREN, EXPANDING, children)  # atomic: other threads see complete children
        else:
            tree.ints[edge + CHILDREN] = children
        return int(children)

    return expand
