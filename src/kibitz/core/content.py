"""What a state holds: something to compare and to hash, whatever its class does about that."""

from __future__ import annotations

from numbers import Number
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.errors import RulesError
from kibitz.core.game import place_of

SCALARS = frozenset((int, float, bool, str, bytes, complex, type(None)))


def is_frozen(value: Any) -> bool:
    """Return whether a value cannot be changed: numbers, text and tuples of them."""
    if type(value) in SCALARS:
        return True
    if isinstance(value, tuple):
        return all(type(item) in SCALARS or is_frozen(item) for item in value)
    return isinstance(value, Number | str)


def identity(state: Any, game: Game | None = None) -> Any:
    """Return something hashable that is equal for equal states: the state itself, if its class says what is equal.

    Else, as of arrays, lists and objects without `__eq__`, it is what the state holds. A state that cannot be looked into is
    refused, with a line of the `game` if that is given.
    """
    if is_frozen(state):
        return state
    kind: Any = type(state)
    if kind.__eq__ in (object.__eq__, tuple.__eq__):
        return content(state, game)
    try:
        hash(state)
    except TypeError:
        return content(state, game)
    return state


def content(state: Any, game: Game | None = None) -> Any:
    """Return what a state holds, hashable, and equal for states of the same class that hold the same.

    A state that holds something that cannot be looked into, such as an open file or a generator, is refused, with the line of
    the method that builds the first state if the `game` is given.
    """
    try:
        return _content(state)
    except RulesError as error:
        place = place_of(game, "initial") if game is not None else None
        where = f"{place[0]}:{place[1]}: " if place else ""
        raise RulesError(f"{where}a state holds {error}, which can be neither compared nor copied") from None


def _content(value: Any) -> Any:
    """Return what a value holds, or raise with the name of what cannot be looked into."""
    if is_frozen(value):
        return value
    if isinstance(value, dict):
        return ("dict", frozenset((_content(key), _content(item)) for key, item in value.items()))
    if isinstance(value, set | frozenset):
        return ("set", frozenset(map(_content, value)))
    if isinstance(value, list | tuple):
        return (type(value).__name__, *map(_content, value))
    if hasattr(value, "tobytes"):
        return (type(value).__name__, str(getattr(value, "dtype", "")), getattr(value, "shape", None), value.tobytes())
    if isinstance(value, type) or (callable(value) and hasattr(value, "__qualname__")):
        return value.__qualname__
    try:
        parts = value.__reduce_ex__(2)[1:3]
    except TypeError:
        raise RulesError(f"a {type(value).__name__}") from None
    return (type(value).__name__, _content(parts))
