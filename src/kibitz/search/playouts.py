"""Random games, as many as one likes, on every target from one kernel: the same seed gives the same games everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from kibitz.compile.native import Jit, interpreted, native, packed
from kibitz.core.errors import RulesError
from kibitz.core.game import CHANCE, Game
from kibitz.core.randomness import advance, below, scramble, stream, unit

Target = Literal["python", "native", "cuda"]

LONGEST_GAME = 100_000
"""A random game is given up after this many moves: it is then counted with its evaluation's share, zero."""


@dataclass(frozen=True)
class Playouts:
    """The sum of many random games: how many, the mean utility of each player, the mean number of moves."""

    games: int
    utilities: tuple[float, ...]
    moves: float


BUFFER = 256
"""A processor lists up to so many moves before it picks one; a GPU, and a longer list, are counted and gone through again."""


def moves_of(game: Any, jit: Jit, buffered: bool) -> tuple[Any, Any, Any]:
    """Build how a target goes through the moves of a state: `count(s, buffer)`, then `move(s, place, buffer)`.

    The third, `reserve(totals)`, is the buffer they want.
    """

    @jit
    def count(s: Any, buffer: Any) -> int:
        return int(game.count_actions(s))

    @jit
    def move(s: Any, place: int, buffer: Any) -> int:
        return int(game.nth_action(s, place))

    @jit
    def no_memory(totals: Any) -> Any:
        return totals

    @jit
    def list_all(s: Any, buffer: Any) -> int:
        return int(game.fill_actions(s, buffer, 0))

    @jit
    def listed(s: Any, place: int, buffer: Any) -> int:
        return int(buffer[place]) if place < BUFFER else int(game.nth_action(s, place))

    @jit
    def memory(totals: Any) -> Any:
        return np.empty(BUFFER, np.int64)

    return (list_all, listed, memory) if buffered else (count, move, no_memory)


def random_games(game: Any, jit: Jit, *, buffered: bool = False) -> Any:
    """Build `work(row, seed, index, each, totals)`: play `each` random games from the packed state `row`.

    `totals` gets the players' utilities added up, then the number of moves, then the games given up. `buffered` says that
    the target can take memory for a list of moves; the games are the same with it and without.
    """
    players = game.players
    evenly = game.is_chance_even
    count_moves, move, reserve = moves_of(game, jit, buffered)

    @jit
    def outcome(s: Any, count: int, random: int, buffer: Any) -> int:
        left = unit(random)
        place = 0
        while place < count - 1:
            left -= game.probability(s, move(s, place, buffer))
            if left < 0:
                break
            place += 1
        return place

    @jit
    def work(row: Any, seed: int, index: int, each: int, totals: Any) -> None:
        state = stream(seed, index)
        start = game.unpack(row)
        buffer = reserve(totals)
        moves = 0
        for _ in range(each):
            s = start
            length = 0
            while not game.is_terminal(s) and length < LONGEST_GAME:
                state = advance(state)
                random = scramble(state)
                count = count_moves(s, buffer)
                if count == 0:
                    break
                even = evenly or game.to_move(s) != CHANCE
                place = below(random, count) if even else outcome(s, count, random, buffer)
                s = game.result(s, move(s, place, buffer))
                length += 1
            moves += length
            if game.is_terminal(s):
                for player in range(players):
                    totals[player] += game.utility(s, player)
            else:
                totals[players + 1] += 1
        totals[players] += moves

    return work


def playouts(game: Game, state: Any, games: int, *, seed: int = 0, target: Target = "native", threads: int = 1) -> Playouts:
    """Return what `games` random games from `state` come to; they are shared out over `threads` streams of the seed."""
    each = -(-games // threads)
    row = packed(game, state)
    if target == "cuda":
        from kibitz.compile.cuda import cuda

        totals = cuda(random_games, game)(row, seed, threads, each, game.players + 2)
    else:
        work = native(random_games, game, buffered=True) if target == "native" else interpreted(random_games, game)
        totals = np.zeros((threads, game.players + 2))
        for index in range(threads):
            work(row, seed, index, each, totals[index])
    summed = totals.sum(axis=0)
    if summed[game.players + 1]:
        raise RulesError(
            f"{int(summed[game.players + 1])} random games did not end: no legal move, or over {LONGEST_GAME} moves"
        )
    played = each * threads
    means = summed[: game.players] / played
    return Playouts(played, tuple(float(mean) for mean in means), float(summed[game.players] / played))
