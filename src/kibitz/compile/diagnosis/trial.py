"""Each rule compiled by itself, to say which one keeps a game from compiling, and why."""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from kibitz.compile.cpu import interpreted_rules, packed, rules
from kibitz.compile.diagnosis.constructs import construct_around, field_line, return_of_nothing, use_of
from kibitz.core.contract import RULES, Game
from kibitz.core.errors import CompileError
from kibitz.core.game import about
from kibitz.core.tasks import defer_interrupts

_ARGUMENTS = {
    "to_move": "s", "actions": "s", "result": "sa", "is_terminal": "s", "utility": "sp", "probability": "sa",
    "evaluate": "sp", "key": "s", "order": "sa", "move_kind": "sa", "exchange_gain": "sa", "score": "sp", "is_noisy": "sa",
    "cell_content": "sa",
}  # fmt: skip
"""What the rules are called with: a state, an action, a player. Rules that no kernel calls yet are not tried."""
_NUMBERS = ("int64", "float64", "bool")


def why_not_compiled(game: Game) -> CompileError | None:
    """Return why the game does not run at native speed, or None if all its rules compile."""
    try:
        rules(game)
    except CompileError as reason:
        return reason if reason.line is not None else _placed(game, reason)
    from kibitz.compile.diagnosis.messages import diagnosis

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, method in _rules(game):
            try:
                returned = _returned(game, name)
            except Exception as error:
                return diagnosis(error, game, method)
            complaint = _complaint(game, name, returned)
            if complaint is not None:
                line = method.__code__.co_firstlineno
                path = method.__code__.co_filename
                nothing = return_of_nothing(path, line) if "None" in complaint else None
                return CompileError(complaint, path, nothing or line)
    return None


def _placed(game: Game, reason: CompileError) -> CompileError:
    """Return a complaint about the state with the line of the field that it names, or else of `initial`."""
    state = type(game.initial())
    path = inspect.getsourcefile(type(game)) or ""
    named = re.match(r"field (\w+)", reason.reason)
    line = field_line(path, state.__name__, named[1]) if named else None
    initial = inspect.getattr_static(type(game), "initial")
    return CompileError(reason.reason, path, line or getattr(initial, "__func__", initial).__code__.co_firstlineno)


def what_keeps_from_gpu(game: Game) -> CompileError | None:
    """Return what in the rules compiles for a CPU but not for a GPU, as far as their source shows it; None if nothing does."""
    made = [getattr(thing, "__func__", thing) for thing in rules(game).made]
    functions = [thing for thing in made if isinstance(thing, FunctionType) and not thing.__module__.startswith("kibitz.core")]
    for function in [*functions, *(method for name, method in _rules(game) if name == "actions")]:
        code = function.__code__
        found = construct_around(code.co_filename, code.co_firstlineno)
        asking = use_of(code.co_filename, code.co_firstlineno, "actions")
        if found is None and asking is not None:
            found = "a rule asks self.actions, and a GPU has no generators; look at the state itself", asking
        if found is not None:
            return CompileError(found[0], code.co_filename, found[1])
    return None


def _rules(game: Game) -> Iterator[tuple[str, Any]]:
    """Yield the rules that the author wrote and kernels call, with their names; `actions` last, which asks `is_terminal`."""
    for name in sorted(RULES, key=lambda name: name == "actions"):
        if name in _ARGUMENTS and name in about(game).given:
            method = inspect.getattr_static(type(game), name)
            yield name, getattr(method, "__func__", method)


def _returned(game: Game, name: str) -> Any:
    """Return the type that a compiled rule returns; compiling it fails where its types do not fit."""
    from numba import int64, typeof

    from kibitz.compile.one_module import one_module

    module: Any = rules(game).module
    unpack: Any = interpreted_rules(game).module.unpack
    state = typeof(unpack(packed(game, game.initial())))
    types = tuple(state if letter == "s" else int64 for letter in _ARGUMENTS[name])
    dispatcher = getattr(module, name)

    def compile_rule() -> None:
        with one_module():
            dispatcher.compile(types)

    defer_interrupts(compile_rule)
    found = dispatcher.overloads[types].signature.return_type
    if name == "result" and found == state:
        return None
    return getattr(found, "yield_type", found)


def _complaint(game: Game, name: str, returned: Any) -> str | None:
    """Return what is wrong with the type a rule returns, or None; `returned` is None where it is the state's own."""
    if returned is None or (name != "result" and str(returned).startswith(("Literal", *_NUMBERS))):
        return None
    if str(returned).startswith(("Optional", "OptionalType", "none")):
        return f"{name} returns None in some cases; every way through it must return a value"
    verb = "yields" if name == "actions" else "returns"
    wanted = f"a {type(game.initial()).__name__}" if name == "result" else "a number"
    return f"{name} {verb} a value of type {returned}, not {wanted}"
