"""A game specialised as plain functions: what kernels call, on every target.

A `Specialiser` takes the source of each rules method, drops `self`, writes the game's parameters in as constants and hands
the function to the target's compiler. Functions that the rules call by name, and state classes they construct, are made
over in the same way. The answer is a module: kernels call `game.result(s, a)` on it as they would on the game itself.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import floor, inf
from types import CodeType, FunctionType, ModuleType
from typing import Any, cast

import numpy as np

from kibitz.compile import primitives
from kibitz.compile.constants import checked, constant
from kibitz.compile.contract_checks import GUARDED_END, GUARDED_STEP, fault, guarded, guarded_end, may_never_end
from kibitz.compile.rewrite.arithmetic import Checked, RunawayRecursion, counting_calls
from kibitz.compile.rewrite.cuda_rewrite import rewritten_generator, with_numbers
from kibitz.compile.rewrite.names import Resolve, Unbind
from kibitz.compile.rewrite.source import Place, syntax_of
from kibitz.compile.state_layout import Shape, constructor_source, points_source, row_source, score_points_source, shape_of
from kibitz.core import bits, randomness
from kibitz.core.contract import (
    GENERATORS,
    RULES,
    TABLES,
    Game,
    Index,
    Probabilities,
    ScoreFeatures,
    WeightedFeatures,
    implements,
    methods,
)
from kibitz.core.errors import CompileError
from kibitz.core.game import about, constant_sum, parameters
from kibitz.core.places import is_engine_file


@dataclass(frozen=True)
class Target:
    """How functions are compiled: `jit` compiles one, `natives` gives the target's own form of a primitive."""

    name: str
    jit: Callable[[Any], Any]
    natives: Mapping[Any, Any]
    has_generators: bool
    checks: Mapping[str, Any] = field(default_factory=dict)
    """Checked arithmetic by name, where the rules are guarded: those of a game that Kibitz's own tests have not seen."""


def _same(function: Any) -> Any:
    """Return the function as it is."""
    return function


WIDEST = 1 << 62
"""No score lies beyond it."""

PYTHON = Target("python", _same, {}, has_generators=True)
"""No compiler at all: the specialised functions, interpreted."""


