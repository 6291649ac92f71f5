"""Descent: from the root down to a position that is not in the tree yet, or to the end of a game.

PUCT: Rosin, "Multi-armed bandits with episode context", 2011, in the form of Silver et al., "Mastering the game of Go without
human knowledge", Nature 550, 2017. A move not yet tried counts as much as its position does on average.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.game import CHANCE
from kibitz.core.randomness import advance, scramble, unit
from kibitz.search.move_sampling import unlisted_move_sampling
from kibitz.search.puct.expansion import chance_expansion
from kibitz.search.puct.forest import (
    CANDIDATES,
    EXPLORATION,
    FINISHED,
    FORCED,
    HIGH,
    LEAF,
    LENGTH,
    LOW,
    MAX_PATH,
    NO_NODE,
    RANDOM,
    REGISTERS,
    SIZE_NODES,
    SIZE_PLAYERS,
    SIZE_WORDS,
    UNEXPANDED,
    WAITS,
    node_making,
)
from kibitz.search.puct.gumbel_root import gumbel_root_selection, unit_value


def selection(jit: Jit, *, gumbel_root: bool) -> Any:
    """Build `select(node, tree, forest)`: the edge by which the descent goes on."""
    on_scale = unit_value(jit)
    select_candidate = gumbel_root_selection(jit)

    @jit
    def draw(begin: int, count: int, tree: int, forest: Any) -> int:
        """Return a random outcome of chance, as likely as the rules say."""
        state = advance(int(forest.registers[tree * REGISTERS + RANDOM]))
        forest.registers[tree * REGISTERS + RANDOM] = state
        whole = 0.0
        for edge in range(begin, begin + count):
            whole += forest.prior[edge]
        left = unit(scramble(state)) * whole
        for edge in range(begin, begin + count - 1):
            left -= forest.prior[edge]
            if left < 0:
                return edge
        return begin + count - 1

    @jit
    def by_puct(begin: int, count: int, place: int, forced: float, tree: int, forest: Any) -> int:
        visits = forest.visits[place]
        low, high = forest.scale[2 * tree + LOW], forest.scale[2 * tree + HIGH]
        expected = on_scale(forest.total[place] / visits, low, high)
        weight = forest.constants[EXPLORATION] * sqrt(float(visits))
        best, highest = begin, -inf
        for edge in range(begin, begin + count):
            tried = forest.edge_visits[edge]
            value = on_scale(forest.edge_total[edge] / tried, low, high) if tried > 0 else expected
            puct_score = value + weight * forest.prior[edge] / (1 + tried)
            if forced > 0.0 and tried > 0 and tried * tried < forced * forest.prior[edge] * visits:
                puct_score = inf
            if puct_score > highest:
                best, highest = edge, puct_score
        return best

    @jit
    def select(node: int, tree: int, forest: Any) -> int:
        place = tree * forest.sizes[SIZE_NODES] + node
        begin, count = forest.first[place], forest.count[place]
        if forest.mover[place] == CHANCE:
            return draw(begin, count, tree, forest)
        if gumbel_root and node == 0 and forest.registers[tree * REGISTERS + CANDIDATES] > 0:
            return int(select_candidate(begin, count, tree, forest))
        return by_puct(begin, count, place, forest.constants[FORCED] if node == 0 else 0.0, tree, forest)

    return select


def chance_skipping(game: Any, jit: Jit) -> Any:
    """Build `past_chance(s, tree, forest)`: what follows when chance has had its turns, without a place in the tree."""
    _, sample_outcome = unlisted_move_sampling(game, jit)

    @jit
    def past_chance(s: Any, tree: int, forest: Any) -> Any:
        while not game.is_terminal(s) and game.to_move(s) == CHANCE:
            state = advance(int(forest.registers[tree * REGISTERS + RANDOM]))
            forest.registers[tree * REGISTERS + RANDOM] = state
            s = game.result(s, sample_outcome(s, scramble(state), forest.action))
        return s

    return past_chance


def descent(game: Any, jit: Jit, *, gumbel_root: bool) -> Any:
    """Build `descend(tree, forest)`: walk to a leaf and put its packed state, or its utilities, where they are expected.

    The register WAITS says whether the leaf is to be judged, or the game is over there.
    """
    select, expand_chance = selection(jit, gumbel_root=gumbel_root), chance_expansion(game, jit)
    add_node, past_chance, players = node_making(game, jit), chance_skipping(game, jit), game.players

    @jit
    def leave(s: Any, node: int, length: int, tree: int, forest: Any) -> None:
        register = tree * REGISTERS
        forest.registers[register + LEAF] = node
        forest.registers[register + LENGTH] = length
        is_over = game.is_terminal(s)
        forest.registers[register + WAITS] = 0 if is_over else 1
        game.pack_at(s, forest.leaf, tree * forest.sizes[SIZE_WORDS])
        if is_over:
            for player in range(players):
                forest.utilities[tree * forest.sizes[SIZE_PLAYERS] + player] = game.utility(s, player)

    @jit
    def is_stuck(node: int, nodes: int, forest: Any) -> bool:
        """Return whether a node can neither be expanded nor is the end of a game: a path too long, or chance without room."""
        if node == NO_NODE or forest.count[nodes + node] == FINISHED:
            return False
        return bool(forest.count[nodes + node] != UNEXPANDED or forest.mover[nodes + node] == CHANCE)

    @jit
    def descend(tree: int, forest: Any) -> None:
        nodes, words = tree * forest.sizes[SIZE_NODES], forest.sizes[SIZE_WORDS]
        node = length = 0
        s = game.unpack_at(forest.states, nodes * words)
        while True:
            place = nodes + node
            if forest.count[place] == UNEXPANDED and (
                forest.mover[place] != CHANCE or not expand_chance(s, node, tree, forest)
            ):
                break
            if forest.count[place] == FINISHED or length == MAX_PATH:
                break
            edge = select(node, tree, forest)
            forest.path_edges[tree * MAX_PATH + length] = edge
            forest.path_nodes[tree * MAX_PATH + length] = node
            length += 1
            s = game.result(s, int(forest.action[edge]))
            if forest.child[edge] == NO_NODE:
                forest.child[edge] = add_node(s, tree, forest)
            node = forest.child[edge]
            if node == NO_NODE:
                break
        if is_stuck(node, nodes, forest):
            node = NO_NODE
        leave(past_chance(s, tree, forest), node, length, tree, forest)

    return descend
