"""What refutations teach about moves: the history heuristic and continuation history, and killer moves beside them."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.killer_moves import killer_moves
from kibitz.search.alphabeta.traits import Traits
from kibitz.search.alphabeta.workspace import (
    COUNTER_MOVE_HISTORY,
    FOLLOW_UP_HISTORY,
    HISTORY,
    HISTORY_SIZE,
    MOVE_KINDS,
    PATH_KINDS,
)

MAX_HISTORY = 1 << 20


def history(game: Any, jit: Jit, traits: Traits) -> Any:
    """Build `update_history(s, mover, ply, depth, start, index, workspace)`, called at a beta cutoff; solving has no history.

    The move at `index`, which caused it, becomes a killer move and gets a bonus; those tried before it, from `start` on, get a
    malus. Noisy moves are ordered by the game itself, so nothing is learnt of them where there is continuation history.
    """
    solving, move_kinds, noisy_moves = traits.solving, traits.move_kinds, traits.noisy_moves
    update_killers = killer_moves(game, jit, traits)

    @jit
    def add_bonus(word: int, bonus: int, workspace: Any) -> None:
        """Add to a history, the less the larger it is already, so that it stays within MAX_HISTORY."""
        workspace[word] += bonus - workspace[word] * abs(bonus) // MAX_HISTORY

    @jit
    def update_history(s: Any, mover: int, ply: int, depth: int, start: int, index: int, workspace: Any) -> None:
        a = workspace[index]
        if solving or (noisy_moves and not move_kinds and game.is_noisy(s, a)):
            return
        update_killers(s, a, ply, workspace)
        bonus = min(16 * depth * depth + 64 * depth, 1600) * (MAX_HISTORY >> 14) if move_kinds else min(depth * depth, 400) * 32
        last_kind, own_last_kind = workspace[PATH_KINDS + ply + 1], workspace[PATH_KINDS + ply]
        for tried in range(start, index + 1):
            a = workspace[tried]
            change = bonus if tried == index else -bonus
            if not move_kinds:
                add_bonus(HISTORY + mover * HISTORY_SIZE + (a & (HISTORY_SIZE - 1)), change, workspace)
            elif not game.is_noisy(s, a):
                add_bonus(HISTORY + mover * HISTORY_SIZE + (a & (HISTORY_SIZE - 1)), change, workspace)
                kind = game.move_kind(s, a)
                if last_kind >= 0:
                    add_bonus(COUNTER_MOVE_HISTORY + last_kind * MOVE_KINDS + kind, change, workspace)
                if own_last_kind >= 0:
                    add_bonus(FOLLOW_UP_HISTORY + own_last_kind * MOVE_KINDS + kind, change, workspace)

    return update_history
