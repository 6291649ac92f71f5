"""Random games, or playouts: every move equally likely, and outcomes of chance as likely as the rules say."""

from __future__ import annotations

from typing import Any

from kibitz.core.contract import Game
from kibitz.core.game import CHANCE
from kibitz.core.questions import mover_at, moves_at, outcomes_at, static_eval
from kibitz.core.randomness import Random

LONGEST = 10_000
"""After so many moves a random game that has not ended is evaluated where it stands."""


def sample(game: Game, state: Any, random: Random) -> int:
    """Return a random outcome of a chance node, as likely as the rules say, or a random move, all equally likely."""
    if mover_at(game, state) != CHANCE:
        return random.choice(moves_at(game, state))
    weighted = outcomes_at(game, state)
    return random.weighted([outcome for outcome, _ in weighted], [probability for _, probability in weighted])


def playout(game: Game, state: Any, random: Random) -> tuple[list[int], tuple[float, ...]]:
    """Return the moves of a random game from `state` on, and the utility of its end for each player."""
    moves: list[int] = []
    while not game.is_terminal(state) and len(moves) < LONGEST:
        moves.append(sample(game, state, random))
        state = game.result(state, moves[-1])
    return moves, tuple(static_eval(game, state, player) for player in range(game.players))
