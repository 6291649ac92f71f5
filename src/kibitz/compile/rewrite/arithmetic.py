"""Arithmetic of a user's rules, rewritten so that compiled code never goes on with a number that Python would not have.

Python's whole numbers have no end; a machine's have 64 bits and wrap around without a word. In rules that Kibitz's own tests
have not seen, each operation that can leave 64 bits therefore becomes a call that raises `IntegerOverflow` with its place, and
the game runs interpreted from then on. What an author writes inside `bits.wrap(...)`, or with the functions of `bits`, is meant
to wrap and stays as it is.
"""

from __future__ import annotations

import ast
import operator
from copy import deepcopy
from typing import Any, ClassVar

from kibitz.compile.rewrite.source import Place, parsed
from kibitz.core.errors import TooLargeError


class IntegerOverflow(Exception):
    """What Python answers here is no whole number of 64 bits; the argument is the number of a place in the rules."""


class RunawayRecursion(Exception):
    """A compiled rule called itself too deeply; the argument is the number of a place in the rules."""


DEEPEST_CALL = 400
"""A compiled rule may call itself so deeply; beyond that Python decides, which can tell, and not the machine's stack."""


class Checked(ast.NodeTransformer):
    """Replaces operators by calls of the functions named in FORMS, with the number of the place as their last argument."""

    FORMS: ClassVar = {
        ast.Add: "checked_add__",
        ast.Sub: "checked_subtract__",
        ast.Mult: "checked_multiply__",
        ast.LShift: "checked_shift_left__",
        ast.RShift: "checked_shift_right__",
        ast.Pow: "checked_power__",
    }

    def __init__(self, file: int, place: Place) -> None:
        self.file = file
        self.place = place

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Replace `left + right`; what consists of constants alone is worked out here, as Python does."""
        self.generic_visit(node)
        form = self.FORMS.get(type(node.op))
        if form is None or _is_added(node.left):
            return node
        if isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
            return self._folded(node, node.left.value, node.right.value)
        return self._call(form, [node.left, node.right], node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """Replace `-value` by a product: the lowest whole number of 64 bits has no opposite."""
        self.generic_visit(node)
        if not isinstance(node.op, ast.USub):
            return node
        if isinstance(node.operand, ast.Constant) and isinstance(node.operand.value, int | float):
            return ast.copy_location(ast.Constant(-node.operand.value), node)
        return self._call("checked_multiply__", [node.operand, ast.Constant(-1)], node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Replace `int(value)`, which has more than 64 bits where a fraction is large."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "int" and len(node.args) == 1 and not node.keywords:
            return self._call("checked_int__", node.args, node)
        return node

    def _folded(self, node: ast.BinOp, left: Any, right: Any) -> ast.expr:
        """Return the result of an operation on constants, or refuse one that no 64 bits hold."""
        is_huge = isinstance(node.op, ast.Pow | ast.LShift) and isinstance(right, int) and right > _LARGEST_EXPONENT
        try:
            value = None if is_huge else _OPERATIONS[type(node.op)](left, right)
        except (ArithmeticError, TypeError, ValueError):
            return node
        if is_huge or (isinstance(value, int) and not -(1 << 63) <= value < 1 << 63):
            told = f"{ast.unparse(node)} does not fit in 64 bits; cut it with kibitz.bits.wrap"
            raise self.place.error(told, node, TooLargeError)
        return ast.copy_location(ast.Constant(value), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """Replace `name += value` and `cells[place] += value` by an assignment."""
        self.generic_visit(node)
        form = self.FORMS.get(type(node.op))
        before: Any = deepcopy(node.target)
        if form is None or _is_added(node.target) or any(isinstance(part, ast.Call) for part in ast.walk(before)):
            return node  # a call that is asked twice might answer twice
        before.ctx = ast.Load()
        value = self._call(form, [before, node.value], node)
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


CHECKED_NAMES = (*Checked.FORMS.values(), "checked_int__")
"""The functions that are called in place of operators."""


def _is_added(node: ast.expr) -> bool:
    """Return whether an expression is a variable that Kibitz has added to the rules."""
    return isinstance(node, ast.Name) and node.id.endswith("__")


_OPERATIONS: dict[type, Any] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.LShift: operator.lshift,
    ast.RShift: operator.rshift, ast.Pow: operator.pow,
}  # fmt: skip
_LARGEST_EXPONENT = 1_000
"""Constants are not raised to a higher power, nor shifted further: the result would only be refused."""


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
        call.args.insert(0, ast.copy_location(deeper, call))
    names = [argument.arg for argument in tree.args.args]
    starter = parsed(f"def {tree.name}({', '.join(names)}):\n    return {deep}({', '.join(['int64__(0)', *names])})").body[0]
    assert isinstance(starter, ast.FunctionDef)
    starter.args.defaults = tree.args.defaults
    place = place_number(file, tree.lineno)
    limit = parsed(f"if depth__ > {DEEPEST_CALL}:\n    raise RunawayRecursion__({place})").body
    arguments = ast.arguments([], [ast.arg("depth__"), *tree.args.args], None, [], [], None, tree.args.defaults)
    counting = ast.FunctionDef(deep, arguments, [*limit, *tree.body], [])
    return [ast.copy_location(counting, tree), ast.copy_location(starter, tree)]


def _is_name(node: ast.expr, name: str) -> bool:
    """Return whether an expression is that name."""
    return isinstance(node, ast.Name) and node.id == name
