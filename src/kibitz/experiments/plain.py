"""Minimax and alpha-beta with nothing added, compiled: no table, no deepening, moves in the order of the rules."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kibitz.compile.cpu import Jit, native
from kibitz.compile.primitives import memory
from kibitz.core.contract import Game
from kibitz.search.common.node_count import NODES
from kibitz.search.common.plain_minimax import LEAVES, BestMoves, new_counters, plain_minimax
from kibitz.search.minimax import minimax_value


def guided_search(game: Any, jit: Jit, *, prunes: bool) -> Any:
    """Build `value(s, player, depth, best_moves, words, stop)`: minimax for MAX = `player`, or alpha-beta where it `prunes`.

    Nothing is remembered but the best move of each position: minimax records it, and alpha-beta tries it first.
    """
    search = plain_minimax(game, jit, prunes=prunes, best_moves=True)
    window: Any = (-np.inf, np.inf) if prunes else ()

    @jit
    def value(s: Any, player: int, depth: int, best_moves: Any, words: Any, stop: Any) -> float:
        ply = int(np.int64(0))  # literals would be types of their own, and so a second signature
        off = bool(ply)
        known = BestMoves(memory(best_moves.keys), memory(best_moves.moves))
        return float(search(s, player, depth, off, off, window, ply, known, memory(words), memory(stop)))

    return value


class Visited(NamedTuple):
    """A value, how many nodes a search visited for it, and how many of them were leaves."""

    value: float
    nodes: int
    leaves: int


def guided(game: Game, state: Any, depth: int, best_moves: BestMoves, *, prunes: bool) -> Visited:
    """Return the value of `state` for the side to move, so many moves deep, and what minimax or alpha-beta visits for it."""
    words, stop = new_counters(), np.zeros(1, np.int64)
    kernel = native(guided_search, game, prunes=prunes)
    return _visited(kernel(state, game.to_move(state), depth, best_moves, words, stop), words)


def minimax(game: Game, state: Any, depth: int) -> Visited:
    """Return the value of `state` for the side to move, so many moves deep, and what minimax visits for it: everything."""
    words, stop = new_counters(), np.zeros(1, np.int64)
    return _visited(native(minimax_value, game)(state, game.to_move(state), depth, False, words, stop), words)


def alpha_beta(game: Game, state: Any, depth: int) -> Visited:
    """Return the value of `state` for the side to move, so many moves deep, and what plain alpha-beta visits for it."""
    return guided(game, state, depth, no_best_moves(1), prunes=True)


def no_best_moves(size: int) -> BestMoves:
    """Return an empty table of best moves with room for fewer than `size`, a power of 2."""
    return BestMoves(np.zeros(size, np.int64), np.zeros(size, np.int64))


def _visited(value: Any, words: Any) -> Visited:
    """Return what a search counted."""
    return Visited(float(value), int(words[NODES]), int(words[LEAVES]))
