"""How strong what was learnt is: its share of points against fixed opponents, from openings that chance has played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from kibitz.api import Seat, ask_agent
from kibitz.core.agents import Agent
from kibitz.core.contract import Game
from kibitz.core.game import CHANCE
from kibitz.core.intervals import wilson_interval
from kibitz.core.playouts import sample
from kibitz.core.randomness import Random
from kibitz.learning.run import Figure
from kibitz.search.defaults import is_small
from kibitz.search.solving.solver import Solver

OPENING = 6
"""So many moves at the beginning of a game are random, so that the same two players play different games."""
LONGEST = 300
"""A game of so many moves is a draw."""


def share_of_points(game: Game, one: Agent, other: Agent, games: int, seed: int = 0) -> Figure:
    """Return the share of points of one of two players: every opening is played twice, each side once."""
    results = list(points_of_games(game, one, other, range(games), seed))
    share = sum(results) / len(results)
    return Figure(share, *wilson_interval(share, len(results)))


def points_of_games(game: Game, one: Agent, other: Agent, numbers: range, seed: int = 0) -> Iterator[float]:
    """Yield what the first of two players makes of each game, 1 for a win and a half for a draw; it begins every second one."""
    seats = Seat.of(game, one), Seat.of(game, other)
    for number in numbers:
        random = Random(seed, number // 2)
        own = number % 2
        s = opening(game, random)
        moves = 0
        while not game.is_terminal(s) and moves < LONGEST:
            mover = game.to_move(s)
            if mover == CHANCE:
                action: Any = sample(game, s, random)
            else:
                action = ask_agent(game, s, seats[0 if mover == own else 1], seed=random.below(1 << 30)).action
            s, moves = game.result(s, action), moves + 1
        utility = game.utility(s, own) if game.is_terminal(s) else 0.0
        yield 1.0 if utility > 0 else 0.5 if utility == 0 else 0.0


def opening(game: Game, random: Random) -> Any:
    """Return a position after some random moves, in which the game is not over."""
    while True:
        s, moves = game.initial(), 0
        while moves < OPENING and not game.is_terminal(s):
            s, moves = game.result(s, sample(game, s, random)), moves + 1
        if not game.is_terminal(s):
            return s


SOLVED_POSITIONS = 100
"""So many positions are solved to see whether what was learnt chooses a best move."""
FEW_MOVES = 20_000
"""A game with no more moves in all its positions is solved in a moment."""


def agreement(game: Game, agent: Agent, seed: int = 0) -> dict[str, Figure]:
    """Return in which share of positions the agent chooses a best move, as the exact solver has it; {} for large games.

    They are those of random games in which not every move is a best one.
    """
    if not _is_small(game):
        return {}
    solver, seat, random = Solver(game), Seat.of(game, agent), Random(seed, 1)
    asked = agreed = 0
    for _ in range(100 * SOLVED_POSITIONS):
        s = game.initial()
        while not game.is_terminal(s) and asked < SOLVED_POSITIONS:
            if (
                game.to_move(s) != CHANCE
                and (best := solver.solve(s)).actions
                and len(best.actions) < len(list(game.actions(s)))
            ):
                asked += 1
                agreed += ask_agent(game, s, seat).action in best.actions
            s = game.result(s, sample(game, s, random))
    if not asked:
        return {}
    share = agreed / asked
    return {"agreement with the solver": Figure(share, *wilson_interval(share, asked))}


@lru_cache(maxsize=16, typed=True)
def _is_small(game: Game) -> bool:
    """Return whether a game has few positions."""
    return is_small(game, game.initial(), FEW_MOVES, once=True)
