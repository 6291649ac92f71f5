"""Where things stand and how they are written in a message: files, lines, values, the moves to a position."""

from __future__ import annotations

import os
import sysconfig
from pathlib import Path
from typing import Any

from kibitz.core.contract import Game

_PACKAGE = os.path.join(Path(__file__).parent.parent, "")
_GAMES = os.path.join(_PACKAGE, "games", "")
_LIBRARIES = tuple({os.path.join(sysconfig.get_path(name), "") for name in ("stdlib", "platstdlib", "purelib", "platlib")})
_SITES = tuple(f"{os.sep}{name}{os.sep}" for name in ("site-packages", "dist-packages"))


def shown_path(path: str) -> str:
    """Return a path as short as it can be written from here."""
    return path.removeprefix(os.path.join(os.getcwd(), ""))


def is_rules_file(path: str) -> bool:
    """Return whether a file may hold a game's rules: not Kibitz's own searches, Python's library or an installed package."""
    return not is_engine_file(path) and (path.startswith(_PACKAGE) or not (is_installed(path) or path.startswith("<")))


def is_installed(path: str) -> bool:
    """Return whether a file is of Python's library or of a package installed for this Python, for the user or anywhere else."""
    return path.startswith(_LIBRARIES) or any(site in path for site in _SITES)


def is_engine_file(path: str) -> bool:
    """Return whether a file is Kibitz's own and holds no game."""
    return path.startswith(_PACKAGE) and not path.startswith(_GAMES)


def is_built_in(game: Game) -> bool:
    """Return whether a game comes with Kibitz, and so has been held to its rules by Kibitz's own tests."""
    return type(game).__module__.startswith("kibitz.games.")


def after(moves: tuple[int, ...] | None) -> str:
    """Return the moves that lead to a position as the end of a sentence."""
    if moves is None:
        return ""
    if not moves:
        return ", in the initial state"
    listed = ", ".join(map(str, moves))
    return f", after the move{'s' if len(moves) > 1 else ''} {listed}"


def short(value: Any) -> str:
    """Return a value as text of one short line."""
    return short_line(repr(value), 80)


def short_line(text: str, longest: int = 200) -> str:
    """Return a text on one line, not too long."""
    line = " ".join(text.split()).rstrip(": ")
    return line if len(line) <= longest else line[: longest - 3] + "..."
