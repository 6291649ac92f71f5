"""The range of the first player's utilities, which proven bounds start from."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from typing import Any

from kibitz.core.contract import Game, UtilityBounds, WeightedFeatures, implements
from kibitz.core.game import constant_sum
from kibitz.core.playouts import sample
from kibitz.core.randomness import Random

SAMPLED_GAMES, SAMPLED_MOVES = 32, 2000
"""How many random games, of how many moves in all, are played to see which utilities a game has."""
WIN_DISTANCES = (0.5, 1.0)
"""How far a win lies from an equal share where wins count 1 and losses 0, or wins 1 and losses -1."""


def utility_range(game: Game, state: Any) -> tuple[float, float, bool]:
    """Return the lowest and the highest utility that the first player can get from `state` on, and whether that is certain.

    A game with features is won at 1, and `utility_bounds` gives the range of others. Otherwise two players are assumed to win
    1 and to lose 0 or -1, if random games end like that; a search that meets a utility outside the range discards its proofs.
    """
    if implements(game, UtilityBounds):
        low, high = game.utility_bounds(state, 0)
        return float(low), float(high), True
    equal_share = (constant_sum(game) or 0.0) / game.players
    if implements(game, WeightedFeatures):
        return equal_share - 1.0, equal_share + 1.0, True
    distance = _largest_distance(game, equal_share) if game.players == 2 else 0.0
    return (equal_share - distance, equal_share + distance, False) if distance in WIN_DISTANCES else (-inf, inf, True)


@lru_cache(maxsize=64, typed=True)
def _largest_distance(game: Game, equal_share: float) -> float:
    """Return how far from an equal share random games end at most; 0 where none ends."""
    random, left, largest = Random(0), SAMPLED_MOVES, 0.0
    for _ in range(SAMPLED_GAMES):
        state = game.initial()
        while left > 0 and not game.is_terminal(state):
            state, left = game.result(state, sample(game, state, random)), left - 1
        if game.is_terminal(state):
            largest = max(largest, abs(game.utility(state, 0) - equal_share))
    return largest
