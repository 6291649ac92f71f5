"""Which games the compiled searches play, and within which limits."""

from __future__ import annotations

import numpy as np

from kibitz.compile.cpu import why_not_native
from kibitz.core.contract import Game
from kibitz.core.decision import Limits
from kibitz.core.errors import InputError
from kibitz.core.game import about

NO_NODE_LIMIT = int(np.iinfo(np.int64).max)
"""More nodes than any search visits."""


def why_not_compiled(game: Game) -> str | None:
    """Return why the compiled searches cannot play a game, or None if they can."""
    reason = why_not_native(game)
    return reason.reason if reason is not None else None


def checked_limits(game: Game, limits: Limits) -> Limits:
    """Return the limits; refuse to count both moves and rounds, and to search a tree without end without any."""
    if limits.depth is not None and limits.rounds is not None:
        raise InputError("give either depth= or rounds=, not both")
    if about(game).cyclic and limits == Limits():
        raise InputError("a position can come back in this game, so its tree has no end; give depth= or time=")
    return limits
