"""Positions to measure at: reached by random moves, or such that the choice of a move matters."""

from __future__ import annotations

from typing import Any

from kibitz.core.game import Game
from kibitz.core.randomness import Random
from kibitz.textbook.sampling import sample


def wandered(game: Game, random: Random, most: int, step: int = 1) -> Any:
    """Return a position of an unfinished game after up to `most` random moves, a multiple of `step`."""
    while True:
        state = game.initial()
        for _ in range(step * random.below(most // step + 1)):
            if game.is_terminal(state):
                break
            state = game.result(state, sample(game, state, random))
        if not game.is_terminal(state):
            return state
