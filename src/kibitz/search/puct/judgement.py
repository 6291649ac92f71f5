"""Judgement: what a net says of a leaf becomes its priors and the result of the simulation."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.models.net.inputs import OUTPUTS, policy_output
from kibitz.search.puct.expansion import edge_making, softmax_priors
from kibitz.search.puct.forest import LEAF, NO_NODE, REGISTERS, SIZE_NODES, SIZE_PLAYERS, SIZE_WORDS


def output_scores(jit: Jit) -> Any:
    """Build `score_of(tree, output, logits, numbers)`: a score from rows of all outputs, one row for each tree."""

    @jit
    def score_of(tree: int, output: int, logits: Any, numbers: Any) -> float:
        return float(logits[tree * numbers[OUTPUTS] + output])

    return score_of


def judgement(game: Any, jit: Jit, score_of: Any) -> Any:
    """Build `judge(tree, forest, source, values, numbers, low, high)`: expand a leaf as the net says.

    `score_of(tree, output, source, numbers)` is the score of an output of the policy. `values` has one number from -1 to 1 for
    each player, the one to move first; utilities lie between `low` and `high`.
    """
    add_edges, softmax, output_of, players = edge_making(game, jit), softmax_priors(jit), policy_output(jit), game.players

    @jit
    def judge(tree: int, forest: Any, source: Any, values: Any, numbers: Any, low: float, high: float) -> None:
        s = game.unpack_at(forest.leaf, tree * forest.sizes[SIZE_WORDS])
        mover, node = game.to_move(s), forest.registers[tree * REGISTERS + LEAF]
        for place in range(players):
            player = (mover + place) % players
            utility = low + 0.5 * (values[tree * players + place] + 1.0) * (high - low)
            forest.utilities[tree * forest.sizes[SIZE_PLAYERS] + player] = utility
        if node == NO_NODE:
            return
        count = add_edges(s, node, tree, forest)
        begin = forest.first[tree * forest.sizes[SIZE_NODES] + node]
        for edge in range(begin, begin + count):
            output = output_of(int(forest.action[edge]), numbers)
            forest.prior[edge] = score_of(tree, output, source, numbers)
        if count > 0:
            softmax(begin, count, forest.prior)

    return judge
