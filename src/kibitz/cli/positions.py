"""Lists of positions in a file: one a line, with whatever stands beside it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from kibitz.cli.options import position
from kibitz.core.contract import Game
from kibitz.core.errors import InputError, KibitzError
from kibitz.core.reading import read_text

LINES_HELP = (
    "- is stdin. The position is the first column, in quotes if it has spaces; other columns, blank lines and # comments are "
    "passed over."
)


def listed_positions(game: Game, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the positions in a file, each with its text."""
    for line, content in enumerate(_read(path).splitlines(), start=1):
        text = _first_column(content.strip())
        if text:
            try:
                yield text, position(game, text)
            except KibitzError as error:
                raise InputError(f"{path}:{line}: {error}") from None


def _first_column(line: str) -> str:
    """Return the text in double quotes, or else up to a tab or a semicolon, or else the first word; nothing of a comment."""
    if line.startswith("#"):
        return ""
    if line.startswith('"') and '"' in line[1:]:
        return line[1:].partition('"')[0]
    end = next((mark for mark in "\t;" if mark in line), " ")
    return line.partition(end)[0].strip()


def _read(path: str) -> str:
    """Return the text of a file, or of stdin."""
    if path != "-":
        return read_text(path)
    try:
        return sys.stdin.read()
    except UnicodeDecodeError:
        raise InputError("stdin is not text (UTF-8)") from None
