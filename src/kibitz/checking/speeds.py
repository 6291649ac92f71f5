"""How fast a game is: positions of its tree and random games a second, each measured for a fraction of a second."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from kibitz.checking.report import Speed
from kibitz.checking.walk import LONGEST_GAME
from kibitz.compile.cpu import interpreted_rules, native, packed
from kibitz.compile.cuda_launch import why_no_cuda
from kibitz.core.contract import Game
from kibitz.core.game import CHANCE
from kibitz.core.questions import player_at
from kibitz.core.randomness import Random
from kibitz.search.common.node_count import NODES
from kibitz.search.common.plain_minimax import new_counters
from kibitz.search.minimax import minimax_value
from kibitz.search.montecarlo.agents import uct
from kibitz.search.playouts import playouts_on_device, random_games
from kibitz.search.running import stoppable

SECONDS = 0.2
"""How long one measurement takes at least."""
LONGEST_SECONDS = 4.0
"""How long a random game in Python is waited for."""
DEEPEST = 500
GPU_THREADS = 1 << 18


def python_speed(game: Game) -> Speed:
    """Return the speeds of the rules as they are written."""
    return Speed(_python_nodes(game), _python_playouts(game))


def native_speed(game: Game) -> Speed:
    """Return the speeds of the compiled rules."""
    return Speed(_native_nodes(game), native_playouts(game, game.initial()))


def cuda_speed(game: Game) -> Speed | None:
    """Return the speed on a GPU, or None where there is none."""
    if why_no_cuda() is not None:
        return None
    from kibitz.compile.cuda_intrinsics import SIMULATED

    return None if SIMULATED else Speed(None, cuda_playouts(game, game.initial()))


def first_choice(game: Game) -> Any:
    """Return the first position in which a player moves, after the first outcomes of chance."""
    state = game.initial()
    while game.to_move(state) == CHANCE:
        state = game.result(state, next(iter(game.actions(state))))
    return state


def native_playouts(game: Game, state: Any, *, game_policy: bool = False) -> float:
    """Return how many random games a second one thread plays; with `game_policy`, by the game's `playout_action`."""
    row, totals = packed(game, state), np.zeros(game.players + 2)
    kernel = native(random_games, game, listed=True, **({"game_policy": True} if game_policy else {}))
    kernel(row, 0, 0, 1, totals)
    return _rate(lambda count, number: kernel(row, 0, number, count, totals))


def cuda_playouts(game: Game, state: Any, *, game_policy: bool = False) -> float:
    """Return how many random games a second a GPU plays; with `game_policy`, by the game's `playout_action`."""
    rows = packed(game, state)[None]
    playouts_on_device(game, rows, 0, GPU_THREADS, 1, game_policy)
    return GPU_THREADS * _rate(lambda count, number: playouts_on_device(game, rows, number, GPU_THREADS, count, game_policy))


def simulations(game: Game, state: Any, *, threads: int = 1, seconds: float = SECONDS) -> float:
    """Return how many simulations a second UCT does from a position."""
    uct(game, state, sims=threads, threads=threads, solve=False)
    found = uct(game, state, time=seconds, threads=threads, solve=False)
    return (found.simulations or 0) / found.seconds


def _rate(work: Callable[[int, int], Any]) -> float:
    """Return how many pieces a second `work(count, number)` does; the count grows until it takes long enough."""
    count, number = 1, 1
    while True:
        begun = time.perf_counter()
        work(count, number)
        spent = time.perf_counter() - begun
        if spent >= SECONDS / 2:
            return count / spent
        count, number = count * 4, number + 1


def _native_nodes(game: Game) -> float:
    """Return how many nodes a second the compiled minimax looks at, deeper and deeper."""
    module: Any = interpreted_rules(game).module
    state = module.unpack(packed(game, game.initial()))
    player = player_at(game, state)
    kernel = native(minimax_value, game)
    kernel(state, player, 0, False, new_counters(), np.zeros(1, np.int64))
    words = new_counters()

    def work(stop: Any) -> float:
        begun = time.perf_counter()
        depth = 1
        while not stop[0]:
            kernel(state, player, min(depth, DEEPEST), False, words, stop)
            depth += 1
        return float(words[NODES]) / (time.perf_counter() - begun)

    return stoppable(work, SECONDS)


def _python_nodes(game: Game) -> float:
    """Return how many nodes a second the same walk through the tree makes, interpreted."""
    nodes, begun = 0, time.perf_counter()

    def visit(s: Any, depth: int) -> None:
        nonlocal nodes
        nodes += 1
        if game.is_terminal(s):
            game.utility(s, 0)
        elif depth == 0:
            game.evaluate(s, 0)
        else:
            game.to_move(s)
            for action in game.actions(s):
                if time.perf_counter() - begun > SECONDS:
                    return
                visit(game.result(s, action), depth - 1)

    depth = 1
    while time.perf_counter() - begun < SECONDS:
        visit(game.initial(), min(depth, DEEPEST))
        depth += 1
    return nodes / (time.perf_counter() - begun)


def _python_playouts(game: Game) -> float | None:
    """Return how many random games a second are played, interpreted; None where one takes too long to be waited for."""
    random, games, begun = Random(0), 0, time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        s = game.initial()
        for _ in range(LONGEST_GAME):
            if game.is_terminal(s):
                break
            if time.perf_counter() - begun > LONGEST_SECONDS:
                return None
            s = game.result(s, random.choice(list(game.actions(s))))
        games += 1
    return games / (time.perf_counter() - begun)
