"""Functions that call each other in a circle: nothing counts how deep they are, as it is counted in one that calls itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any


def in_a_circle(functions: Iterable[Any]) -> Any:
    """Return a function that calls itself through others, or None if there is none."""
    return next((function for function in functions if _is_called_by_others(function)), None)


def _is_called_by_others(function: Any) -> bool:
    """Return whether a function calls itself by way of other functions."""
    return any(function in _reachable(other) for other in _called(function) if other is not function)


def _reachable(entry: Any) -> list[Any]:
    """Return a function and all that it calls, near and far."""
    found, waiting = [], [entry]
    while waiting:
        function = waiting.pop()
        if function not in found:
            found.append(function)
            waiting.extend(_called(function))
    return found


def _called(function: Any) -> Iterator[Any]:
    """Yield the compiled functions that a function names: globals, variables around it, and members of modules."""
    python = function.py_func
    names = set(python.__code__.co_names)
    cells = zip(python.__code__.co_freevars, python.__closure__ or (), strict=True)
    things = [python.__globals__[name] for name in names if name in python.__globals__]
    things += [cell.cell_contents for _, cell in cells]
    for thing in things:
        members = [vars(thing)[name] for name in names if name in vars(thing)] if isinstance(thing, ModuleType) else [thing]
        yield from (member for member in members if hasattr(member, "py_func") and hasattr(member, "signatures"))
