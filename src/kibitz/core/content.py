"""What a state holds: something to compare and to hash, whatever its class does about that."""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import RulesError

SCALARS = frozenset((int, float, bool, str, bytes, complex, type(None)))


def is_frozen(value: Any) -> bool:
    """Return whether a value cannot be changed: numbers, text and tuples of them."""
    if type(value) in SCALARS:
        return True
    if isinstance(value, tuple):
        return all(type(item) in SCALARS or is_frozen(item) for item in value)
    return isinstance(value, int | float | str)


def content(value: Any) -> Any:
    """Return what a value holds; equal for values of the same class that hold the same, and hashable.

    What holds something that cannot be looked into, such as an open file or a generator, is refused.
    """
    if is_frozen(value):
        return value
    if isinstance(value, dict):
        return ("dict", frozenset((content(key), content(item)) for key, item in value.items()))
    if isinstance(value, set | frozenset):
        return ("set", frozenset(map(content, value)))
    if isinstance(value, list | tuple):
        return (type(value).__name__, *map(content, value))
    if hasattr(value, "tobytes"):
        return (type(value).__name__, str(getattr(value, "dtype", "")), getattr(value, "shape", None), value.tobytes())
    if isinstance(value, type) or (callable(value) and hasattr(value, "__qualname__")):
        return value.__qualname__
    try:
        parts = value.__reduce_ex__(2)[1:3]
    except TypeError:
        raise RulesError(f"a {type(value).__name__} can be neither compared nor copied") from None
    return (type(value).__name__, content(parts))
