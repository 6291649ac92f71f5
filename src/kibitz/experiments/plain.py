"""Minimax and alpha-beta with nothing added, compiled: no table, no deepening, moves in the order of the rules."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kibitz.compile.cpu import Jit, native
from kibitz.core.bits import add, multiply
from kibitz.core.contract import Game
from kibitz.core.game import CHANCE
from kibitz.core.randomness import GOLDEN, scramble
from kibitz.search.minimax import exhaustive

NODES, LEAVES = range(2)


def plain(game: Any, jit: Jit, *, cuts: bool) -> Any:  # noqa: C901
    """Build `value(s, player, depth, keys, moves, counts)`: minimax for MAX = `player`, or alpha-beta where it `cuts`.

    Nothing is remembered but the best move of each position: minimax writes it into `moves`, at a place that `keys` tell,
    and alpha-beta tries it first where it is there. `counts` are the states looked at and the leaves among them.
    """

    @jit
    def find(key: int, keys: Any) -> int:
        place = key & (len(keys) - 1)
        while keys[place] != 0 and keys[place] != key:
            place = (place + 1) & (len(keys) - 1)
        return place

    @jit
    def search(s: Any, player: int, depth: int, alpha: float, beta: float, keys: Any, moves: Any, counts: Any) -> float:  # noqa: PLR0912
        counts[NODES] += 1
        if game.is_terminal(s):
            counts[LEAVES] += 1
            return float(game.utility(s, player))
        if depth == 0:
            counts[LEAVES] += 1
            return float(game.evaluate(s, player))
        mover = game.to_move(s)
        if mover == CHANCE:
            mean = 0.0
            for a in game.actions(s):
                after = game.result(s, a)
                mean += game.probability(s, a) * search(after, player, depth, -np.inf, np.inf, keys, moves, counts)
            return mean
        key = scramble(add(game.key(s), multiply(depth, GOLDEN)))
        place = find(key, keys)
        first = moves[place] if cuts and keys[place] == key else -1
        sign = 1.0 if mover == player else -1.0
        best, chosen = -np.inf, first
        for turn in range(2):
            for a in game.actions(s):
                if (turn == 0) != (a == first):
                    continue
                found = sign * search(game.result(s, a), player, depth - 1, alpha, beta, keys, moves, counts)
                if found > best:
                    best, chosen = found, a
                if cuts:
                    if sign > 0:
                        alpha = max(alpha, best)
                    else:
                        beta = min(beta, -best)
                    if alpha >= beta:
                        return sign * best
        if not cuts:
            keys[place], moves[place] = key, chosen
        return sign * best

    @jit
    def value(s: Any, player: int, depth: int, keys: Any, moves: Any, counts: Any) -> float:
        return search(s, player, depth, -np.inf, np.inf, keys, moves, counts)

    return value


class Looked(NamedTuple):
    """A value, how many states a search looked at for it, and how many leaves where it counts them."""

    value: float
    nodes: int
    leaves: int | None = None


def minimax(game: Game, state: Any, depth: int) -> Looked:
    """Return the value of `state` for the side to move, so many moves deep, and what minimax looks at for it: everything."""
    counted, stop = np.zeros(2, np.int64), np.zeros(1, np.int64)
    value = native(exhaustive, game)(state, game.to_move(state), depth, False, counted, stop)
    return Looked(float(value), int(counted[0]))


def alpha_beta(game: Game, state: Any, depth: int) -> Looked:
    """Return the value of `state` for the side to move, so many moves deep, and what plain alpha-beta looks at for it."""
    unguided, counted = np.zeros(1, np.int64), np.zeros(2, np.int64)
    value = native(plain, game, cuts=True)(state, game.to_move(state), depth, unguided, unguided, counted)
    return Looked(float(value), int(counted[NODES]), int(counted[LEAVES]))
