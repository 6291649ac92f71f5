"""Plain minimax, compiled: chance is averaged, one player is MAX, all others MIN, or averaged over; no table, no move ordering.

With `prunes` it is alpha-beta. With `best_moves` minimax records the best move of each position, and alpha-beta tries it first.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.core.bits import add, multiply
from kibitz.core.game import CHANCE
from kibitz.core.randomness import GOLDEN, scramble
from kibitz.search.common.horizon import horizon
from kibitz.search.common.limits import NO_NODE_LIMIT
from kibitz.search.common.node_count import DEPTH_LIMIT_HITS, NODE_LIMIT, STOPPED, TOO_DEEP, node_count
from kibitz.search.running import longest_path

LEAVES = 7
"""The word that counts leaves."""


class BestMoves(NamedTuple):
    """The best move of positions searched to some depth: an open hash table whose size is a power of 2."""

    keys: Any
    """int64 [size]."""
    moves: Any
    """int64 [size]."""


def new_counters() -> Any:
    """Return the words in which the search counts, without a node limit."""
    words = np.zeros(LEAVES + 1, np.int64)
    words[NODE_LIMIT] = NO_NODE_LIMIT
    return words


def plain_minimax(  # noqa: C901, PLR0915
    game: Any, jit: Jit, *, prunes: bool = False, best_moves: bool = False, counts_leaves: bool = True
) -> Any:
    """Build `search(s, player, depth, by_rounds, averages, window, ply, known, words, stop)`: the value for MAX = `player`.

    A negative depth never runs out; with `by_rounds` it counts rounds. With `averages` all other players move at random.
    `window` is (alpha, beta) where it prunes, and `known` is `BestMoves` where there are best moves; else both are ().
    """
    remaining_depth, count_node, longest = horizon(game, jit), node_count(jit), longest_path(game.words)
    open_window: Any = (-np.inf, np.inf) if prunes else ()
    passes = 2 if best_moves else 1

    @jit
    def index_of(key: int, keys: Any) -> int:
        index = key & (len(keys) - 1)
        while keys[index] != 0 and keys[index] != key:
            index = (index + 1) & (len(keys) - 1)
        return int(index)

    @jit
    def search(  # noqa: C901, PLR0912
        s: Any,
        player: int,
        depth: int,
        by_rounds: bool,
        averages: bool,
        window: Any,
        ply: int,
        known: Any,
        words: Any,
        stop: Any,
    ) -> float:
        count_node(words, stop)
        if ply >= longest:
            words[TOO_DEEP] = words[STOPPED] = 1
        if words[STOPPED] != 0:
            return 0.0
        is_over = game.is_terminal(s)
        if is_over or depth == 0:
            if counts_leaves:
                words[LEAVES] += 1
                words[DEPTH_LIMIT_HITS] += 0 if is_over else 1
            return float(game.utility(s, player)) if is_over else float(game.evaluate(s, player))
        mover = game.to_move(s)

        if mover == CHANCE or (averages and mover != player):
            mean, total = 0.0, 0.0
            for a in game.actions(s):
                after = game.result(s, a)
                new_depth = remaining_depth(depth, by_rounds, player, mover, after)
                probability = game.probability(s, a) if mover == CHANCE else 1.0
                mean += probability * search(
                    after, player, new_depth, by_rounds, averages, open_window, ply + 1, known, words, stop
                )
                total += probability
            if mover != CHANCE:
                return mean / total
            game.require_whole(s, total)
            return mean

        alpha, beta = window if prunes else (-np.inf, np.inf)
        key, index, first = 0, 0, -1
        if best_moves:
            key = scramble(add(game.key(s), multiply(depth, GOLDEN)))
            index = index_of(key, known.keys)
            if prunes and known.keys[index] == key:
                first = known.moves[index]
        best, best_move = -np.inf if mover == player else np.inf, first
        for turn in range(passes):
            for a in game.actions(s):
                if best_moves and (turn == 0) != (a == first):
                    continue
                after = game.result(s, a)
                new_depth = remaining_depth(depth, by_rounds, player, mover, after)
                below = (alpha, beta) if prunes else ()
                value = search(after, player, new_depth, by_rounds, averages, below, ply + 1, known, words, stop)
                if best_moves and (value > best if mover == player else value < best):
                    best_move = a
                best = max(best, value) if mover == player else min(best, value)
                if prunes:
                    if mover == player:
                        alpha = max(alpha, best)
                    else:
                        beta = min(beta, best)
                    if alpha >= beta:
                        return best
        if best_moves and not prunes:
            known.keys[index], known.moves[index] = key, best_move
        return best

    return search
