"""The fingerprint of a game's rules, by which a table is known to be of the rules that it is asked about.

It covers the source of the six methods of the rules, of chance, scores and numbers, of all functions that these call, the
constants they use and the game's parameters. Comments, evaluation, pictures and notation may change.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from hashlib import sha256
from types import CodeType, FunctionType
from typing import Any

from kibitz.compile.rewrite.source import syntax_of
from kibitz.core.contract import REQUIRED, Game
from kibitz.core.game import about, parameters

METHODS = (*REQUIRED, "probability", "score", "index", "unindex", "size", "slice")
"""The methods that a table's values, and their places in it, depend on."""


@lru_cache(maxsize=64, typed=True)
def rules_mark(game: Game) -> str:
    """Return the fingerprint."""
    told = [type(game).__name__, repr(parameters(game)), repr(type(game.initial()))]
    seen: set[FunctionType] = set()
    own = (_plain(getattr(type(game), name)) for name in METHODS if name in about(game).given)
    waiting = [function for function in own if isinstance(function, FunctionType)]  # tuples have an index of their own
    while waiting:
        function = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        told.append(f"{function.__qualname__} {ast.dump(_without_words(syntax_of(function)[0]))}")
        for name in sorted(_names(function.__code__)):
            thing = function.__globals__.get(name)
            thing = getattr(type(game), name, None) if thing is None else thing
            if isinstance(_plain(thing), FunctionType):
                waiting.append(_plain(thing))
            elif isinstance(thing, int | float | str | tuple):
                told.append(f"{name} {thing!r}")
    return sha256("\n".join(sorted(told)).encode()).hexdigest()


def _plain(thing: Any) -> Any:
    """Return the function of a static method, anything else as it is."""
    return getattr(thing, "__func__", thing)


def _names(code: CodeType) -> set[str]:
    """Return the names that a function uses from outside, in its inner functions too."""
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*map(_names, inner))


def _without_words(tree: ast.FunctionDef) -> ast.FunctionDef:
    """Return a function without its docstring."""
    if isinstance(tree.body[0], ast.Expr) and isinstance(tree.body[0].value, ast.Constant) and len(tree.body) > 1:
        tree.body = tree.body[1:]
    return tree
