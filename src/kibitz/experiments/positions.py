"""Positions to measure at: reached by random moves, or such that the choice of a move matters."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from kibitz.api import decide, solve
from kibitz.core.contract import Game
from kibitz.core.playouts import sample
from kibitz.core.questions import player_at
from kibitz.core.randomness import Random


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
    """A position in which not all moves are equally good, its best moves, and a seed for whoever is asked."""

    state: Any
    best: tuple[int, ...]
    seed: int


@cache
def question(game: Game, seed: int, number: int, most: int) -> Question:
    """Return a position after up to `most` random moves, in which the choice of a move decides about win, draw or loss."""
    random = Random(seed, number)
    while True:
        state = wandered(game, random, most)
        decision = decide(game, state, "alphabeta:depth=99,pruning=none,every=true,hash=4")
        if len(decision.actions) < len(decision.moves):
            return Question(state, decision.actions, random.below(1 << 31))


@cache
def solved_question(game: Game, seed: int, number: int, least: int, most: int) -> Question:
    """Return a calm position after `least` to `most` random moves, and the moves that keep its outcome, where not all do."""
    random = Random(seed, number)
    while True:
        state = game.initial()
        for _ in range(least + random.below(most - least + 1)):
            if not game.is_terminal(state):
                state = game.result(state, sample(game, state, random))
        if not _is_calm(game, state):
            continue
        player = game.to_move(state)
        values = {action: _utility(game, game.result(state, action), player) for action in game.actions(state)}
        best = tuple(action for action in values if values[action] == max(values.values()))
        if len(best) < len(values):
            return Question(state, best, random.below(1 << 31))


def _is_calm(game: Game, state: Any) -> bool:
    """Return whether the game is not over, and not after any two moves: where it is, a glance is enough to decide well."""
    if game.is_terminal(state):
        return False
    after = [game.result(state, action) for action in game.actions(state)]
    if any(game.is_terminal(one) for one in after):
        return False
    return not any(game.is_terminal(game.result(one, reply)) for one in after for reply in game.actions(one))


def _utility(game: Game, state: Any, player: int) -> float:
    """Return what a position is worth to a player with best play, in a game for two that one wins and the other loses."""
    value = solve(game, state).value
    return value if player_at(game, state) == player else -value
