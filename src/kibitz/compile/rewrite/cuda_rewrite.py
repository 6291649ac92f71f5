"""The rewrite of rules for CUDA, which has no generators: moves are listed without `yield`.

Each `yield a` of `actions` is rewritten as `fill_actions`, `count_actions` and `nth_actions` too: one text of the rules, every
target.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from kibitz.compile.rewrite.source import Place, parsed

Emit = Callable[[ast.expr], list[ast.stmt]]


def with_numbers(generator: ast.FunctionDef) -> ast.FunctionDef:
    """Return a generator of states with each `yield p` made `yield coded__(p, s)`, a number; `s` is its argument."""
    numbered: ast.FunctionDef = _Numbering(generator.args.args[0].arg).visit(generator)
    return ast.fix_missing_locations(numbered)


class _Numbering(ast.NodeTransformer):
    """Wraps what is yielded in a call of `coded__`."""

    def __init__(self, state: str) -> None:
        self.state = state

    def _coded(self, before: ast.expr) -> ast.expr:
        """Return the call for one state."""
        return ast.Call(ast.Name("coded__", ast.Load()), [before, ast.Name(self.state, ast.Load())], [])

    def visit_Yield(self, node: ast.Yield) -> ast.Yield:
        """Rewrite `yield p`."""
        return ast.Yield(self._coded(node.value) if node.value is not None else None)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.YieldFrom:
        """Rewrite `yield from states`."""
        if isinstance(node.value, ast.GeneratorExp):
            return ast.YieldFrom(ast.GeneratorExp(self._coded(node.value.elt), node.value.generators))
        each = ast.comprehension(ast.Name("each_state__", ast.Store()), node.value, [], 0)
        return ast.YieldFrom(ast.GeneratorExp(self._coded(ast.Name("each_state__", ast.Load())), [each]))


class _Emitting(ast.NodeTransformer):
    """Replaces each way of giving actions (yield, yield from, return of a list) by the statements that `emit` makes."""

    def __init__(self, emit: Emit, end: str, place: Place, is_generator: bool) -> None:
        self.emit = emit
        self.end = end
        self.place = place
        self.is_generator = is_generator

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Rewrite `yield a` and `yield from b`."""
        if isinstance(node.value, ast.Yield):
            if node.value.value is None:
                raise self.place.error("actions yields nothing; write yield with an action", node)
            return self.emit(node.value.value)
        if isinstance(node.value, ast.YieldFrom):
            return self._each(node.value.value, node)
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        """Rewrite `return`, and `return [a for ...]` where actions is not a generator."""
        before = self._each(node.value, node) if node.value is not None and not self.is_generator else []
        return [*before, *parsed(self.end).body]

    def _each(self, items: ast.expr, node: ast.stmt) -> list[ast.stmt]:
        """Return statements that emit every item of an expression."""
        if isinstance(items, ast.ListComp | ast.GeneratorExp):
            body = self.emit(items.elt)
            for part in reversed(items.generators):
                for test in reversed(part.ifs):
                    body = [ast.If(test, body, [])]
                body = [ast.For(part.target, part.iter, body, [])]
            return body
        if isinstance(items, ast.List | ast.Tuple):
            return [statement for item in items.elts for statement in self.emit(item)]
        target = ast.Name("each_action__", ast.Store())
        return [ast.For(target, items, self.emit(ast.Name("each_action__", ast.Load())), [])]


def _rewritten(actions: ast.FunctionDef, place: Place, name: str, extra: list[str], emit: Emit, end: str) -> ast.FunctionDef:
    """Return `actions` as the function `name` with `extra` parameters, emitting instead of yielding; `end` is what ends it."""
    is_generator = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(actions))
    body = [statement for statement in actions.body if not _is_text(statement)]
    kept = f"state__ = {actions.args.args[0].arg}" if "state__" in end else ""
    made: list[ast.stmt] = list(parsed(f"emitted__ = 0\n{kept}").body)
    visitor = _Emitting(emit, end, place, is_generator)
    for statement in body:
        rewritten = visitor.visit(statement)
        made.extend(rewritten if isinstance(rewritten, list) else [rewritten])
    made.extend(parsed(end).body)
    arguments = ast.arguments([], [*actions.args.args, *map(ast.arg, extra)], None, [], [], None, [])
    function = ast.FunctionDef(name, arguments, made, [])
    ast.copy_location(function, actions)
    return ast.fix_missing_locations(function)


def _is_text(statement: ast.stmt) -> bool:
    """Return whether a statement is a docstring."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def rewritten_generator(
    read: Callable[[], tuple[ast.FunctionDef, Place]], name: str = "actions", *, step: str = "", end: str = ""
) -> list[ast.FunctionDef]:
    """Return the forms of `actions(s)`: itself, `fill_actions(s, out, start)`, `count_actions(s)`, `nth_actions(s, wanted)`.

    `fill_actions` writes from `out[start]` on, never past the end, and returns how many actions there are in all. Other
    generators of actions have the same forms under their own name. What the forms add has names that end in two underscores,
    which an author's own variables do not. `step` and `end` are statements to add after each action and before the end.
    """

    def give(action: ast.expr) -> list[ast.stmt]:
        return [ast.Expr(ast.Yield(action)), *(parsed(f"emitted__ += 1\n{step}").body if end else [])]

    def fill(action: ast.expr) -> list[ast.stmt]:
        put = parsed(f"if start__ + emitted__ < len(out__):\n    out__[start__ + emitted__] = 0\nemitted__ += 1\n{step}").body
        put[0].body[0].value = action  # type: ignore[attr-defined]
        return put

    def count(action: ast.expr) -> list[ast.stmt]:
        return parsed(f"emitted__ += 1\n{step}").body

    def pick(action: ast.expr) -> list[ast.stmt]:
        put = parsed("if emitted__ == wanted__:\n    return 0\nemitted__ += 1").body
        put[0].body[0].value = action  # type: ignore[attr-defined]
        return put

    forms: list[tuple[str, list[str], Emit, str]] = [
        (name, [], give, f"{end}\nreturn"),
        (f"fill_{name}", ["out__", "start__"], fill, f"{end}\nreturn emitted__"),
        (f"count_{name}", [], count, f"{end}\nreturn emitted__"),
        (f"nth_{name}", ["wanted__"], pick, "return -1"),
    ]
    return [_rewritten(*read(), form, extra, emit, end) for form, extra, emit, end in forms]
