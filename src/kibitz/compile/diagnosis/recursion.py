"""Functions that call each other in a circle: nothing counts how deep they are, as it is counted in one that calls itself."""

from __future__ import annotations

from collections.abc import Iterable
from types import FunctionType


def in_a_circle(functions: Iterable[FunctionType]) -> FunctionType | None:
    """Return a function that calls itself by way of others, or None if there is none."""
    known = list(functions)
    scopes = {id(function.__globals__) for function in known}
    return next((one for one in known if any(one in _reachable(other, scopes) for other in _called(one, scopes) - {one})), None)


def _reachable(entry: FunctionType, scopes: set[int]) -> set[FunctionType]:
    """Return a function and all that it calls, near and far."""
    found, waiting = {entry}, [entry]
    while waiting:
        called = _called(waiting.pop(), scopes) - found
        found |= called
        waiting.extend(called)
    return found


def _called(function: FunctionType, scopes: set[int]) -> set[FunctionType]:
    """Return the functions that a function names, of those that were defined in one of the scopes."""
    named = (function.__globals__.get(name) for name in function.__code__.co_names)
    return {one for one in named if isinstance(one, FunctionType) and id(one.__globals__) in scopes}
