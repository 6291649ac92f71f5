"""Playout policies by name: how the random games after a leaf pick their moves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core.contract import Evaluation, Game, MoveKinds, Ordering, PlayoutPolicy, WeightedFeatures, implements
from kibitz.core.errors import InputError, UnknownNameError
from kibitz.core.game import about
from kibitz.core.weights import read_policy
from kibitz.search.montecarlo.traits import ORDERED, OWN, RANDOM, WEIGHED, WEIGHED_BY_NUMBER

NAMES = ("random", "light")


@dataclass(frozen=True)
class Policy:
    """How moves are picked: the kind, the share picked all alike, after how many moves a game is broken off, the weights."""

    kind: int = RANDOM
    epsilon: float = 0.0
    cutoff: int | None = None
    by_gist: tuple[float, ...] = ()

    def weights(self) -> Any:
        """Return the weights as an array."""
        return np.array(self.by_gist or (0.0,))


def policy_of(game: Game, name: str, epsilon: float, cutoff: int | None) -> Policy:
    """Return the policy called `name`: `random`, `light` or a file of weights; none given means what suits the game.

    `light` is the game's own `playout_action`; without one, the better of two random moves by `order`.
    """
    if not 0 <= epsilon <= 1:
        raise InputError(f"epsilon is a share of moves from 0 to 1, not {epsilon:g}")
    if cutoff is not None and cutoff < 0:
        raise InputError(f"cutoff must not be negative, but it is {cutoff}")
    if cutoff is not None and not (implements(game, Evaluation) or implements(game, WeightedFeatures)):
        raise InputError(f"cutoff needs an evaluation, which {about(game).title} does not have")
    if not name:
        name = "light" if implements(game, PlayoutPolicy) else "random"
    if name == "random":
        return Policy(RANDOM, 0.0, cutoff)
    if name == "light":
        if not (implements(game, PlayoutPolicy) or implements(game, Ordering)):
            raise InputError(f"{about(game).title} has neither playout_action nor order for light playouts; use policy=random")
        return Policy(OWN if implements(game, PlayoutPolicy) else ORDERED, epsilon, cutoff)
    if not Path(name).suffix:
        raise UnknownNameError("policy", name, (*NAMES, "FILE.toml"))
    return Policy(WEIGHED if implements(game, MoveKinds) else WEIGHED_BY_NUMBER, epsilon, cutoff, read_policy(name))
