"""Arithmetic of a user's rules, rewritten so that compiled code never goes on with a number that Python would not have.

Python's whole numbers have no end; a machine's have 64 bits and wrap around without a word. In rules that Kibitz's own tests
have not seen, each operation that can leave 64 bits therefore becomes a call that raises `BeyondWord` with its place, and the
game runs interpreted from then on. What an author writes inside `bits.wrap(...)`, or with the functions of `bits`, is meant to
wrap and stays as it is.
"""

from __future__ import annotations

import ast
from typing import ClassVar

from kibitz.compile.source import parsed


class BeyondWord(Exception):
    """A whole number left 64 bits, or a shift was not from 0 to 63; the argument is the number of a place in the rules."""


class RunawayRecursion(Exception):
    """A compiled rule called itself too deeply; the argument is the number of a place in the rules."""


DEEPEST_CALL = 400
"""A compiled rule may call itself so deeply; beyond that Python decides, which can tell, and not the machine's stack."""


class Checked(ast.NodeTransformer):
    """Replaces operators by calls of the functions named in FORMS, with the number of the place as their last argument."""

    FORMS: ClassVar = {
        ast.Add: "checked_add",
        ast.Sub: "checked_subtract",
        ast.Mult: "checked_multiply",
        ast.LShift: "checked_shift_left",
        ast.RShift: "checked_shift_right",
        ast.Pow: "checked_power",
    }

    def __init__(self, file: int) -> None:
        self.file = file

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Replace `left + right`; what consists of constants alone is left to the compiler, which folds it."""
        constant = _is_constant(node.left) and _is_constant(node.right)
        self.generic_visit(node)
        form = self.FORMS.get(type(node.op))
        if form is None or constant or _is_added(node.left):
            return node
        return self._call(form, [node.left, node.right], node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """Replace `name += value` by an assignment; arrays keep their own arithmetic."""
        self.generic_visit(node)
        form = self.FORMS.get(type(node.op))
        if form is None or not isinstance(node.target, ast.Name) or _is_added(node.target):
            return node
        value = self._call(form, [ast.Name(node.target.id, ast.Load()), node.value], node)
        return ast.copy_location(ast.Assign([node.target], value), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Leave slices as they are: of a tuple they must be constants."""
        if isinstance(node.slice, ast.Slice):
            node.value = self.visit(node.value)
            return node
        self.generic_visit(node)
        return node

    def _call(self, form: str, arguments: list[ast.expr], node: ast.AST) -> ast.expr:
        """Return the call of a checked operation."""
        place = ast.Constant(place_number(self.file, getattr(node, "lineno", 0)))
        return ast.copy_location(ast.Call(ast.Name(form, ast.Load()), [*arguments, place], []), node)


def _is_added(node: ast.expr) -> bool:
    """Return whether an expression is a variable that Kibitz has added to the rules."""
    return isinstance(node, ast.Name) and node.id.endswith("__")


def _is_constant(node: ast.expr) -> bool:
    """Return whether an expression consists of constants alone."""
    if isinstance(node, ast.BinOp):
        return _is_constant(node.left) and _is_constant(node.right)
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


_LINES = 20
"""A line's number has so many bits in the number of a place."""


def place_number(file: int, line: int) -> int:
    """Return the number of a place: a line of the file with that number."""
    return file << _LINES | line


def place_of_number(number: int, files: list[str]) -> tuple[str, int]:
    """Return the file and the line of a place."""
    return files[number >> _LINES], number & ((1 << _LINES) - 1)


def counting_calls(tree: ast.FunctionDef, own: str, deep: str, file: int) -> list[ast.FunctionDef]:
    """Return a function that calls itself by the name `own` as two: one that counts how deep it is, and one that starts it.

    The first is called `deep`. A function that does not call itself is returned alone, as it is.
    """
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_name(node.func, own)]
    if not calls:
        return [tree]
    for call in calls:
        call.func = ast.copy_location(ast.Name(deep, ast.Load()), call)
        deeper = ast.BinOp(ast.Name("depth__", ast.Load()), ast.Add(), ast.Constant(1))
        call.args.append(ast.copy_location(deeper, call))
    names = [argument.arg for argument in tree.args.args]
    starter = parsed(f"def {tree.name}({', '.join(names)}):\n    return {deep}({', '.join([*names, 'int64__(0)'])})").body[0]
    assert isinstance(starter, ast.FunctionDef)
    starter.args.defaults = tree.args.defaults
    place = place_number(file, tree.lineno)
    limit = parsed(f"if depth__ > {DEEPEST_CALL}:\n    raise RunawayRecursion({place})").body
    arguments = ast.arguments([], [*tree.args.args, ast.arg("depth__")], None, [], [], None, [])
    counting = ast.FunctionDef(deep, arguments, [*limit, *tree.body], [])
    return [ast.copy_location(counting, tree), ast.copy_location(starter, tree)]


def _is_name(node: ast.expr, name: str) -> bool:
    """Return whether an expression is that name."""
    return isinstance(node, ast.Name) and node.id == name
