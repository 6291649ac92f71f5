"""A process that works for others: it opens no files but those it was allowed, and starts no programs.

Games, agents and options are texts, and some texts name files or programs (`./my_game.py`, `tree:file=PATH`, `uci:stockfish`). A
server that takes such texts from a web page confines itself first; every way to a file or a program asks here.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kibitz.core.errors import InputError

_allowed: frozenset[Path] | None = None
"""The only files that may be opened; None where everything may be."""


def confine(files: Iterable[str | Path]) -> None:
    """From now on, let this process open only these files of the user's, and start no program."""
    global _allowed  # noqa: PLW0603 - it is about the whole process, and there is no way back
    _allowed = frozenset(Path(file).resolve() for file in files)


def require_file(path: str | Path) -> None:
    """Raise if the file may not be opened here."""
    if _allowed is not None and (str(path).count("\0") or Path(path).resolve() not in _allowed):
        raise InputError(f"{path} is not opened here: only files that were named on the command line are")


def require_programs(program: str) -> None:
    """Raise if no program may be started here."""
    if _allowed is not None:
        raise InputError(f"the program {program!r} is not started here: agents of other programs are for the command line")
