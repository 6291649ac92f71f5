"""What everybody is taken to know: no rule can show it, so the report tells."""

from __future__ import annotations

from kibitz.checking.asking import Asked
from kibitz.checking.report import NotLookedAt
from kibitz.checking.walk import Walk
from kibitz.core.game import CHANCE


def information(asked: Asked, walk: Walk) -> str:
    """Return what the game is taken for; one whose methods say that something is hidden was refused before."""
    if not walk.positions:
        raise NotLookedAt("no position came up")
    if any(position.mover == CHANCE for position in walk.open):
        return (
            "every player is taken to see the whole state, with all that chance has brought; "
            "a game with hidden cards is not for Kibitz, which would give wrong values"
        )
    return "every player is taken to see the whole state"
