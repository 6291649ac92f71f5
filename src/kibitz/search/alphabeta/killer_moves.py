"""Killer moves: the last two quiet moves that caused a cutoff at the same ply, tried early in sibling positions."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.traits import Traits
from kibitz.search.alphabeta.workspace import KILLERS


def killer_moves(game: Any, jit: Jit, traits: Traits) -> Any:
    """Build `update_killers(s, a, ply, workspace)`: put a move before the killer move of its ply, unless it is that one."""
    move_kinds = traits.move_kinds

    @jit
    def update_killers(s: Any, a: int, ply: int, workspace: Any) -> None:
        if workspace[KILLERS + 2 * ply] != a and not (move_kinds and game.is_noisy(s, a)):
            workspace[KILLERS + 2 * ply + 1] = workspace[KILLERS + 2 * ply]
            workspace[KILLERS + 2 * ply] = a

    return update_killers
