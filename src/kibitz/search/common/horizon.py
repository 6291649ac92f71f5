"""The horizon of a search: a depth in moves, or in rounds, which are over when the player who decides is to move again."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.contract import Game
from kibitz.core.game import CHANCE

UNLIMITED = -1
"""The depth that never runs out."""


def horizon(game: Any, jit: Jit) -> Any:
    """Build `remaining_depth(depth, by_rounds, player, mover, after)`: the depth after a move, or an outcome, of `mover`."""

    @jit
    def remaining_depth(depth: int, by_rounds: bool, player: int, mover: int, after: Any) -> int:
        if depth <= 0:
            return depth
        if by_rounds:
            return depth - 1 if game.to_move(after) == player else depth
        return depth if mover == CHANCE else depth - 1

    return remaining_depth


def remaining_depth(game: Game, depth: int, by_rounds: bool, player: int, state: Any, successor: Any) -> int:
    """Return the depth after a step from `state` to `successor`, in Python."""
    return int(horizon(game, lambda function: function)(depth, by_rounds, player, game.to_move(state), successor))
