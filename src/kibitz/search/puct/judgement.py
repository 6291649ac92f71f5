"""Judgement: what a net says of a leaf becomes its priors and the result of the simulation."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.models.net.inputs import OUTPUTS, policy_output
from kibitz.search.puct.expansion import edge_making, priors
from kibitz.search.puct.forest import LEAF, NO_NODE, REGISTERS, SIZE_NODES, SIZE_PLAYERS, SIZE_WORDS


def judgement(game: Any, jit: Jit) -> Any:
    """Build `judge(tree, forest, logits, values, numbers, low, high)`: expand a leaf as the net says.

    `logits` has a row for each tree, the outputs of the policy, and `values` one from -1 to 1 for each player, the one to move
    first; utilities lie between `low` and `high`.
    """
    add_edges, soften, output_of, players = edge_making(game, jit), priors(jit), policy_output(jit), game.players

    @jit
    def judge(tree: int, forest: Any, logits: Any, values: Any, numbers: Any, low: float, high: float) -> None:
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
            forest.prior[edge] = logits[tree * numbers[OUTPUTS] + output_of(forest.action[edge], numbers)]
        if count > 0:
            soften(begin, count, forest.prior)

    return judge
