"""The search of one position, compiled: descent, judgement by the net or by a random game, backup."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory
from kibitz.core.game import CHANCE
from kibitz.core.randomness import advance, scramble
from kibitz.models.net.inference import SIZE_WORDS as NET_WORDS
from kibitz.models.net.inference import inference, raw_net
from kibitz.models.net.inputs import input_words
from kibitz.search.move_sampling import NO_MOVE, unlisted_move_sampling
from kibitz.search.puct.descent import descent
from kibitz.search.puct.expansion import backup, edge_making
from kibitz.search.puct.forest import (
    LEAF,
    NO_NODE,
    RANDOM,
    WAITS,
    raw_forest,
    tree_planting,
)
from kibitz.search.puct.judgement import judgement

LONGEST_PLAYOUT = 10_000
"""After so many moves a random game that has not ended is evaluated where it stands."""


def net_judgement(game: Any, jit: Jit, *, planes: int) -> Any:
    """Build `judge(forest, net, code, low, high)`: let the net judge the leaf."""
    infer, score_of = inference(jit)
    write_inputs, by_net = input_words(game, jit, planes=planes), judgement(game, jit, score_of)

    @jit
    def judge(forest: Any, net: Any, code: Any, low: float, high: float) -> None:
        s = game.unpack_at(forest.leaf, 0)
        write_inputs(s, forest.leaf, 0, game.to_move(s), code, net.words, net.sizes[NET_WORDS])
        infer(net)
        by_net(0, forest, net, net.values, code[0], low, high)

    return judge


def playout_judgement(game: Any, jit: Jit) -> Any:
    """Build `judge(forest, net, code, low, high)` without a net: equal priors, and the result of a random game."""
    add_edges, players = edge_making(game, jit), game.players
    sample_move, sample_outcome = unlisted_move_sampling(game, jit)

    @jit
    def play_out(s: Any, forest: Any) -> Any:
        length = 0
        while not game.is_terminal(s) and length < LONGEST_PLAYOUT:
            state = advance(int(forest.registers[RANDOM]))
            forest.registers[RANDOM] = state
            random = scramble(state)
            if game.to_move(s) == CHANCE:
                action = sample_outcome(s, random, forest.action)
            else:
                action = sample_move(s, random, forest.action)
            if action == NO_MOVE:
                break
            s = game.result(s, action)
            length += 1
        return s

    @jit
    def judge(forest: Any, net: Any, code: Any, low: float, high: float) -> None:
        s, node = game.unpack_at(forest.leaf, 0), forest.registers[LEAF]
        if node != NO_NODE:
            count = add_edges(s, node, 0, forest)
            begin = forest.first[node]
            for edge in range(begin, begin + count):
                forest.prior[edge] = 1.0 / count
        last = play_out(s, forest)
        is_over = game.is_terminal(last)
        for player in range(players):
            forest.utilities[player] = game.utility(last, player) if is_over else game.evaluate(last, player)

    return judge


def search_kernel(game: Any, jit: Jit, *, planes: int, has_net: bool) -> Any:
    """Build `simulate(root, begin, count, forest, net, code, low, high, stop)`: do so many simulations; return how many.

    With `begin` the tree begins anew at the root. It ends early once `stop[0]` is set, or the tree is full.
    """
    descend, back_up, plant = descent(game, jit, gumbel_root=False), backup(game, jit), tree_planting(game, jit)
    judge = net_judgement(game, jit, planes=planes) if has_net else playout_judgement(game, jit)
    forest_memory, net_memory = raw_forest(jit), raw_net(jit)

    @jit
    def simulate(
        root: Any, begin: bool, count: int, forest_arrays: Any, net_arrays: Any, code: Any, low: float, high: float, stop: Any
    ) -> int:  # fmt: skip
        forest, net, stopped = forest_memory(forest_arrays), net_memory(net_arrays), memory(stop)
        if begin:
            plant(root, 0, forest)
        done = 0
        while done < count and stopped[0] == 0:
            descend(0, forest)
            if forest.registers[WAITS] != 0:
                judge(forest, net, code, low, high)
            back_up(0, forest)
            done += 1
        return done

    return simulate
