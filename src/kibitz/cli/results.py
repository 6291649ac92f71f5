"""Answers kept in a file of JSON lines, so that long work goes on where it was broken off."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kibitz.cli.output import finite
from kibitz.core.errors import InputError

BEGINNING = b'{"asked": '
"""How every line begins."""


class Results:
    """What has been answered before: the fields of each answer, found by what was asked."""

    def __init__(self, path: str | None) -> None:
        self.path = Path(path) if path is not None else None
        self.known: dict[tuple[str, ...], dict[str, Any]] = {}
        if self.path is not None and self.path.exists():
            self._read(self.path)

    def _read(self, path: Path) -> None:
        """Take in a file; a last line that was broken off in writing is cut away."""
        try:
            content = path.read_bytes()
            whole, _, broken = content.rpartition(b"\n")
            if not (broken.startswith(BEGINNING) or BEGINNING.startswith(broken)):
                raise ValueError("no answer begins like this")
            for line in whole.decode().splitlines():
                fields = json.loads(line)
                self.known[tuple(fields["asked"])] = fields
            if broken:
                with path.open("r+b") as file:
                    file.truncate(len(content) - len(broken))
        except OSError as error:
            raise InputError(f"the results {path} cannot be read: {error.strerror}") from None
        except (ValueError, KeyError, TypeError):
            raise InputError(f"{path} is not a file of results: one JSON object a line, as solve writes them") from None

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
