"""Whether chance has its turns in a game, which decides what searches can play it."""

from __future__ import annotations

from functools import lru_cache

from kibitz.core.contract import Game
from kibitz.core.game import CHANCE
from kibitz.core.questions import moves_at

STATES = 100
"""How many states from the beginning on are looked at to see whether a game has chance nodes."""


def why_not_deterministic(game: Game) -> str | None:
    """Return None for a game without chance nodes near its beginning, and else the reason why minimax cannot play it."""
    try:
        hash(game)
    except TypeError:
        return _why_not_deterministic.__wrapped__(game)
    return _why_not_deterministic(game)


@lru_cache(maxsize=256, typed=True)
def _why_not_deterministic(game: Game) -> str | None:
    """Return what `why_not_deterministic` does; every choice of an agent asks, and looking takes some ten milliseconds."""
    states = [game.initial()]
    for state in states:
        if game.is_terminal(state):
            continue
        if game.to_move(state) == CHANCE:
            return "it has chance nodes; use expectiminimax"
        if len(states) < STATES:
            states.extend(game.result(state, action) for action in moves_at(game, state))
    return None


def has_chance(game: Game) -> bool:
    """Return whether chance moves somewhere in the game."""
    return why_not_deterministic(game) is not None
