"""Playout policies by name: how playouts choose their moves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core.contract import (
    Evaluation,
    Game,
    MoveKinds,
    Ordering,
    PlayoutPolicy,
    ScoreFeatures,
    WeightedFeatures,
    implements,
)
from kibitz.core.errors import InputError, UnknownNameError
from kibitz.core.game import about
from kibitz.core.weights import read_policy
from kibitz.search.montecarlo.traits import BEST_OF_TWO, GAME_POLICY, SOFTMAX_BY_ACTION, SOFTMAX_BY_KIND, UNIFORM

NAMES = ("random", "heavy")


@dataclass(frozen=True)
class Policy:
    """How moves are chosen, the share of uniform moves, after how many moves playouts are truncated, and softmax weights."""

    kind: int = UNIFORM
    epsilon: float = 0.0
    cutoff: int | None = None
    softmax_weights: tuple[float, ...] = ()

    def weights(self) -> Any:
        """Return the softmax weights as an array, float64 [move kinds]."""
        return np.array(self.softmax_weights or (0.0,))


def playout_policy(game: Game, name: str, epsilon: float, cutoff: int | None) -> Policy:
    """Return the policy called `name`: `random`, `heavy` or a file of weights; without a name, what suits the game.

    `heavy` is the game's own `playout_action`; without one, the better of two uniform moves by `order`.
    """
    if not 0 <= epsilon <= 1:
        raise InputError(f"epsilon is a share of moves from 0 to 1, not {epsilon:g}")
    if cutoff is not None and cutoff < 0:
        raise InputError(f"cutoff must not be negative, but it is {cutoff}")
    if cutoff is not None and not any(implements(game, group) for group in (Evaluation, WeightedFeatures, ScoreFeatures)):
        raise InputError(f"cutoff needs an evaluation, which {about(game).title} does not have")
    if not name:
        name = "heavy" if implements(game, PlayoutPolicy) else "random"
    if name == "random":
        return Policy(UNIFORM, 0.0, cutoff)
    if name == "heavy":
        if not (implements(game, PlayoutPolicy) or implements(game, Ordering)):
            raise InputError(f"{about(game).title} has neither playout_action nor order for heavy playouts; use policy=random")
        return Policy(GAME_POLICY if implements(game, PlayoutPolicy) else BEST_OF_TWO, epsilon, cutoff)
    if not Path(name).suffix:
        raise UnknownNameError("policy", name, (*NAMES, "FILE.toml"))
    return Policy(SOFTMAX_BY_KIND if implements(game, MoveKinds) else SOFTMAX_BY_ACTION, epsilon, cutoff, read_policy(name))
