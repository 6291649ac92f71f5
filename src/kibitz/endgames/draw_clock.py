"""Wins in tables beside rules that draw a game in which nothing happens for too long: of those rules tables know nothing.

A win after n moves is certain where the rule lets so many pass, whatever they are. Where it does not, the game may be won all
the same, by moves on the way that the rule counts from anew, or be a draw. Such a win is neither proved nor refuted: it counts
for less than one that is certain, and for more than anything else (as a cursed win does in chess engines).
"""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.endgames.codes import UNKNOWN

LIKELY = 0.99
"""The share of a win that one counts for which may come too late."""


def timeliness(game: Any, jit: Jit, *, has_clock: bool) -> Any:
    """Build `is_in_time(s, code)`: whether the game certainly ends as the code says before a rule draws it."""

    @jit
    def by_the_clock(s: Any, code: int) -> bool:
        return code == UNKNOWN or abs(code) - 1 <= int(game.moves_to_draw(s))

    @jit
    def always(s: Any, code: int) -> bool:
        return True

    return by_the_clock if has_clock else always
