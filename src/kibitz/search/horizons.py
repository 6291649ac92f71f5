"""How far a search may still look: moves, or rounds, which are over when the player who decides is to move again."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.contract import Game
from kibitz.core.game import CHANCE

UNLIMITED = -1
"""What is left where depth never runs out."""


def horizon(game: Any, jit: Jit) -> Any:
    """Build `later(left, by_rounds, player, mover, after)`: what is left after a move, or an outcome, of `mover`."""

    @jit
    def later(left: int, by_rounds: bool, player: int, mover: int, after: Any) -> int:
        if left <= 0:
            return left
        if by_rounds:
            return left - 1 if game.to_move(after) == player else left
        return left if mover == CHANCE else left - 1

    return later


def left_after(game: Game, left: int, by_rounds: bool, player: int, state: Any, successor: Any) -> int:
    """Return what is left after a step from `state` to `successor`, in Python."""
    return int(horizon(game, lambda function: function)(left, by_rounds, player, game.to_move(state), successor))
