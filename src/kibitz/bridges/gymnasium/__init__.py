"""Gymnasium: a seat at a game of Kibitz, against agents on all others. `pip install 'kibitz[pettingzoo]'`.

`env("connect_four", "uct:sims=100")` is an environment for every learner that knows Gymnasium's. The action mask is in
`info` and, as sb3-contrib's maskable algorithms want it, in `action_masks()`.
"""

from __future__ import annotations

from typing import Any

from kibitz.bridges.extras import imported
from kibitz.core.agents import Agent
from kibitz.core.contract import Game
from kibitz.core.errors import InputError
from kibitz.core.registry import load


def env(
    game: Game | str, agent: Agent = "random", *, seat: int = 0, render_mode: str | None = None, longest: int | None = None
) -> Any:  # fmt: skip
    """Return an environment in which one plays on `seat` (players count from 0) against an agent on every other seat.

    The reward is the utility at the end of the game; an illegal move ends it with -1. A game that is not over after `longest`
    moves, of everybody together, is truncated.
    """
    imported("gymnasium", "Gymnasium", "pettingzoo")
    from kibitz.bridges.gymnasium.seat import SeatEnv

    rules = load(game) if isinstance(game, str) else game
    if not 0 <= seat < rules.players:
        raise InputError(f"seat must be from 0 to {rules.players - 1}, not {seat}")
    return SeatEnv(rules, agent, seat, render_mode, longest)
