"""How strong what was learnt is: its share of points against fixed opponents, from openings that chance has played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kibitz.api import Seat, ask_agent
from kibitz.core.agents import Agent
from kibitz.core.contract import Game
from kibitz.core.game import CHANCE
from kibitz.core.intervals import wilson_interval
from kibitz.core.playouts import sample
from kibitz.core.randomness import Random
from kibitz.learning.run import Figure

OPENING = 6
"""So many moves at the beginning of a game are random, so that the same two players play different games."""
LONGEST = 1000
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
