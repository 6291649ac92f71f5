"""Positions as MAX sees them: the values of leaves, bounds on values, who is on its side, and how far it looks."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.core.game import CHANCE
from kibitz.search.common.horizon import horizon
from kibitz.search.expectiminimax.traits import Traits
from kibitz.search.expectiminimax.workspace import BY_ROUNDS, MAX_PLAYER, MAX_TEAM


def perspective(game: Any, jit: Jit, traits: Traits) -> tuple[Any, Any, Any, Any]:
    """Build `leaf_value(s, is_over, words)`, `value_bounds(s, words)`, `depth_after(depth, mover, after, words)`, `is_max`."""
    outcome = game.score if traits.scored else game.utility
    is_team, utility_bounds, weighted_features = traits.is_team, traits.utility_bounds, traits.weighted_features
    players, remaining_depth = traits.players, horizon(game, jit)

    @jit
    def leaf_value(s: Any, is_over: bool, words: Any) -> float:
        """Return the utility or the evaluation of a leaf for MAX, or for its team together."""
        if not is_team:
            return float(outcome(s, words[MAX_PLAYER])) if is_over else float(game.evaluate(s, words[MAX_PLAYER]))
        total = 0.0
        for player in range(players):
            if words[MAX_TEAM] >> player & 1:
                total += outcome(s, player) if is_over else game.evaluate(s, player)
        return total

    @jit
    def value_bounds(s: Any, words: Any) -> tuple[float, float]:
        """Return the lowest and the highest value that `s` can have."""
        if not utility_bounds and not weighted_features:
            return -np.inf, np.inf
        lowest = highest = 0.0
        for player in range(players):
            if words[MAX_TEAM] >> player & 1:
                low, high = game.utility_bounds(s, player) if utility_bounds else (-1.0, 1.0)
                lowest += low
                highest += high
        return lowest, highest

    @jit
    def depth_after(depth: int, mover: int, after: Any, words: Any) -> int:
        """Return the depth that is left after a move, or an outcome, of `mover`."""
        return int(remaining_depth(depth, words[BY_ROUNDS] != 0, words[MAX_PLAYER], mover, after))

    @jit
    def is_max(mover: int, words: Any) -> bool:
        """Return whether a player is MAX or on its team."""
        return mover != CHANCE and words[MAX_TEAM] >> mover & 1 == 1

    return leaf_value, value_bounds, depth_after, is_max
