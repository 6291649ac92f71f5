"""Whose view of a position a net has: that of who moves, and where chance moves, of who moves after it."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.game import CHANCE


def viewpoint(game: Any, jit: Jit) -> Any:
    """Build `viewer(s)`: the player whose view it is; where that hangs on chance, it is who moves after the first outcome."""

    @jit
    def viewer(s: Any) -> int:
        mover = game.to_move(s)
        while mover == CHANCE:
            s = game.result(s, game.nth_actions(s, 0))
            mover = 0 if game.is_terminal(s) else game.to_move(s)
        return int(mover)

    return viewer
