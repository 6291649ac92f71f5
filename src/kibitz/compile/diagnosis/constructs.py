"""What in a line of rules a compiler does not take, found by looking at the source: a dict, a text, a try.

Compilers speak of opcodes and overloads; an author wants to hear which word of the line is meant and what to write instead.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from kibitz.compile.rewrite.source import parsed

LOOP = "write a for loop"
NO_TEXT = "text belongs in show, notation and action_name, which are never compiled"
NO_LIST = "use a tuple of fixed length (kibitz.bits.with_item replaces one place) or the bits of an int"
NO_OPENING = "rules only compute with their arguments"

_WORDS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Try: ("try", "rules cannot catch errors: test for the case with if"),
    ast.With: ("with", NO_OPENING),
    ast.Import: ("an import inside a method", "import at the top of the file"),
    ast.ImportFrom: ("an import inside a method", "import at the top of the file"),
    ast.Global: ("global", "rules change nothing outside: put it into the state"),
    ast.Nonlocal: ("nonlocal", "rules change nothing outside: put it into the state"),
    ast.JoinedStr: ("an f-string", NO_TEXT),
    ast.Dict: ("a dict", "use a tuple indexed by whole numbers"),
    ast.DictComp: ("a dict", "use a tuple indexed by whole numbers"),
    ast.Set: ("a set", "use a tuple, or the bits of an int"),
    ast.SetComp: ("a set", "use a tuple, or the bits of an int"),
    ast.GeneratorExp: ("a generator expression", LOOP),
    ast.Lambda: ("a lambda", "write a function with def"),
    ast.ListComp: ("a list", NO_LIST),
    ast.List: ("a list", NO_LIST),
}
"""Syntax that compiled rules cannot have (all of it on a GPU, most of it on a CPU): what it is called and what to do."""

_CALLS = {
    "set": _WORDS[ast.Set],
    "dict": _WORDS[ast.Dict],
    "list": _WORDS[ast.List],
    "str": ("text", NO_TEXT),
    "repr": ("text", NO_TEXT),
}
_COMPILED = (
    "abs", "bool", "divmod", "enumerate", "float", "int", "len", "max", "min", "pow", "range", "round", "sum", "tuple", "zip",
)  # fmt: skip
"""The built-in functions that compiled rules may call."""
_METHODS = ("_replace", "_asdict", "_make")


def construct_at(path: str, line: int) -> tuple[str, int] | None:
    """Return what does not compile in the statement at that line, or else in its function: a sentence and its line."""
    statement = _statement(path, line)
    found = next(_constructs(statement), None) if statement is not None else None
    return found or construct_around(path, line)


def construct_around(path: str, line: int) -> tuple[str, int] | None:
    """Return the first such thing in the function around a line."""
    function = _function(path, line)
    if function is None:
        return None
    return next((found for statement in function.body for found in _constructs(statement)), None)


def use_of(path: str, line: int, attribute: str) -> int | None:
    """Return the line in the function around `line` where an attribute of that name is used."""
    function = _function(path, line)
    uses = [node for node in ast.walk(function or ast.Module([], [])) if isinstance(node, ast.Attribute)]
    return next((node.lineno for node in uses if node.attr == attribute), None)


def return_of_nothing(path: str, line: int) -> int | None:
    """Return the line in the function around `line` where it returns None: a bare return, or the end of its last statement."""
    function = _function(path, line)
    if function is None:
        return None
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and (node.value is None or _is_none(node.value)):
            return node.lineno
    return function.body[-1].lineno


def _function(path: str, line: int) -> ast.FunctionDef | None:
    """Return the innermost function around a line; its decorators belong to it."""
    holding = []
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if first <= line <= (node.end_lineno or first):
                holding.append(node)
    return holding[-1] if holding else None


def field_line(path: str, cls: str, field: str) -> int | None:
    """Return the line on which a class annotates a field."""
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.ClassDef) and node.name == cls:
            for inside in node.body:
                if isinstance(inside, ast.AnnAssign) and isinstance(inside.target, ast.Name) and inside.target.id == field:
                    return inside.lineno
    return None


def _is_none(node: ast.expr) -> bool:
    """Return whether an expression is the word None."""
    return isinstance(node, ast.Constant) and node.value is None


@lru_cache(maxsize=8)
def _parsed(path: str, changed: float) -> ast.Module:
    """Return the syntax tree of a file as it was at the time `changed`."""
    return parsed(Path(path).read_bytes())


def _tree(path: str) -> ast.Module:
    """Return the syntax tree of a file, an empty one if it cannot be read."""
    try:
        return _parsed(path, Path(path).stat().st_mtime)
    except (OSError, SyntaxError, ValueError):
        return ast.Module([], [])


def _holds(node: ast.AST, line: int) -> bool:
    """Return whether a node with a place spans the line."""
    return getattr(node, "lineno", line + 1) <= line <= (getattr(node, "end_lineno", None) or 0)


def _statement(path: str, line: int) -> ast.stmt | None:
    """Return the innermost statement around a line; a try counts as a whole, whatever line of it is meant."""
    holding = [node for node in ast.walk(_tree(path)) if isinstance(node, ast.stmt) and _holds(node, line)]
    tries = [node for node in holding if isinstance(node, ast.Try)]
    return tries[-1] if tries else holding[-1] if holding else None


def _constructs(statement: ast.stmt) -> Iterator[tuple[str, int]]:
    """Yield what does not compile in a statement, in the order in which it is written."""
    found = [node for node in _nodes(statement) if isinstance(node, ast.stmt | ast.expr)]
    for node in sorted(found, key=lambda node: (node.lineno, node.col_offset)):
        told = _told(node)
        if told is not None:
            yield told, node.lineno


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a statement and what is in it, but for the text of errors and docstrings, which compiles or vanishes."""
    if isinstance(node, ast.Raise) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        return
    yield node
    for inside in [node.test] if isinstance(node, ast.Assert) else ast.iter_child_nodes(node):
        # what `actions` returns or yields from is unrolled, so a list there never comes to be
        if isinstance(node, ast.Return | ast.YieldFrom) and isinstance(inside, ast.List | ast.ListComp):
            continue
        yield from _nodes(inside)


def _told(node: ast.AST) -> str | None:
    """Return the sentence about one node, or None if nothing is wrong with it."""
    word = _WORDS.get(type(node))
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        word = ("text", NO_TEXT)
    if isinstance(node, ast.Attribute) and node.attr in _METHODS:
        return f"{node.attr} does not compile; write the state's class with all its fields"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        name = node.func.id
        word = _CALLS.get(name)
        if word is None and name not in _COMPILED and callable(getattr(builtins, name, None)):
            return f"{name}() does not compile; of Python's own functions rules may call {', '.join(_COMPILED)}"
    return f"{word[0]} does not compile; {word[1]}" if word is not None else None
