"""The rewriting of rules: `self` goes away, and names from outside become those of compiled things."""

from __future__ import annotations

import ast
import inspect
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, ClassVar

from kibitz.compile.constants import checked
from kibitz.compile.rewrite.source import Place
from kibitz.core import bits

if TYPE_CHECKING:
    from kibitz.compile.specialise import Specialiser


class Unbind(ast.NodeTransformer):
    """Writes the game's parameters and methods in where a method says `self`."""

    def __init__(self, owner: Specialiser, this: str, function: FunctionType, place: Place) -> None:
        self.owner = owner
        self.this = this
        self.function = function
        self.place = place

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Replace `self.name` by a constant, or by the name of a compiled function."""
        if not (isinstance(node.value, ast.Name) and node.value.id == self.this):
            self.generic_visit(node)
            return node
        game = self.owner.game
        if not isinstance(node.ctx, ast.Load):
            raise self.place.error(f"self.{node.attr} is assigned to; what changes in play belongs in the state", node)
        static = inspect.getattr_static(game, node.attr, None)
        if static is None:
            raise self.place.error(f"{type(game).__name__} has no {node.attr}", node)
        name = f"self_{node.attr}"
        scope = self.owner.scope(self.function)
        if isinstance(static, FunctionType | staticmethod):
            # reserve the name first: methods may call each other, and themselves
            if name not in scope:
                scope[name] = None
                scope[name] = self.owner.method(node.attr)
        else:
            value = getattr(game, node.attr)
            if isinstance(value, int | float):
                checked(value, node.attr, self.place, node)
                return ast.copy_location(ast.Constant(value), node)
            scope[name] = checked(value, node.attr, self.place, node)
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Refuse `self` used as a value."""
        if node.id == self.this:
            raise self.place.error("self is used as a value; compiled rules only use its fields and methods", node)
        return node


class Resolve(ast.NodeTransformer):
    """Puts the compiled forms of what a function uses from its module into the function's scope."""

    def __init__(self, owner: Specialiser, function: FunctionType, place: Place) -> None:
        self.owner = owner
        self.names = function.__globals__
        self.scope = owner.scope(function)
        self.place = place

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Replace `module.name` and `Class.NAME` by a name of its own; numba knows the modules it compiles itself."""
        owner = self._meant(node.value)
        known = isinstance(owner, ModuleType) and owner.__name__.partition(".")[0] in ("math", "numpy")
        if known or not isinstance(owner, ModuleType | type) or not hasattr(owner, node.attr):
            self.generic_visit(node)
            return node
        name = ast.unparse(node).replace(".", "_")
        self.scope[name] = self.owner.outside(getattr(owner, node.attr), name, self.place, node)
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def _meant(self, node: ast.expr) -> object:
        """Return what a name, or a name in a module, stands for outside the function."""
        if isinstance(node, ast.Attribute):
            return getattr(self._meant(node.value), node.attr, None)
        return self.names.get(node.id) if isinstance(node, ast.Name) else None

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Compile the arithmetic inside `wrap(...)` as arithmetic that wraps around: after an overflow it would be too late."""
        if self._meant(node.func) is bits.wrap and len(node.args) == 1:
            node.args = [_Wrapping(self).visit(node.args[0])]
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace a global by its compiled form."""
        if isinstance(node.ctx, ast.Load) and node.id in self.names:
            self.scope[node.id] = self.owner.outside(self.names[node.id], node.id, self.place, node)
        return node


class _Wrapping(ast.NodeTransformer):
    """Replaces `+`, `-`, `*` and `<<` by calls of the functions of `bits` that keep 64 bits."""

    FORMS: ClassVar = {ast.Add: bits.add, ast.Sub: bits.subtract, ast.Mult: bits.multiply, ast.LShift: bits.shift_left}

    def __init__(self, resolve: Resolve) -> None:
        self.resolve = resolve

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Replace one operation."""
        self.generic_visit(node)
        form = self.FORMS.get(type(node.op))
        if form is None:
            return node
        name = f"wrapping_{form.__name__}"
        self.resolve.scope[name] = self.resolve.owner.outside(form, name, self.resolve.place, node)
        return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), [node.left, node.right], []), node)