class Specialiser:
    """Specialises the functions of one game for one target; each function is made once. `module` holds the rules."""

    def __init__(self, game: Game, target: Target) -> None:
        self.game = game
        self.target = target
        self.shape = shape_of(game.initial())
        self.made: dict[Any, Any] = {}
        self.files: list[str] = []
        self.scopes: dict[int, dict[str, Any]] = {}
        self.module = ModuleType(type(game).__name__)
        self._add_state_functions()
        self._add_rules()

    def _add_state_functions(self) -> None:
        """Make the constructors of the state's classes and the functions that store and hash a state."""
        scope = {name: self._native(function) for name, function in vars(primitives).items() if inspect.isfunction(function)}
        shapes = list(self.shape.classes())
        if implements(self.game, WeightedFeatures):
            shapes += shape_of(self.game.features(self.game.initial())).classes()
        if implements(self.game, ScoreFeatures):
            shapes += shape_of(self.game.score_features(self.game.initial())).classes()
        for shape in shapes:
            self.made[shape.cls] = self._constructor(shape, scope)
            scope[shape.cls.__name__] = self.made[shape.cls]  # type: ignore[union-attr]
        scope |= {
            "advance": self._specialised_function(randomness.advance),
            "scramble": self._specialised_function(randomness.scramble),
        }
        exec(compile(row_source(self.shape), f"<state of {self.module.__name__}>", "exec"), scope)
        for name in ("pack", "unpack", "pack_at", "unpack_at", "key_of_fields"):
            setattr(self.module, name, self.target.jit(scope[name]))
        self.module.words = self.shape.words  # type: ignore[attr-defined]

    def _constructor(self, shape: Shape, casts: dict[str, Any]) -> Any:
        """Return a function that builds a state class with its fields cast to their annotated kinds."""
        defaults = {f"default_{name}": value for name, value in getattr(shape.cls, "_field_defaults", {}).items()}
        scope = {**casts, **defaults, "plain": shape.cls}
        exec(compile(constructor_source(shape, "plain"), f"<fields of {shape.cls.__name__}>", "exec"), scope)  # type: ignore[union-attr]
        return self.target.jit(scope["construct"])

    def _add_rules(self) -> None:
        """Make every rules method, the forms of `actions`, and what has a default only."""
        given = self._given()
        for name in RULES:
            if name in given and name not in GENERATORS:
                setattr(self.module, name, self.method(name))
        for name in GENERATORS:
            if name in given:
                self._add_generator(name)
        if "sufficient_actions" not in given:
            self.module.fill_sufficient_actions = self.module.fill_actions  # type: ignore[attr-defined]
        if "noisy_actions" not in given:
            self.module.fill_noisy_actions = self.module.fill_actions  # type: ignore[attr-defined]
        self._add_evaluation()
        share = float(constant_sum(self.game) or 0.0) / self.game.players
        defaults = _defaults(self.module, share)
        for name, function in defaults.items():
            if name not in vars(self.module):
                setattr(self.module, name, self.target.jit(function))
        if self.target.checks:
            for name, function in guarded(vars(self.module), self._fault, self.game.players, given).items():
                setattr(self.module, name, self.target.jit(function))
        facts = {"players": self.game.players, "is_chance_even": not implements(self.game, Probabilities)}
        for name, value in {**parameters(self.game), **facts}.items():
            setattr(self.module, name, constant(value))

    def _given(self) -> frozenset[str]:
        """Return which methods the author wrote; where positions have no numbers, names of those that need them mean others."""
        given = about(self.game).given
        return given if implements(self.game, Index) else given - {name for group in TABLES for name in methods(group)}

    def _add_generator(self, name: str) -> None:
        """Make the forms of a method that yields actions."""
        method = inspect.getattr_static(type(self.game), name)
        guards = {}
        if self.target.checks and name == "actions":
            guards = {"step": GUARDED_STEP if may_never_end(syntax_of(method)[0]) else "", "end": GUARDED_END}
            own_end = self.target.jit(guarded_end(self.method("is_terminal"), self._fault))
            self.scope(method).update(fault__=self._fault, no_move__=own_end)
        if name == "predecessors":
            self._add_predecessors(method)
            return
        for form in rewritten_generator(lambda: self._unbound(method), name, **guards):
            if form.name not in vars(self.module) and (form.name != name or self.target.has_generators):
                setattr(self.module, form.name, self.target.jit(self._function_from_tree(form, method)))

    def _add_predecessors(self, method: Any) -> None:
        """Make `fill_predecessors(s, out, start)`: positions before `s` as numbers, doubled, plus 1 if `s` has their mover."""
        rules: Any = self.module

        def coded(before: Any, s: Any) -> int:
            return 2 * int(rules.index(before)) + int(rules.to_move(before) == rules.to_move(s))

        self.scope(method).update(coded__=self.target.jit(coded))

        def numbered() -> tuple[ast.FunctionDef, Place]:
            tree, place = self._unbound(method)
            return with_numbers(tree), place

        form = next(form for form in rewritten_generator(numbered, "predecessors") if form.name == "fill_predecessors")
        rules.fill_predecessors = self.target.jit(self._function_from_tree(form, method))

    def _add_evaluation(self) -> None:
        """Make `points(s, weights)`, the weighted sum of the features, if there are any, and the estimate that follows."""
        game, module, made_of = self.game, cast(Any, self.module), f"<points of {self.module.__name__}>"
        scope: dict[str, Any] = {"floor": floor}
        if implements(game, ScoreFeatures):
            own, source = game.score_weights(), score_points_source
            scope["score_features"] = module.score_features
        elif implements(game, WeightedFeatures):
            own, source = game.weights(), points_source
            scope["features"] = module.features
        else:
            return
        exec(compile(source(type(own)._fields), made_of, "exec"), scope)
        module.points = self.target.jit(scope["points"])
        if "evaluate" not in about(game).given:
            weights, half = np.array([float(weight) for weight in own]), about(game).points_at_half_win
            is_score = implements(game, ScoreFeatures)
            module.evaluate = self.target.jit(_expectation(module, weights) if is_score else _estimate(module, weights, half))

    def method(self, name: str) -> Any:
        """Return a method of the game as a compiled function without `self`."""
        method = inspect.getattr_static(type(self.game), name)
        if method not in self.made:
            # a generator is specialised with plain yields: compilers take no `yield from`
            tree = rewritten_generator(lambda: self._unbound(method))[0] if name in GENERATORS else self._unbound(method)[0]
            self.made[method] = self.target.jit(self._function_from_tree(tree, method, f"self_{name}"))
        return self.made[method]

    def _specialised_function(self, function: Any) -> Any:
        """Return a plain function, compiled with everything it calls; a primitive in the target's own form."""
        if function in self.target.natives or function.__module__ == bits.__name__:
            return self._native(function)
        if function not in self.made:
            self.made[function] = None  # a function that calls itself finds its compiled form in the scope, once it is made
            tree, place = syntax_of(function)
            self._resolve(tree, function, place)
            self.made[function] = self.target.jit(self._function_from_tree(tree, function, function.__name__))
            self.scope(function)[function.__name__] = self.made[function]
        return self.made[function]

    def jit(self, function: FunctionType) -> Any:
        """Return a kernel's function compiled: it may close over the game and call plain functions of its module."""
        scope = dict(function.__globals__)
        for name in _names(function.__code__):
            if isinstance(scope.get(name), FunctionType):
                scope[name] = self._specialised_function(scope[name])
        code, defaults, closure = function.__code__, function.__defaults__, function.__closure__
        made = FunctionType(code, scope, function.__name__, defaults, closure)
        made.__module__, made.__qualname__ = function.__module__, function.__qualname__
        return self.target.jit(made)

    def _native(self, function: Any) -> Any:
        """Return the target's own form of a primitive."""
        return self.target.natives.get(function, function)

    def _unbound(self, method: Any) -> tuple[ast.FunctionDef, Place]:
        """Return a method's syntax tree with `self` and its parameters written in as constants."""
        is_static = isinstance(method, staticmethod)
        function = method.__func__ if is_static else method
        if not isinstance(function, FunctionType):
            raise CompileError(f"{method!r} of {type(self.game).__name__} is not a plain method")
        tree, place = syntax_of(function)
        if not is_static:
            this = tree.args.args.pop(0).arg
            Unbind(self, this, function, place).visit(tree)
        self._resolve(tree, function, place)
        return tree, place

    def _resolve(self, tree: ast.FunctionDef, function: FunctionType, place: Place) -> None:
        """Replace what a function uses from its module: functions, state classes and constants, by compiled forms."""
        if function.__closure__:
            raise place.error(
                f"{function.__name__} uses variables of a surrounding function (or super()); compiled rules cannot"
            )
        Resolve(self, function, place).visit(tree)

    def outside(self, value: Any, name: str, place: Place, node: ast.AST) -> Any:
        """Return the compiled form of something that rules use from outside their class."""
        if isinstance(value, FunctionType):
            return self._specialised_function(value)
        if isinstance(value, type) and value in self.made:
            return self.made[value]
        if isinstance(value, type) and hasattr(value, "_fields"):
            raise place.error(f"{value.__name__} is used here but is no part of the state", node)
        if isinstance(value, tuple | int):
            return checked(value, name, place, node)
        return value

    def scope(self, function: FunctionType) -> dict[str, Any]:
        """Return the globals for the specialised functions of one module."""
        names = function.__globals__
        return self.scopes.setdefault(id(names), dict(names))

    def _function_from_tree(self, tree: ast.FunctionDef, method: Any, own_name: str = "") -> FunctionType:
        """Return the Python function that a rewritten syntax tree defines; in rules, `own_name` is what it calls itself."""
        function: Any = method.__func__ if isinstance(method, staticmethod) else method
        path = function.__code__.co_filename
        if not self.target.checks or is_engine_file(path):
            return self._defined(tree, function)
        file = self._file_number(path)
        tree = Checked(file, Place(path, tree.lineno)).visit(tree)
        scope = self.scope(function)
        scope.update(self.target.checks)
        *inner, outer = counting_calls(tree, own_name, f"{own_name}__deep", file)
        for counting in inner:
            scope.update(int64__=np.int64, RunawayRecursion__=RunawayRecursion)
            scope[counting.name] = self.target.jit(self._defined(counting, function))
        return self._defined(outer, function)

    def _defined(self, tree: ast.FunctionDef, function: FunctionType) -> FunctionType:
        """Return the Python function that a syntax tree defines."""
        code = compile(ast.Module([ast.fix_missing_locations(tree)], []), function.__code__.co_filename, "exec")
        made: dict[str, Any] = {}
        exec(code, self.scope(function), made)
        made_function: FunctionType = made[tree.name]
        made_function.__module__ = function.__module__
        return made_function

    def _file_number(self, path: str) -> int:
        """Return the number of a file of the rules."""
        if path not in self.files:
            self.files.append(path)
        return self.files.index(path)

    @cached_property
    def _fault(self) -> Any:
        """The function that raises the fault of a state."""
        return self._specialised_function(fault)


