"""Positions to measure at: reached by random moves, or such that the choice of a move matters."""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.api import decide
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


class Question(NamedTuple):
    """A position in which not all moves are equally good, and its best moves."""

    state: Any
    best: tuple[int, ...]


def question(game: Game, random: Random, most: int) -> Question:
    """Return a position after up to `most` random moves, in which the choice matters by the rules of perfect play."""
    while True:
        state = wandered(game, random, most)
        decision = decide(game, state, "alphabeta:depth=99,pruning=none,every=true,hash=4")
        if len(decision.actions) < len(decision.moves):
            return Question(state, decision.actions)
