"""Positions as text, where a game has no notation of its own: what a state holds as JSON, and back."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, get_args, get_origin, get_type_hints


def written(state: Any) -> str:
    """Return the fields of a state as JSON, a list in most cases; different texts for states that hold different things."""
    try:
        return json.dumps(state)
    except TypeError:
        return json.dumps(_plain(state))


def named_fields(value: Any) -> dict[str, Any] | None:
    """Return what an object holds by name, or None for values that have no named parts."""
    if hasattr(value, "_fields"):
        return dict(zip(value._fields, value, strict=True))
    if is_dataclass(value):
        return {one.name: getattr(value, one.name) for one in fields(value)}
    kind: Any = type(value)
    if kind.__repr__ is not object.__repr__:
        return None
    try:
        held = value.__getstate__()
    except TypeError:
        return None
    parts = held if isinstance(held, tuple) else (held,)
    return {name: item for part in parts if part for name, item in part.items()}


def _plain(value: Any) -> Any:
    """Return a value as JSON can hold it."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, dict | set | frozenset):
        return sorted((_plain(item) for item in (value.items() if isinstance(value, dict) else value)), key=json.dumps)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "tolist"):  # an array, or a number of its type
        return _plain(value.tolist())
    named = named_fields(value)
    if named is None:
        return repr(value)
    return [_plain(item) for item in named.values()] if is_dataclass(value) else _plain(named)


def rebuilt(kind: Any, value: Any) -> Any:
    """Return parsed JSON as the annotated type `kind`: lists become tuples, sets, named tuples and dataclasses again."""
    if hasattr(kind, "_fields") or is_dataclass(kind):
        names = kind._fields if hasattr(kind, "_fields") else tuple(one.name for one in fields(kind))
        hints = get_type_hints(kind)
        if not isinstance(value, list) or len(value) != len(names):
            raise ValueError(f"{kind.__name__} has {len(names)} fields: {', '.join(names)}")
        return kind(*(rebuilt(hints[name], item) for name, item in zip(names, value, strict=True)))
    for container in (tuple, frozenset, set):
        if kind is container or get_origin(kind) is container:
            inner = [item for item in get_args(kind) if item is not Ellipsis] or [object]
            return container(rebuilt(inner[min(place, len(inner) - 1)], item) for place, item in enumerate(value))
    if kind in (int, float, bool) and (isinstance(value, str) or (kind is int and isinstance(value, float))):
        raise ValueError(f"{value!r} is not of type {kind.__name__}")
    return kind(value) if kind in (int, float, bool) else value
