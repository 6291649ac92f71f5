"""Mate distance: the sooner a win comes, the more it counts. Windows are clipped by it (mate distance pruning)."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.scale import MAX_EVAL
from kibitz.search.alphabeta.traits import Traits


def window_clipping(game: Any, jit: Jit, traits: Traits) -> Any:
    """Build `clip_window(s, alpha, beta, ply)`: the window within what is certain; if alpha >= beta, alpha is the value.

    Certain are the game's bounds on its score, and mate distance: a win cannot come sooner than here.
    """
    scored, in_points, unit, soonest = traits.scored, traits.in_points, traits.unit, 0 if traits.draw_rule else 1

    @jit
    def clip_window(s: Any, alpha: int, beta: int, ply: int) -> tuple[int, int]:
        if scored:
            lowest, highest = game.score_bounds(s)
            beta = min(beta, highest)
            alpha = max(alpha, lowest)
            if alpha >= beta and beta == highest:
                alpha = beta
        elif in_points and ply > 0:
            alpha = max(alpha, ply - unit)
            beta = min(beta, unit - ply - soonest)  # where no move is left, a game may be won here
        return alpha, beta

    return clip_window


def mate_distance(jit: Jit, traits: Traits) -> tuple[Any, Any]:
    """Build `value_to_table(value, ply)` and `value_from_table(value, ply)`.

    In the tree a win counts from the root: one found `ply` moves deep has lost that many points. In the table it counts from
    the position itself, which may be met again at another ply.
    """
    has_distance, in_points = not (traits.scored or traits.is_ordinal), traits.in_points

    @jit
    def value_to_table(value: int, ply: int) -> int:
        if not has_distance or (in_points and abs(value) <= MAX_EVAL):
            return value
        return value + ply if value > 0 else value - ply if value < 0 else value

    @jit
    def value_from_table(value: int, ply: int) -> int:
        if not has_distance or (in_points and abs(value) <= MAX_EVAL):
            return value
        return max(value - ply, 0) if value > 0 else min(value + ply, 0)

    return value_to_table, value_from_table
