"""Answers kept in a file of JSON lines, so that long work goes on where it was broken off."""

from __future__ import annotations

import json
import os
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.errors import InputError
from kibitz.core.game import parameters
from kibitz.core.registry import PACKAGE
from kibitz.core.reports import finite

BEGINNING = b'{"asked": '
"""How every line begins."""
NUMBER = int | float | None
FIELDS: dict[str, Any] = {"position": str, "value": NUMBER, "score": NUMBER, "actions": list, "exact": bool}
"""What is read of an answer."""


def identity(game: Game) -> str:
    """Return a word that changes with the parameters of a game, and with its source where that is a user's file.

    The source is the game's file and those modules beside it that are loaded.
    """
    digest = sha256(repr(sorted(parameters(game).items())).encode())
    module = type(game).__module__
    if not module.startswith(f"{PACKAGE}."):
        files = {Path(name) for one in list(sys.modules.values()) if (name := getattr(one, "__file__", None))}
        own = getattr(sys.modules.get(module), "__file__", None)
        for path in sorted(path for path in files if own is not None and path.parent == Path(own).parent):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class KeptAnswers:
    """What has been answered before: the fields of each answer, found by what was asked."""

    def __init__(self, path: str | Path | None) -> None:
        self.path = Path(path) if path is not None else None
        self.known: dict[tuple[str, ...], dict[str, Any]] = {}
        kept = _read(self.path) if self.path is not None and os.path.exists(self.path) else []
        for number, fields in enumerate(kept, start=1):
            wrong = [name for name, kind in FIELDS.items() if not isinstance(fields.get(name, self), kind)]
            if wrong:
                raise InputError(f"{path}:{number}: {wrong[0]} is missing or wrong in this answer; mend or delete the line")
            self.known[tuple(fields["asked"])] = fields

    def get(self, *asked: str) -> dict[str, Any] | None:
        """Return what was answered to a question, or None if it is new."""
        found = self.known.get(asked)
        return None if found is None else {name: value for name, value in found.items() if name != "asked"}

    def keep(self, fields: dict[str, Any], *asked: str) -> None:
        """Add an answer to the file."""
        if self.path is None:
            return
        self.known[asked] = {"asked": list(asked), **fields}
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(finite(self.known[asked]), ensure_ascii=False) + "\n")
        except OSError as error:
            raise InputError(f"the results {self.path} cannot be written: {error.strerror}") from None


def _read(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a file; a last one that was broken off in writing is cut away."""
    try:
        content = path.read_bytes()
        whole, _, broken = content.rpartition(b"\n")
        if not (broken.startswith(BEGINNING) or BEGINNING.startswith(broken)):
            raise ValueError("no answer begins like this")
        found = [json.loads(line) for line in whole.decode().splitlines()]
        if not all(isinstance(word, str) for fields in found for word in fields["asked"]):
            raise ValueError("questions are texts")
        if broken:
            with path.open("r+b") as file:
                file.truncate(len(content) - len(broken))
    except OSError as error:
        raise InputError(f"the results {path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{path} is not a file of results: one JSON object a line, as solve writes them") from None
    return found
