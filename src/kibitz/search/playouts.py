"""Playouts: random games on every target from one kernel; the same seed gives the same games everywhere."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from kibitz.compile.cpu import Jit, interpreted, native, packed
from kibitz.compile.primitives import memory
from kibitz.core.contract import Game
from kibitz.core.errors import RulesError
from kibitz.core.game import CHANCE
from kibitz.core.questions import moves_at
from kibitz.core.randomness import advance, scramble, stream
from kibitz.search.move_sampling import NO_MOVE, move_sampling, unlisted_move_sampling

Target = Literal["python", "native", "cuda"]

LONGEST_GAME = 100_000
"""A random game that has not ended after so many moves is abandoned and reported."""


@dataclass(frozen=True)
class Playouts:
    """The sum of many random games: how many, the mean utility of each player, the mean number of moves."""

    games: int
    utilities: tuple[float, ...]
    moves: float


MOVE_BUFFER = 256
"""On a processor up to so many moves are listed and one is taken; on a GPU, and of more moves, the n-th is generated anew."""


def action_buffer(jit: Jit, listed: bool) -> tuple[Any, Any]:
    """Build `allocate(totals)` and `raw(buffer)`: a buffer of moves, and the same memory without a reference count.

    Where moves are not listed there is none: the totals, which every thread has, take its place.
    """

    @jit
    def allocate(totals: Any) -> Any:
        return np.empty(MOVE_BUFFER, np.int64)

    @jit
    def raw(buffer: Any) -> Any:
        return memory(buffer)

    @jit
    def same(totals: Any) -> Any:
        return totals

    return (allocate, raw) if listed else (same, same)


def count_moves(game: Game, state: Any) -> int:
    """Return how many moves, or outcomes, a position has; none where the game is over."""
    return 0 if game.is_terminal(state) else len(moves_at(game, state))


def random_games(game: Any, jit: Jit, *, listed: bool = False, game_policy: bool = False) -> Any:
    """Build `work(row, seed, index, each, totals)`: play `each` random games from the packed state `row`.

    `totals` gets the sums of the players' utilities, then the number of moves, then the number of abandoned games. With
    `listed` moves are listed in memory, which a GPU does not have; the games are the same. With `game_policy` the game's
    `playout_action` chooses the moves. What `work` returns means nothing: it keeps the memory of the list to the end.
    """
    players = game.players
    sample_move, sample_outcome = move_sampling(game, jit, MOVE_BUFFER) if listed else unlisted_move_sampling(game, jit)
    allocate, raw = action_buffer(jit, listed)

    @jit
    def game_move(s: Any, random: int, actions: Any) -> int:
        return int(game.playout_action(s, random))

    policy_move = game_move if game_policy else sample_move

    @jit
    def work(row: Any, seed: int, index: int, each: int, totals: Any) -> int:
        state = stream(seed, index)
        start = game.unpack(row)
        buffer = allocate(totals)
        actions = raw(buffer)
        moves = 0
        for _ in range(each):
            s = start
            length = 0
            while not game.is_terminal(s) and length < LONGEST_GAME:
                state = advance(state)
                random = scramble(state)
                if game.to_move(s) == CHANCE:
                    action = sample_outcome(s, random, actions)
                else:
                    action = policy_move(s, random, actions)
                    if action == NO_MOVE:
                        break
                s = game.result(s, action)
                length += 1
            moves += length
            if game.is_terminal(s):
                for player in range(players):
                    totals[player] += game.utility(s, player)
            else:
                totals[players + 1] += 1
        totals[players] += moves
        return len(buffer)

    return work


def playouts(
    game: Game, state: Any, games: int, *, seed: int = 0, target: Target = "native", threads: int = 1,
    game_policy: bool = False,
) -> Playouts:  # fmt: skip
    """Return the averages of `games` random games from `state`, divided among `threads` streams of the seed.

    With `game_policy` the game's `playout_action` chooses the moves.
    """
    each = -(-games // threads)
    row = packed(game, state)
    if target == "cuda":
        summed = playouts_on_device(game, row[None], seed, threads, each, game_policy)[0]
    else:
        options = {"game_policy": True} if game_policy else {}
        work = (
            native(random_games, game, listed=True, **options)
            if target == "native"
            else interpreted(random_games, game, **options)
        )
        totals = np.zeros((threads, game.players + 2))
        for index in range(threads):
            work(row, seed, index, each, totals[index])
        summed = totals.sum(axis=0)
    check_ended(summed[game.players + 1])
    played = each * threads
    means = summed[: game.players] / played
    return Playouts(played, tuple(float(mean) for mean in means), float(summed[game.players] / played))


def check_ended(abandoned: float) -> None:
    """Refuse random games of which some had to be abandoned."""
    if abandoned:
        raise RulesError(f"{int(abandoned)} random games did not end: no legal move, or over {LONGEST_GAME} moves")


_idle_buffers: list[tuple[tuple[Any, ...], Any]] = []
_idle_lock = threading.Lock()
MAX_IDLE_BUFFERS = 16
"""So many device buffers are kept for later searches of the same kind."""


@contextmanager
def device_buffer(game: Game, count: int, threads: int, game_policy: bool = False) -> Iterator[Any]:
    """Have a buffer of `count` packed states on a GPU, with `threads` threads that play random games from each.

    The totals of a state are the sums of the players' utilities, the moves, and the abandoned games.
    """
    from kibitz.compile.cuda_launch import cuda_rows

    key = type(game), game, count, threads, game_policy
    with _idle_lock:
        index = next((index for index, (known, _) in enumerate(_idle_buffers) if known == key), None)
        buffer = None if index is None else _idle_buffers.pop(index)[1]
    if buffer is None:
        buffer = cuda_rows(random_games, game, game.players + 2, game_policy=game_policy)(count, threads)
    try:
        yield buffer
    finally:
        with _idle_lock:
            _idle_buffers.append((key, buffer))
            del _idle_buffers[:-MAX_IDLE_BUFFERS]


def playouts_on_device(game: Game, rows: Any, seed: int, threads: int, each: int, game_policy: bool = False) -> Any:
    """Return the totals of random games on a GPU from packed states, by `threads` threads with `each` games."""
    with device_buffer(game, len(rows), threads, game_policy) as buffer:
        buffer.rows[:] = rows
        return buffer.start(len(rows), seed, each)()
