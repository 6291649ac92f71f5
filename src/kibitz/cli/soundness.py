"""A quick look at whether a game keeps the contract, so that a wrong game is told so in one line and not searched."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from math import isfinite
from numbers import Integral, Real
from typing import Any, NoReturn

from kibitz.cli.errors import shown_path
from kibitz.core.content import content, identity
from kibitz.core.errors import RulesError
from kibitz.core.game import CHANCE, Game, about, total
from kibitz.core.randomness import Random
from kibitz.core.weights import default_weights

GAMES = 3
LOOKS = 60
"""How many random games, and states of each, are looked at; `kibitz check` looks at many more."""

CLOSE = 1e-9
CALLS = {
    "to_move": ("s",),
    "is_terminal": ("s",),
    "actions": ("s",),
    "result": ("s", "a"),
    "utility": ("s", "player"),
    "probability": ("s", "a"),
}
"""What each method is called with."""


def require_sound(game: Game, state: Any) -> None:
    """Raise `RulesError` if something is wrong with a state on the way of a few random games from `state`."""
    if "features" in about(game).given:
        default_weights(game)
    for number in range(GAMES):
        random = Random(0, number)
        seen, s = set(), state
        for _ in range(LOOKS):
            _require_mover(game, s)
            if _called(game, "is_terminal", s):
                _require_utilities(game, s)
                break
            actions = _require_actions(game, s)
            seen.add(identity(s, game))
            s = _require_state(game, s, random.choice(actions))
            if identity(s, game) in seen and not about(game).cyclic:
                _refuse(game, "result", f"came back to {_short(s)}; a game in which positions come back needs cyclic=True")


def _called(game: Game, method: str, *arguments: Any) -> Any:
    """Return what a method answers; if it cannot even be called, raise with its own place and not with ours."""
    try:
        return getattr(game, method)(*arguments)
    except TypeError as error:
        if error.__traceback__ is not None and error.__traceback__.tb_next is not None:
            raise
        _refuse(game, method, f"cannot be called with {', '.join(CALLS[method])}: {error}")


def _require_utilities(game: Game, state: Any) -> None:
    """Raise if the utilities of a finished game are not numbers, or do not add up to what the game says."""
    found = [_called(game, "utility", state, player) for player in range(game.players)]
    for utility in found:
        if not isinstance(utility, Real) or not isfinite(utility):
            _refuse(game, "utility", f"returned {utility!r}, which is not a number, for {_short(state)}")
    expected = total(game)
    if expected is not None and game.players > 1 and abs(sum(found) - expected) > CLOSE:
        _refuse(game, "utility", f"adds up to {sum(found):g} over all players, not to {expected:g}, for {_short(state)}")


def _require_mover(game: Game, state: Any) -> None:
    """Raise if nobody who plays is to move."""
    mover: Any = _called(game, "to_move", state)
    if not isinstance(mover, Integral) or not CHANCE <= int(mover) < game.players:
        allowed = f"a player from 0 to {game.players - 1} or CHANCE ({CHANCE})"
        _refuse(game, "to_move", f"returned {mover!r}, which is not {allowed}, for {_short(state)}")


def _require_actions(game: Game, state: Any) -> list[int]:
    """Return the actions, or raise if there is none or if they are not numbers."""
    given = _called(game, "actions", state)
    if not isinstance(given, Iterable):
        _refuse(game, "actions", f"returned {given!r} and not moves for {_short(state)}; is a yield missing?")
    actions = list(given)
    if not actions:
        _refuse(game, "actions", f"yielded no move for {_short(state)}, which is not terminal")
    for action in actions:
        if not isinstance(action, Integral):
            _refuse(game, "actions", f"yielded {action!r}, which is not a whole number")
    if len(set(actions)) < len(actions):
        _refuse(game, "actions", f"yielded a move twice for {_short(state)}")
    if game.to_move(state) == CHANCE:
        whole = sum(_called(game, "probability", state, action) for action in actions)
        if abs(whole - 1.0) > CLOSE:
            _refuse(game, "probability", f"adds up to {whole:g} over all outcomes, not to 1, for {_short(state)}")
    return actions


def _require_state(game: Game, state: Any, action: int) -> Any:
    """Return the state after an action, or raise if it is not of the shape of the one before."""
    before_the_move = content(state, game)
    after = _called(game, "result", state, action)
    if content(state, game) != before_the_move:
        _refuse(game, "result", f"changed the state it was given by move {action}; it must return a new one")
    if type(after) is not type(state):
        _refuse(game, "result", f"returned an illegal state for move {action}: {_short(after)} is not a {type(state).__name__}")
    for name, before, now in zip(getattr(state, "_fields", ()), _items(state), _items(after), strict=False):
        same = isinstance(now, type(before)) or {type(before), type(now)} <= {int, float, bool}
        if not same or (isinstance(now, tuple) and len(now) != len(before)):
            _refuse(
                game,
                "result",
                f"returned an illegal state for move {action}: its field {name} was {before!r} and is now {now!r}",
            )
    return after


def _items(state: Any) -> tuple[Any, ...]:
    """Return the fields of a named tuple, and nothing of any other state."""
    return tuple(state) if hasattr(state, "_fields") else ()


def _refuse(game: Game, method: str, complaint: str) -> NoReturn:
    """Raise the complaint about one of the game's methods, with the place where the method stands."""
    function = getattr(type(game), method)
    file = shown_path(inspect.getsourcefile(function) or "")
    raise RulesError(f"{file}:{function.__code__.co_firstlineno}: {method} {complaint}")


def _short(state: Any) -> str:
    """Return a state as text of one short line."""
    text = " ".join(repr(state).split())
    return text if len(text) <= 80 else text[:77] + "..."
