"""MAX and the others: what positions are worth to MAX, who is on its side, and how far it looks."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.core.game import CHANCE
from kibitz.search.expectiminimax.traits import Traits
from kibitz.search.expectiminimax.workspace import BY_ROUNDS, PLAYER, TEAM
from kibitz.search.horizons import horizon


def sides(game: Any, jit: Jit, traits: Traits) -> tuple[Any, Any, Any, Any]:
    """Build `worth(s, is_over, words)`, `reach(s, words)`, `later(left, mover, after, words)`, `is_for_max(mover, words)`."""
    measure = game.score if traits.scored else game.utility
    allied, reaches, weighed, players = traits.allied, traits.reaches, traits.weighed, traits.players
    left_after = horizon(game, jit)

    @jit
    def worth(s: Any, is_over: bool, words: Any) -> float:
        """Return what a leaf is worth to MAX."""
        if not allied:
            return float(measure(s, words[PLAYER])) if is_over else float(game.evaluate(s, words[PLAYER]))
        whole = 0.0
        for player in range(players):
            if words[TEAM] >> player & 1:
                whole += measure(s, player) if is_over else game.evaluate(s, player)
        return whole

    @jit
    def reach(s: Any, words: Any) -> tuple[float, float]:
        """Return values between which that of `s` lies for certain."""
        if not reaches and not weighed:
            return -np.inf, np.inf
        lowest = highest = 0.0
        for player in range(players):
            if words[TEAM] >> player & 1:
                low, high = game.utility_bounds(s, player) if reaches else (-1.0, 1.0)
                lowest += low
                highest += high
        return lowest, highest

    @jit
    def later(left: int, mover: int, after: Any, words: Any) -> int:
        """Return what is left to look at after a move, or an outcome, of `mover`."""
        return int(left_after(left, words[BY_ROUNDS] != 0, words[PLAYER], mover, after))

    @jit
    def is_for_max(mover: int, words: Any) -> bool:
        """Return whether a player is on MAX's side."""
        return mover != CHANCE and words[TEAM] >> mover & 1 == 1

    return worth, reach, later, is_for_max
