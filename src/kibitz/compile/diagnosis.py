"""Numba's long messages, told in one sentence with the line of the game they speak of."""

from __future__ import annotations

import inspect
import re
from typing import Any

from numba.core.errors import NumbaError, UnsupportedBytecodeError

from kibitz.core.errors import CompileError
from kibitz.core.game import Game

_PLACE = re.compile(r'File "(?P<path>[^"]+)", line (?P<line>\d+)')
_TELLING = (
    "Unknown attribute",
    "Untyped global name",
    "Cannot unify",
    "a field annotated int",
    "No implementation of function",
    "Invalid use of",
    "Use of unsupported",
    "undefined variable",
    "unsupported",
    "cannot determine",
)
"""What the lines of a numba message that say the reason begin with, the most telling first."""
_NOISE = re.compile(r"\x1b\[[0-9;]*m")


def explained(dispatcher: Any, game: Game | None) -> Any:
    """Return a function that calls the dispatcher and turns numba's errors into one sentence."""

    def call(*arguments: Any) -> Any:
        try:
            return dispatcher(*arguments)
        except (NumbaError, UnsupportedBytecodeError) as error:
            raise diagnosis(error, game) from error

    call.dispatcher = dispatcher  # type: ignore[attr-defined]
    return call


def diagnosis(error: Exception, game: Game | None) -> CompileError:
    """Return the error in one sentence, with the last line of the game's own file that numba mentions."""
    text = _NOISE.sub("", str(error))
    own = (inspect.getsourcefile(type(game)) or "") if game is not None else ""
    places = [match for match in _PLACE.finditer(text) if match["path"] == own or own.endswith(match["path"].lstrip("./"))]
    line = int(places[-1]["line"]) if places else None
    return CompileError(_reason(text), own, line)


def _reason(text: str) -> str:
    """Return the sentence of a numba message that says what is wrong."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for word in _TELLING:
        for line in reversed(lines):
            if word.lower() in line.lower():
                return line.rstrip(":")
    return next((line for line in lines if not line.startswith("Failed in")), "numba does not compile this")
