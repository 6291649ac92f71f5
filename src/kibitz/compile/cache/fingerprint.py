"""The fingerprint of a compiled kernel: a hash of all that it was made from.

It covers the source of all that compiles, of all in `core`, of the kernel, of the game and of every module they import (those
of Python and of installed packages apart), the game's parameters, the compiler's version and the processor. An edited game has
another fingerprint; what was compiled before is simply not found any more.
"""

from __future__ import annotations

import ast
import importlib.util
import platform
import sys
import sysconfig
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from kibitz.compile.rewrite.source import parsed
from kibitz.core.contract import Game

_OUTSIDE = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


def fingerprint(build: Callable[..., Any] | None, game: Game | None, options: dict[str, Any], compiler: str) -> str | None:
    """Return the hash for `build` (or the bare rules) compiled for `game`, or None if some source is in no file.

    What is in no file may change unseen. The game's module is part of it by name: its classes are found again by that.
    """
    digest = sha256()
    owners: list[Any] = [owner for owner in (build, type(game) if game is not None else None) if owner is not None]
    names = [(owner.__module__, owner.__qualname__) for owner in owners]
    digest.update(repr((compiler, sys.version, platform.machine(), names, repr(game), options)).encode())
    modules = [sys.modules.get(owner.__module__) for owner in owners]
    if not all(module is not None and _file(module) for module in modules):
        return None
    for path in sorted(_files(modules)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _files(first: list[Any]) -> set[Path]:
    """Return the files of modules and of all that they import, near and far.

    All that compiles and what every game is made of, `compile` and `core`, which import only each other, is among them anyway
    and so need not be read for its imports.
    """
    root = Path(__file__).parents[2]
    seen = {path for folder in ("compile", "core") for path in (root / folder).rglob("*.py")}
    waiting = list(first)
    while waiting:
        module = waiting.pop()
        path = _file(module)
        if path is None or path in seen or (str(path).startswith(_OUTSIDE) and not module.__name__.startswith("kibitz")):
            continue
        seen.add(path)
        waiting.extend(_imported(module, path))
    return seen


def _file(module: ModuleType) -> Path | None:
    """Return the source file of a module, if it has one."""
    name = getattr(module, "__file__", None)
    return Path(name) if name and name.endswith(".py") else None


def _imported(module: ModuleType, path: Path) -> Iterator[ModuleType]:
    """Yield the loaded modules that the source of `module` imports, functions apart: what runs compiled imports nothing."""
    for node in _outside_functions(parsed(path.read_bytes())):
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
