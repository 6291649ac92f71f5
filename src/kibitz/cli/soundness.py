"""A quick look at whether a game keeps the contract, so that a wrong game is told so in one line and not searched."""

from __future__ import annotations

import inspect
from numbers import Integral
from typing import Any, NoReturn

from kibitz.cli.errors import shown_path
from kibitz.core.errors import RulesError
from kibitz.core.game import CHANCE, Game
from kibitz.core.randomness import Random

LOOKS = 60
"""How many states of one random game are looked at; `kibitz check` looks at many more."""


def require_sound(game: Game, state: Any) -> None:
    """Raise `RulesError` if something is wrong with a state on the way of one random game from `state`."""
    random = Random(0)
    for _ in range(LOOKS):
        _require_mover(game, state)
        if game.is_terminal(state):
            return
        actions = _require_actions(game, state)
        action = random.choice(actions)
        state = _require_state(game, state, action)


def _require_mover(game: Game, state: Any) -> None:
    """Raise if nobody who plays is to move."""
    mover = game.to_move(state)
    if not isinstance(mover, Integral) or not CHANCE <= mover < game.players:
        allowed = f"a player from 0 to {game.players - 1} or CHANCE ({CHANCE})"
        _refuse(game, "to_move", f"returned {mover!r}, which is not {allowed}, for {_short(state)}")


def _require_actions(game: Game, state: Any) -> list[int]:
    """Return the actions, or raise if there is none or if they are not numbers."""
    actions = list(game.actions(state))
    if not actions:
        _refuse(game, "actions", f"yielded no move for {_short(state)}, which is not terminal")
    for action in actions:
        if not isinstance(action, Integral):
            _refuse(game, "actions", f"yielded {action!r}, which is not a whole number")
    return actions


def _require_state(game: Game, state: Any, action: int) -> Any:
    """Return the state after an action, or raise if it is not of the shape of the one before."""
    after = game.result(state, action)
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
