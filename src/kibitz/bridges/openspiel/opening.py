"""Opening games of OpenSpiel by their names and parameters, or saying in one sentence why that is not possible."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from kibitz.bridges.openspiel.library import pyspiel, silent
from kibitz.core.confinement import require_file
from kibitz.core.errors import InputError, UnknownNameError, UnsupportedError

CONTAINERS = {"game", "stage_game"}
"""Parameters by which a game is made of another one; what it is like is only known when it is made."""


@lru_cache(maxsize=64)
def opened(name: str) -> Any:
    """Return OpenSpiel's own game of that name, in which a first state could be made."""
    spiel = pyspiel()
    _require_sound(name, kinds())
    try:
        with silent():
            loaded = spiel.load_game(name)
            refuse(name, loaded.get_type())
            loaded.new_initial_state()
            return loaded
    except (spiel.SpielError, RuntimeError) as error:
        raise InputError(f"openspiel:{name}: {' '.join(str(error).split())}") from None


def kinds() -> dict[str, Any]:
    """Return the types of all games that OpenSpiel knows, by name; more can be registered at any time."""
    return {kind.short_name: kind for kind in pyspiel().registered_games()}


def _require_sound(name: str, known: dict[str, Any]) -> None:
    """Raise if a game or a parameter is unknown, or a number is such that OpenSpiel would crash; games may contain games."""
    short, bracket, rest = name.partition("(")
    if short not in known:
        raise UnknownNameError("game of OpenSpiel", short, playable())
    parameters = known[short].parameter_specification
    if not CONTAINERS & parameters.keys():
        refuse(short, known[short])
    for word in _words(rest.removesuffix(")")) if bracket else ():
        key, _, value = (part.strip() for part in word.partition("="))
        if key not in parameters:
            raise UnknownNameError(f"parameter of openspiel:{short}", key, parameters)
        if key == "filename":
            require_file(value)
            if not Path(value).is_file():
                raise InputError(f"openspiel:{name}: there is no file {value}")
        usual = str(parameters[key])
        if usual.isdecimal() and int(usual) > 0 and re.fullmatch(r"-?\d+", value) and int(value) < 1:
            raise InputError(f"openspiel:{name}: {key} must be at least 1, not {value}")
        if "(" in value:
            _require_sound(value, known)


def _words(text: str) -> Iterator[str]:
    """Yield what stands between commas that are in no brackets."""
    depth, word = 0, ""
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            yield word
            word = ""
        else:
            word += letter
    if word.strip():
        yield word


def playable() -> list[str]:
    """Return the names of the games that need no parameters and can be played here."""
    return sorted(kind.short_name for kind in pyspiel().registered_games() if kind.default_loadable and why_not(kind) is None)


def refuse(name: str, kind: Any) -> None:
    """Raise if a game is of a kind that cannot be played here."""
    reason = why_not(kind)
    if reason is not None:
        raise UnsupportedError(f"openspiel:{name} cannot be played here: {reason}")


def why_not(kind: Any) -> str | None:
    """Return why games of a type cannot be played here, or None: every player must see the whole state, and move in turn."""
    types = pyspiel().GameType
    if kind.dynamics == types.Dynamics.MEAN_FIELD:
        return "it is a mean-field game, of a crowd and not of players"
    if kind.dynamics == types.Dynamics.SIMULTANEOUS:
        return "its players move at the same time, and here they move in turn"
    if kind.information != types.Information.PERFECT_INFORMATION:
        return "it has hidden information, and here every player sees the whole state"
    if kind.chance_mode == types.ChanceMode.SAMPLED_STOCHASTIC:
        return "its chance is drawn inside a move, so its outcomes and their probabilities are not known"
    if kind.action_structs_only:
        return "its moves have no numbers"
    return None
