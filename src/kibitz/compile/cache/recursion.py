"""Which compiled functions may be kept on disk: numba's code for some kinds of recursion crashes when it is loaded again.

A function that calls itself is safe while it has one signature. With two (a literal argument in the first call is enough),
or where functions call each other in a circle, the loaded code jumps to where the first process had the other function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any


def is_safe_to_keep(entry: Any) -> bool:
    """Return whether the code of a compiled function, and of all that it calls, can be loaded by another process."""
    return all(_is_safe(function) for function in _reachable(entry))


def in_a_circle(functions: Iterable[Any]) -> Any:
    """Return a function that calls itself through others, or None if there is none."""
    return next((function for function in functions if _is_called_by_others(function)), None)


def _is_called_by_others(function: Any) -> bool:
    """Return whether a function calls itself by way of other functions."""
    return any(function in _reachable(other) for other in _called(function) if other is not function)


def _is_safe(function: Any) -> bool:
    """Return whether a function does not call itself, or does so directly and with one signature."""
    is_single = function not in list(_called(function)) or len(function.signatures) <= 1
    return is_single and not _is_called_by_others(function)


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
