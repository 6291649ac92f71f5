"""Functions as source: their syntax trees, and places in files to tell errors with. Line numbers stay those of the file."""

from __future__ import annotations

import ast
import inspect
import textwrap
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import CompileError

_reading = threading.Lock()
_ATTEMPTS = 20


def parsed(source: str | bytes) -> ast.Module:
    """Return the syntax tree of a text.

    Python before 3.11.8 counts the depth of a tree that it builds in one place for all threads, and fails with a SystemError
    if two build one at once. So ours take turns; where a thread of the user's came between, the text is parsed again.
    """
    with _reading:
        for _ in range(_ATTEMPTS):
            with suppress(SystemError):
                return ast.parse(source)
        return ast.parse(source)


@dataclass(frozen=True)
class Place:
    """Where a function stands."""

    path: str
    line: int

    def error(self, message: str, node: ast.AST | None = None, kind: type[CompileError] = CompileError) -> CompileError:
        """Return the error that says `message` about this function, or about one of its nodes."""
        return kind(message, self.path, getattr(node, "lineno", self.line))


def syntax_of(function: Callable[..., Any]) -> tuple[ast.FunctionDef, Place]:
    """Return a function's syntax tree, bare of decorators and annotations, and where it stands."""
    code = function.__code__
    place = Place(code.co_filename, code.co_firstlineno)
    try:
        with _reading:  # Python's memory of source lines is not made for several threads either
            text = textwrap.dedent(inspect.getsource(function))
        tree = parsed(text).body[0]
    except (OSError, SyntaxError):
        raise place.error(f"the source of {function.__name__} cannot be read, so it cannot be compiled") from None
    if not isinstance(tree, ast.FunctionDef):
        raise place.error(f"{function.__name__} is not written with def, so it cannot be compiled")
    ast.increment_lineno(tree, code.co_firstlineno - 1)
    tree.decorator_list = []
    tree.returns = None
    for argument in [*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs]:
        argument.annotation = None
    return tree, place