def _names(code: CodeType) -> set[str]:
    """Return the names that a function uses from outside, in its inner functions too."""
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*map(_names, inner))


def _estimate(game: Any, weights: Any, half: float) -> Any:
    """Return the evaluation that follows from a game's features and weights."""

    def evaluate(s: Any, player: int) -> float:
        lead = float(game.points(s, weights))
        if player != game.to_move(s):
            lead = -lead
        return lead / (abs(lead) + half)

    return evaluate


def _expectation(game: Any, weights: Any) -> Any:
    """Return the evaluation that follows from the features of a game that MAX plays for a score."""

    def evaluate(s: Any, player: int) -> float:
        total = float(game.points(s, weights))
        return total if player == 0 else -total

    return evaluate


def _defaults(game: Any, share: float) -> dict[str, Any]:
    """Return the rules a game has when its author did not write them, as functions of a state."""

    def probability(s: Any, a: int) -> float:
        return 1.0 / float(game.count_actions(s))

    def evaluate(s: Any, player: int) -> float:
        return share

    def order(s: Any, a: int) -> int:
        return 0

    def key(s: Any) -> int:
        return int(game.key_of_fields(s))

    def score(s: Any, player: int) -> float:
        return float(game.utility(s, player))

    def no(s: Any) -> bool:
        return False

    def never(s: Any, a: int) -> bool:
        return False

    def same(s: Any) -> Any:
        return s

    def nothing(s: Any) -> int:
        return 0

    def anything(s: Any) -> tuple[int, int]:
        return -WIDEST, WIDEST

    def everything(s: Any, player: int) -> tuple[float, float]:
        return -inf, inf

    def no_points(s: Any, weights: Any) -> int:
        return 0

    def lost(s: Any, alpha: int, beta: int) -> int:
        return alpha

    def require_whole(s: Any, whole: float) -> None:
        return None

    return {
        "probability": probability, "evaluate": evaluate, "order": order, "key": key, "score": score, "score_bounds": anything,
        "is_noisy": never, "in_check": no, "allows_null_move": no, "null_move": same, "is_drawn": no, "halfmove_clock": nothing,
        "points": no_points, "can_solve_endgame": no, "solve_endgame": lost, "move_kind": order, "exchange_gain": order,
        "utility_bounds": everything, "require_whole": require_whole,
    }  # fmt: skip
