"""Decisions as fields of the protocol: with cells to draw, values in the players' words, and a bar from 0 to 1."""

from __future__ import annotations

from math import isfinite
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.core.game import CHANCE, constant_sum
from kibitz.core.reports import decision_fields, path_of, value_text
from kibitz.search.montecarlo.utility_range import utility_range


def decision_message(
    game_text: str, game: Game, state: Any, decision: Decision, *, seed: int, agent: str = ""
) -> dict[str, Any]:  # fmt: skip
    """Return a decision as the protocol tells it; `agent` is who thinks, as long as the decision does not say who decided."""
    fields = decision_fields(game_text, game, state, decision, seed=seed, agent=decision.agent or agent)
    first = value_for(game, state, decision, 0)
    fields["value_text"] = value_text(game, decision.value)
    fields["bar"] = None if first is None or game.players > 2 else bar(game, state, first)
    fields["cells"] = list(path_of(game, state, decision.action))
    for told, move in zip(fields["moves"], decision.moves, strict=True):
        told["cells"] = list(path_of(game, state, move.action))
        told["value_text"] = "" if move.value is None else value_text(game, move.value)
    return fields


def value_for(game: Game, state: Any, decision: Decision, player: int) -> float | None:
    """Return what a decision is worth to a player, or None where it does not say."""
    if decision.utilities is not None:
        return decision.utilities[player]
    mover = 0 if game.is_terminal(state) or game.to_move(state) == CHANCE else game.to_move(state)
    if mover == player:
        return decision.value
    whole = constant_sum(game)
    return whole - decision.value if game.players == 2 and whole is not None else None


def bar(game: Game, state: Any, value: float) -> float | None:
    """Return the first player's value as a part of the way from the worst to the best; None where these are not known."""
    low, high, _ = utility_range(game, state)
    if not (isfinite(low) and isfinite(high) and high > low and isfinite(value)):
        return None
    return min(1.0, max(0.0, (value - low) / (high - low)))
