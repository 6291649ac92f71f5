"""Random games, as many as one likes, on every target from one kernel: the same seed gives the same games everywhere."""

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
from kibitz.core.randomness import advance, below, scramble, stream, unit

Target = Literal["python", "native", "cuda"]

NO_MOVE = -(1 << 62)
LONGEST_GAME = 100_000
"""A random game that has not ended after so many moves is given up, and whoever asked for it is told."""


@dataclass(frozen=True)
class Playouts:
    """The sum of many random games: how many, the mean utility of each player, the mean number of moves."""

    games: int
    utilities: tuple[float, ...]
    moves: float


BUFFER = 256
"""A processor lists up to so many moves before it picks one; a GPU, and a longer list, are counted and gone through again."""


def choosing(game: Any, jit: Jit, start: int, room: int) -> tuple[Any, Any]:
    """Build `pick(s, random, buffer)`, a random move or NO_MOVE, and `draw(s, random, buffer)`, an outcome of chance.

    Both list the moves in `buffer` from `start` on, where it has `room`; more moves than that are counted and gone through.
    Start and room are constants for the compiler: as arguments they make random games of Connect Four take twice as long.
    """

    @jit
    def pick(s: Any, random: int, buffer: Any) -> int:
        count = game.fill_actions(s, buffer, start)
        if count > room:
            return int(game.nth_actions(s, below(random, count)))
        return int(buffer[start + below(random, count)]) if count > 0 else NO_MOVE

    @jit
    def draw(s: Any, random: int, buffer: Any) -> int:
        count = game.fill_actions(s, buffer, start)
        left = unit(random)
        for place in range(count - 1):
            action = buffer[start + place] if count <= room else game.nth_actions(s, place)
            left -= game.probability(s, action)
            if left < 0:
                return int(action)
        return int(buffer[start + count - 1] if count <= room else game.nth_actions(s, count - 1))

    return pick, pick if game.is_chance_even else draw


def count_moves(game: Game, state: Any) -> int:
    """Return how many moves, or outcomes, a position has; none where the game is over."""
    return 0 if game.is_terminal(state) else len(moves_at(game, state))


def picking(game: Any, jit: Jit, buffered: bool, own: bool) -> tuple[Any, Any, Any, Any]:
    """Build `pick(s, random, buffer)` and `draw(s, random, buffer)`; `hold(reserve(totals))` is the buffer that both want.

    A GPU has no memory to spare for each thread: there moves are counted and gone through again. With `own`, the game
    picks its moves itself.
    """

    @jit
    def counted(s: Any, random: int, buffer: Any) -> int:
        count = game.count_actions(s)
        return int(game.nth_actions(s, below(random, count))) if count > 0 else NO_MOVE

    @jit
    def drawn(s: Any, random: int, buffer: Any) -> int:
        count = game.count_actions(s)
        left = unit(random)
        for place in range(count - 1):
            action = game.nth_actions(s, place)
            left -= game.probability(s, action)
            if left < 0:
                return int(action)
        return int(game.nth_actions(s, count - 1))

    @jit
    def reserve(totals: Any) -> Any:
        return np.empty(BUFFER, np.int64)

    @jit
    def hold(kept: Any) -> Any:
        return memory(kept)

    @jit
    def no_memory(totals: Any) -> Any:
        return totals

    @jit
    def by_game(s: Any, random: int, buffer: Any) -> int:
        return int(game.playout_action(s, random))

    if buffered:
        pick, draw = choosing(game, jit, 0, BUFFER)
        return by_game if own else pick, draw, reserve, hold
    return by_game if own else counted, counted if game.is_chance_even else drawn, no_memory, no_memory


def random_games(game: Any, jit: Jit, *, buffered: bool = False, own: bool = False) -> Any:
    """Build `work(row, seed, index, each, totals)`: play `each` random games from the packed state `row`.

    `totals` gets the players' utilities added up, then the number of moves, then the games given up. `buffered` says that
    the target can take memory for a list of moves; the games are the same with it and without. With `own`, moves are picked by
    the game's `playout_action`. What `work` returns means nothing: it keeps the memory of the list to the end.
    """
    players = game.players
    pick, draw, reserve, hold = picking(game, jit, buffered, own)

    @jit
    def work(row: Any, seed: int, index: int, each: int, totals: Any) -> int:
        state = stream(seed, index)
        start = game.unpack(row)
        kept = reserve(totals)
        buffer = hold(kept)
        moves = 0
        for _ in range(each):
            s = start
            length = 0
            while not game.is_terminal(s) and length < LONGEST_GAME:
                state = advance(state)
                random = scramble(state)
                if game.to_move(s) == CHANCE:
                    action = draw(s, random, buffer)
                else:
                    action = pick(s, random, buffer)
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
        return len(kept)

    return work


def playouts(
    game: Game, state: Any, games: int, *, seed: int = 0, target: Target = "native", threads: int = 1, own: bool = False
) -> Playouts:  # fmt: skip
    """Return what `games` random games from `state` come to; they are shared out over `threads` streams of the seed.

    With `own`, moves are picked by the game's `playout_action`.
    """
    each = -(-games // threads)
    row = packed(game, state)
    if target == "cuda":
        summed = played_on_device(game, row[None], seed, threads, each, own)[0]
    else:
        options = {"own": True} if own else {}
        work = (
            native(random_games, game, buffered=True, **options)
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


def check_ended(given_up: float) -> None:
    """Refuse random games of which some had to be given up."""
    if given_up:
        raise RulesError(f"{int(given_up)} random games did not end: no legal move, or over {LONGEST_GAME} moves")


_idle: list[tuple[tuple[Any, ...], Any]] = []
_lending = threading.Lock()
MOST_IDLE = 16
"""So many rooms are kept for those who will ask for the same."""


@contextmanager
def room_on_device(game: Game, count: int, threads: int, own: bool = False) -> Iterator[Any]:
    """Have room for `count` packed states on a GPU, with `threads` threads that play random games from each.

    The totals of a state are the players' utilities added up, the moves, and the games given up.
    """
    from kibitz.compile.cuda import cuda_rows

    wanted = type(game), game, count, threads, own
    with _lending:
        place = next((place for place, (known, _) in enumerate(_idle) if known == wanted), None)
        room = None if place is None else _idle.pop(place)[1]
    if room is None:
        room = cuda_rows(random_games, game, game.players + 2, own=own)(count, threads)
    try:
        yield room
    finally:
        with _lending:
            _idle.append((wanted, room))
            del _idle[:-MOST_IDLE]


def played_on_device(game: Game, rows: Any, seed: int, threads: int, each: int, own: bool = False) -> Any:
    """Return the totals of random games on a GPU from packed states, by `threads` threads with `each` games."""
    with room_on_device(game, len(rows), threads, own) as room:
        room.rows[:] = rows
        return room.start(len(rows), seed, each)()
