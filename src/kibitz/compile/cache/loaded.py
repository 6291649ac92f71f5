"""What a kernel is compiled from as it is in memory: since it was loaded, files may have been edited and constants set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

_PACKAGE = Path(__file__).parents[2]


def functions_of(owners: Iterable[Any]) -> list[FunctionType]:
    """Return the functions of a user's that kernels and classes of games are made of, with all that they call by name."""
    waiting = [function for owner in owners for function in _own_functions(owner)]
    found: dict[FunctionType, None] = {}
    while waiting:
        function = waiting.pop()
        if function not in found and _PACKAGE not in Path(function.__code__.co_filename).parents:
            found[function] = None
            waiting += [value for _, value in _used(function, ()) if isinstance(value, FunctionType)]
    return list(found)


def are_as_written(functions: Iterable[FunctionType]) -> bool:
    """Return whether the files of functions still hold them."""
    try:
        return all(function.__code__ in _written(function.__code__.co_filename) for function in functions)
    except (OSError, SyntaxError, ValueError):
        return False
    finally:
        _written.cache_clear()


def constants_of(functions: Iterable[FunctionType], owners: Iterable[Any]) -> list[str]:
    """Return the numbers, and tuples of numbers, that functions use by name from their modules and classes."""
    classes = [owner for owner in owners if isinstance(owner, type)]
    values = (item for function in functions for item in _used(function, classes))
    return sorted({f"{name} {value!r}" for name, value in values if _is_plain(value)})


def _own_functions(owner: Any) -> Iterator[FunctionType]:
    """Yield a function, or those of a class and its bases."""
    if isinstance(owner, FunctionType):
        yield owner
    for base in getattr(owner, "__mro__", ()):
        for thing in vars(base).values():
            function = getattr(thing, "__func__", thing)
            if isinstance(function, FunctionType) and function.__module__ == base.__module__:
                yield function


def _used(function: FunctionType, classes: Iterable[type]) -> Iterator[tuple[str, Any]]:
    """Yield what a function uses by name: from its module, from modules and classes named there, and from `classes`."""
    names = sorted({name for code in _codes(function.__code__) for name in code.co_names})
    scope = function.__globals__
    owners = [scope[name] for name in names if isinstance(scope.get(name), ModuleType | type)]
    for name in names:
        if name in scope:
            yield f"{function.__module__}.{name}", scope[name]
        for owner in (*owners, *classes):
            if hasattr(owner, name):
                yield f"{owner.__name__}.{name}", getattr(owner, name)


@lru_cache(maxsize=64)
def _written(path: str) -> frozenset[CodeType]:
    """Return the code of all functions in a file."""
    return frozenset(_codes(compile(Path(path).read_bytes(), path, "exec", dont_inherit=True)))


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code and all inside it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _is_plain(value: Any) -> bool:
    """Return whether a value is a number, or a tuple of such."""
    return all(map(_is_plain, value)) if type(value) is tuple else type(value) in (int, float, bool)
