"""The trees of PUCT searches: flat arrays, allocated once, for one search or for thousands of them side by side.

Each tree has room for so many nodes and edges. A node is a position; its edges, moves or outcomes of chance, lie side by side.
The same arrays, and the same kernels, serve a search on a processor and the batches of games that learn on a GPU.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory

UNEXPANDED, FINISHED = -1, 0
"""In place of the number of a node's edges: it has none yet, or the game is over there."""
NO_NODE = -1
MAX_PATH = 512
"""A search goes no deeper."""

(RANDOM, NODES, EDGES, LENGTH, LEAF, WAITS, SIMULATIONS, BUDGET, CANDIDATES, SCHEDULE, ROOT_NOISE, DEEPEST) = range(12)
"""Registers of a tree: the state of its random numbers; how many nodes and edges are in use; the edges on the path; the leaf;
whether it waits for the net; simulations done, and wanted; with Gumbel root selection how many moves are candidates, and the
row of the schedule; the seed of the root's noise; the most moves from the root to any node."""
REGISTERS = 32
LOW, HIGH = range(2)
"""The scale of a tree: the lowest and the highest utility so far."""
EXPLORATION, FORCED = range(2)
"""Constants: PUCT's c; the factor k of forced playouts, 0 without."""


class Forest(NamedTuple):
    """The arrays of all trees, as kernels take them."""

    sizes: Any
    """int64 [8]: nodes, edges, words, players of a tree; the length of a row of the schedule."""
    constants: Any
    """float64 [4]: the constants above."""
    schedule: Any
    """int32 [budgets * rows * length]: for each simulation, how many visits the candidates have that are up for it."""
    registers: Any
    """int64 [trees * REGISTERS]"""
    scale: Any
    """float64 [trees * 2]: the lowest and the highest utility so far, which PUCT maps to -1 and 1."""
    states: Any
    """int64 [trees * nodes * words]: the packed state of each node."""
    first: Any
    """int32 [trees * nodes]: the first edge of a node."""
    count: Any
    """int32 [trees * nodes]: how many edges it has, or one of the constants above."""
    mover: Any
    """int32 [trees * nodes]: who is to move."""
    visits: Any
    """int32 [trees * nodes]: simulations through the node."""
    total: Any
    """float64 [trees * nodes]: the sum of their results for the player to move; at a chance node nothing."""
    action: Any
    """int64 [trees * edges]"""
    prior: Any
    """float64 [trees * edges]: how promising the net finds a move, or how likely an outcome of chance is."""
    edge_visits: Any
    """int32 [trees * edges]"""
    edge_total: Any
    """float64 [trees * edges]: the sum of the results through an edge for the player who chooses it."""
    child: Any
    """int32 [trees * edges]: the node that an edge leads to, or NO_NODE."""
    path_edges: Any
    """int32 [trees * MAX_PATH]"""
    path_nodes: Any
    """int32 [trees * MAX_PATH]"""
    leaf: Any
    """int64 [trees * words]: the packed state to be judged."""
    utilities: Any
    """float64 [trees * players]: the result of the simulation."""
    root_totals: Any
    """float64 [trees * players]: the sums of all results."""


SIZE_NODES, SIZE_EDGES, SIZE_WORDS, SIZE_PLAYERS, SIZE_SCHEDULE = range(5)


@dataclass(frozen=True)
class Sizes:
    """How much room there is."""

    trees: int
    nodes: int
    edges: int
    words: int
    players: int

    def forest(self, zeros: Callable[[int, str], Any], schedule: Any, row_length: int) -> Forest:
        """Return empty trees; `zeros(count, type)` makes an array, wherever it is to be."""
        trees, nodes, edges = self.trees, self.trees * self.nodes, self.trees * self.edges
        sizes = zeros(8, "int64")
        for place, size in enumerate((self.nodes, self.edges, self.words, self.players, row_length)):
            sizes[place] = size
        return Forest(
            sizes, zeros(4, "float64"), schedule, zeros(trees * REGISTERS, "int64"), zeros(trees * 2, "float64"),
            zeros(nodes * self.words, "int64"), zeros(nodes, "int32"), zeros(nodes, "int32"), zeros(nodes, "int32"),
            zeros(nodes, "int32"), zeros(nodes, "float64"), zeros(edges, "int64"), zeros(edges, "float64"),
            zeros(edges, "int32"), zeros(edges, "float64"), zeros(edges, "int32"), zeros(trees * MAX_PATH, "int32"),
            zeros(trees * MAX_PATH, "int32"), zeros(trees * self.words, "int64"), zeros(trees * self.players, "float64"),
            zeros(trees * self.players, "float64"),
        )  # fmt: skip


def raw_forest(jit: Jit) -> Any:
    """Build `raw(forest)`: the same memory in a form that compiled code passes on quickly."""

    @jit
    def raw(forest: Any) -> Any:
        return Forest(
            memory(forest.sizes),
            memory(forest.constants),
            memory(forest.schedule),
            memory(forest.registers),
            memory(forest.scale),
            memory(forest.states),
            memory(forest.first),
            memory(forest.count),
            memory(forest.mover),
            memory(forest.visits),
            memory(forest.total),
            memory(forest.action),
            memory(forest.prior),
            memory(forest.edge_visits),
            memory(forest.edge_total),
            memory(forest.child),
            memory(forest.path_edges),
            memory(forest.path_nodes),
            memory(forest.leaf),
            memory(forest.utilities),
            memory(forest.root_totals),
        )

    return raw


def node_making(game: Any, jit: Jit) -> Any:
    """Build `add_node(s, tree, forest)`: a new, unexpanded node, or NO_NODE where there is no room."""

    @jit
    def add_node(s: Any, tree: int, forest: Any) -> int:
        register = tree * REGISTERS
        node = forest.registers[register + NODES]
        if node >= forest.sizes[SIZE_NODES]:
            return NO_NODE
        forest.registers[register + NODES] = node + 1
        place = tree * forest.sizes[SIZE_NODES] + node
        game.pack_at(s, forest.states, place * forest.sizes[SIZE_WORDS])
        is_over = game.is_terminal(s)
        forest.count[place] = FINISHED if is_over else UNEXPANDED
        forest.mover[place] = 0 if is_over else game.to_move(s)
        forest.visits[place] = 0
        forest.total[place] = 0.0
        return int(node)

    return add_node


def tree_planting(game: Any, jit: Jit) -> Any:
    """Build `plant(s, tree, forest)`: begin a tree anew with a position as its root."""
    add_node = node_making(game, jit)

    @jit
    def plant(s: Any, tree: int, forest: Any) -> None:
        register = tree * REGISTERS
        forest.registers[register + NODES] = 0
        forest.registers[register + EDGES] = 0
        forest.registers[register + SIMULATIONS] = 0
        forest.registers[register + DEEPEST] = 0
        players = forest.sizes[SIZE_PLAYERS]
        for player in range(players):
            forest.root_totals[tree * players + player] = 0.0
        add_node(s, tree, forest)

    return plant
