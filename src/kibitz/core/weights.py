"""Weights of an evaluation as a file that people read and edit: TOML, one line a feature."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from kibitz.core.contract import Game, ScoreFeatures, WeightedFeatures, implements
from kibitz.core.errors import InputError, RulesError, UnknownNameError
from kibitz.core.game import about
from kibitz.core.reading import read_text


def default_weights(game: Game) -> dict[str, float]:
    """Return the game's own weight of every feature."""
    if implements(game, ScoreFeatures):
        name, weights = "score_weights", game.score_weights()
    elif implements(game, WeightedFeatures):
        name, weights = "weights", game.weights()
    else:
        raise InputError(f"{about(game).title} has no features, so its evaluation has no weights")
    if not hasattr(weights, "_fields"):
        kind = type(weights).__name__
        raise RulesError(f"{name} of {about(game).title} returns a {kind}, not the NamedTuple of its features")
    return dict(zip(weights._fields, weights, strict=True))


def weights_text(game: Game) -> str:
    """Return the game's weights as the text of a file to edit."""
    lines = [f"{name} = {weight}" for name, weight in default_weights(game).items()]
    if implements(game, ScoreFeatures):
        unit, half = "in the score's points.", ""
    else:
        unit, half = "in points.", f"# {about(game).points_at_half_win:g} points are half a win\n"
    return "\n".join([f"# {about(game).title}: Eval(s) is the sum of each feature times its weight, {unit}", half, *lines, ""])


def read_weights(game: Game, source: str | Mapping[str, float]) -> tuple[float, ...]:
    """Return the weights in the order of the features: those in a file or by their names, the game's own for the rest."""
    weights = default_weights(game)
    for name, weight in (_numbers(source) if isinstance(source, str) else checked_numbers(source, "the weights given")).items():
        if name not in weights:
            raise UnknownNameError("feature", name, weights)
        weights[name] = weight
    return tuple(weights.values())


MOVE_KINDS = 512
"""A game's `move_kind`, the kind of a move, is a number below it."""


def read_policy(path: str) -> tuple[float, ...]:
    """Return the weight of every kind of move, as a playout policy has them: those in the file, and 0 for the rest.

    A line is `27 = 1.5`. A move is picked as often as e to the power of its weight.
    """
    weights = [0.0] * MOVE_KINDS
    for name, weight in _numbers(path).items():
        if not name.isdecimal() or int(name) >= MOVE_KINDS:
            raise InputError(f"{name!r} in {path!r} is not the number of a kind of move, 0 to {MOVE_KINDS - 1}")
        if abs(weight) > 100:
            raise InputError(f"the weight of {name} in {path!r} is {weight!r}; weights of moves lie between -100 and 100")
        weights[int(name)] = weight
    return tuple(weights)


def _numbers(path: str) -> dict[str, float]:
    """Return the numbers in a file by their names."""
    try:
        found = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"the weights {path!r} are not TOML: {error}") from None
    return checked_numbers(found, repr(path))


def checked_numbers(found: Mapping[str, Any], source: str) -> dict[str, float]:
    """Return numbers by their names, or refuse what is no number of a size that makes sense."""
    for name, weight in found.items():
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not abs(weight) <= 1e6:
            raise InputError(f"the weight of {name} in {source} is {weight!r}, not a number between -1e6 and 1e6")
    return dict(found)
