"""Models that a kernel can follow: mixtures of a random mover and of plain searches."""

from __future__ import annotations

from kibitz.core.agents import find
from kibitz.core.contract import Game
from kibitz.core.decision import Limits
from kibitz.core.mixtures import parse_mixture
from kibitz.search.expectiminimax.traits import Part


def model_parts(game: Game, text: str) -> tuple[Part, ...] | None:
    """Return a model as parts that the kernel has, or None if one of its agents is another; all must exist."""
    parts: list[Part] = []
    uncompiled = 0
    for weight, agent in parse_mixture(text):
        search, options = find(game, agent, engines=("textbook",))
        depth, rounds = options.get("depth"), options.get("rounds")
        Limits(depth=depth, rounds=rounds)  # refuses those that allow nothing
        plain = options.keys() <= {"depth", "rounds"} and (depth is None) != (rounds is None)
        if search.name == "random":
            parts.append(Part(weight, 0, False, False))
        elif search.name in ("minimax", "alphabeta", "expectimax") and plain:
            parts.append(Part(weight, depth or rounds or 0, rounds is not None, search.name == "expectimax"))
        else:
            uncompiled += 1
    return tuple(parts) if uncompiled == 0 else None
