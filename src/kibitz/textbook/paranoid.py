"""Paranoid search: everybody else is against the player, so many players become two sides.

Sturtevant and Korf, "On pruning techniques for multi-player games", AAAI 2000. The search itself is minimax with many MINs.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.agents import agent
from kibitz.core.chance import why_not_deterministic
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.textbook import minimax
from kibitz.textbook.trace import Trace


@agent("paranoid", supports=why_not_deterministic)
def decide(
    game: Game, state: Any, *, depth: int | None = None, rounds: int | None = None, trace: Trace | None = None
) -> Decision:
    """Paranoid search: the best move if all others play against it together."""
    return minimax.decide(game, state, depth=depth, rounds=rounds, trace=trace)
