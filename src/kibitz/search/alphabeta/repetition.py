"""Draws by repetition: the keys of the positions on the path, and of the game before the root."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.workspace import GAME_PLY, KEYS


def repetition(game: Any, jit: Jit) -> tuple[Any, Any]:
    """Build `set_key(key, ply, workspace)` and `is_repetition(s, key, ply, workspace)`.

    A position counts as drawn when it occurred on the path of this search before, or twice in the game before it.
    """

    @jit
    def set_key(key: int, ply: int, workspace: Any) -> None:
        workspace[KEYS + workspace[GAME_PLY] + ply] = key

    @jit
    def is_repetition(s: Any, key: int, ply: int, workspace: Any) -> bool:
        here = KEYS + workspace[GAME_PLY] + ply
        occurrences = 0
        for back in range(2, min(game.halfmove_clock(s), workspace[GAME_PLY] + ply) + 1, 2):
            if workspace[here - back] == key:
                occurrences += 1
                if back <= ply or occurrences >= 2:
                    return True
        return False

    return set_key, is_repetition
