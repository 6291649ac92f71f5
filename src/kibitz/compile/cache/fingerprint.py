"""The fingerprint of a compiled kernel: a hash of all that it was made from.

It covers the source of all that compiles, of all in `core`, of the kernel, of the game and of every module they import (those
of Python and of installed packages apart), the game's parameters, the constants that its rules use, the compiler's version and
the processor. An edited game has another fingerprint; what was compiled before is simply not found any more.
"""

from __future__ import annotations

import ast
import importlib.util
import platform
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from kibitz.compile.cache.loaded import are_as_written, constants_of, functions_of
from kibitz.compile.rewrite.source import parsed
from kibitz.core.contract import Game
from kibitz.core.game import parameters
from kibitz.core.places import is_installed
from kibitz.core.sources import source_of


def fingerprint(build: Callable[..., Any] | None, game: Game | None, options: dict[str, Any], compiler: str) -> str | None:
    """Return the hash for `build` (or the bare rules) compiled for `game`, or None if it may differ from what is in files.

    What is in no file may change unseen, and so may a game that has more to it than its parameters. The game's module is part
    of it by name: its classes are found again by that. An option may be a function that the kernel is made with.
    """
    parts = {name: value for name, value in options.items() if isinstance(value, FunctionType)}
    owners: list[Any] = [
        owner for owner in (build, *parts.values(), type(game) if game is not None else None) if owner is not None
    ]
    modules = [sys.modules.get(owner.__module__) for owner in owners]
    if getattr(game, "__dict__", None) or not all(map(_is_known_by_name, parts.values())):
        return None
    if not all(module is not None and _file(module) for module in modules):
        return None
    sources = _sources(modules)
    functions = functions_of(owners)
    if sources is None or not are_as_written(functions):
        return None
    names = [(owner.__module__, owner.__qualname__) for owner in owners]
    given = parameters(game) if game is not None else None
    constants = constants_of(functions, owners)
    values = options | {name: (part.__module__, part.__qualname__) for name, part in parts.items()}
    digest = sha256(repr((compiler, sys.version, platform.machine(), names, given, values, constants)).encode())
    for path, source in sorted(sources.items()):
        digest.update(path.name.encode() + b"\0" + source)
    return digest.hexdigest()


def _is_known_by_name(part: FunctionType) -> bool:
    """Return whether a function is all that its module's source says of its name: no lambda, no closure, no defaults."""
    found: Any = sys.modules.get(part.__module__)
    for name in part.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is part and not (part.__closure__ or part.__defaults__ or part.__kwdefaults__)


def _sources(first: list[Any]) -> dict[Path, bytes] | None:
    """Return the files of modules and of all that they import, near and far, or None if one has changed since it was read.

    All that compiles and what every game is made of, `compile` and `core`, which import only each other, is among them anyway
    and so need not be read for its imports. Of installed packages, those of the first modules are read too.
    """
    root = Path(__file__).parents[2]
    packages = {"kibitz", *(module.__name__.partition(".")[0] for module in first)}
    seen = {path: path.read_bytes() for folder in ("compile", "core") for path in (root / folder).rglob("*.py")}
    waiting = list(first)
    while waiting:
        module = waiting.pop()
        path = _file(module)
        is_ours = module.__name__.partition(".")[0] in packages
        if path is None or path in seen or (not is_ours and is_installed(str(path))):
            continue
        source = source_of(module, path)
        if source is None:
            return None
        seen[path] = source
        waiting.extend(_imported(module, source))
    return seen


def _file(module: ModuleType) -> Path | None:
    """Return the source file of a module, if it has one."""
    name = getattr(module, "__file__", None)
    return Path(name) if name and name.endswith(".py") else None


def _imported(module: ModuleType, source: bytes) -> Iterator[ModuleType]:
    """Yield the loaded modules that the source of `module` imports, functions apart: what runs compiled imports nothing."""
    for node in _outside_functions(parsed(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            package = module.__package__ or ""
            base = (
                importlib.util.resolve_name("." * node.level + (node.module or ""), package)
                if node.level
                else node.module or ""
            )
            names = [base, *(f"{base}.{alias.name}" for alias in node.names)]
        yield from (sys.modules[name] for name in names if name in sys.modules)


def _outside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a module's syntax that are in no function: what is done whenever it is loaded."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            node = ast.Module(node.orelse, [])  # noqa: PLW2901 - the rest never runs: what else is loaded does not matter
        yield node
        yield from _outside_functions(node)
