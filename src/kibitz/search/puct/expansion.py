"""Expansion and backup: a leaf gets its edges with the net's priors, and the result goes up the path."""

from __future__ import annotations

from math import exp
from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.puct.forest import (
    DEEPEST,
    EDGES,
    HIGH,
    LEAF,
    LENGTH,
    LOW,
    MAX_PATH,
    NO_NODE,
    REGISTERS,
    SIMULATIONS,
    SIZE_EDGES,
    SIZE_NODES,
    SIZE_PLAYERS,
)


def edge_making(game: Any, jit: Jit) -> Any:
    """Build `add_edges(s, node, tree, forest)`: list the moves of a node; their number, 0 where there is no room for them.

    The prior of each is still to be set.
    """

    @jit
    def add_edges(s: Any, node: int, tree: int, forest: Any) -> int:
        register, size = tree * REGISTERS, forest.sizes[SIZE_EDGES]
        used = forest.registers[register + EDGES]
        count = game.count_actions(s)
        if used + count > size:
            return 0
        begin = tree * size + used
        game.fill_actions(s, forest.action, begin)
        for edge in range(begin, begin + count):
            forest.edge_visits[edge] = 0
            forest.edge_total[edge] = 0.0
            forest.child[edge] = NO_NODE
        forest.registers[register + EDGES] = used + count
        place = tree * forest.sizes[SIZE_NODES] + node
        forest.first[place] = begin
        forest.count[place] = count
        return int(count)

    return add_edges


def chance_expansion(game: Any, jit: Jit) -> Any:
    """Build `expand_chance(s, node, tree, forest)`: list the outcomes of a chance node; whether there was room."""
    add_edges = edge_making(game, jit)

    @jit
    def expand_chance(s: Any, node: int, tree: int, forest: Any) -> bool:
        count = add_edges(s, node, tree, forest)
        if count == 0:
            return False
        begin = forest.first[tree * forest.sizes[SIZE_NODES] + node]
        for edge in range(begin, begin + count):
            forest.prior[edge] = game.probability(s, int(forest.action[edge]))
        return True

    return expand_chance


def softmax_priors(jit: Jit) -> Any:
    """Build `softmax(begin, count, prior)`: turn scores into probabilities (softmax)."""

    @jit
    def softmax(begin: int, count: int, prior: Any) -> None:
        highest = prior[begin]
        for edge in range(begin + 1, begin + count):
            highest = max(highest, prior[edge])
        whole = 0.0
        for edge in range(begin, begin + count):
            prior[edge] = exp(prior[edge] - highest)
            whole += prior[edge]
        for edge in range(begin, begin + count):
            prior[edge] /= whole

    return softmax


def backup(game: Any, jit: Jit) -> Any:
    """Build `back_up(tree, forest)`: add the utilities of a simulation to all edges and nodes on its path."""

    @jit
    def visit(place: int, tree: int, forest: Any) -> None:
        forest.visits[place] += 1
        if forest.mover[place] >= 0:
            forest.total[place] += forest.utilities[tree * forest.sizes[SIZE_PLAYERS] + forest.mover[place]]

    @jit
    def back_up(tree: int, forest: Any) -> None:
        register, players = tree * REGISTERS, forest.sizes[SIZE_PLAYERS]
        base, nodes = tree * players, tree * forest.sizes[SIZE_NODES]
        for player in range(players):
            utility = forest.utilities[base + player]
            forest.root_totals[base + player] += utility
            forest.scale[2 * tree + LOW] = min(forest.scale[2 * tree + LOW], utility)
            forest.scale[2 * tree + HIGH] = max(forest.scale[2 * tree + HIGH], utility)
        moves = 0
        for step in range(forest.registers[register + LENGTH]):
            edge = forest.path_edges[tree * MAX_PATH + step]
            place = nodes + forest.path_nodes[tree * MAX_PATH + step]
            forest.edge_visits[edge] += 1
            if forest.mover[place] >= 0:
                forest.edge_total[edge] += forest.utilities[base + forest.mover[place]]
                moves += 1
            visit(place, tree, forest)
        leaf = forest.registers[register + LEAF]
        if leaf != NO_NODE:
            visit(nodes + leaf, tree, forest)
            forest.registers[register + DEEPEST] = max(forest.registers[register + DEEPEST], moves)
        forest.registers[register + SIMULATIONS] += 1

    return back_up
