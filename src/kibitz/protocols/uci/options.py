"""The options of `kibitz uci`: their names, what they may be, and what they are."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

from kibitz.core.errors import InputError, UnknownNameError
from kibitz.core.machine import memory_megabytes
from kibitz.endgames.store import tables_folder
from kibitz.protocols.clock import OVERHEAD
from kibitz.protocols.uci.commands import shortened


@dataclass(frozen=True)
class Spin:
    """An option that is a whole number."""

    default: int
    lowest: int
    highest: int

    @property
    def declared(self) -> str:
        """What comes after the name when the options are listed."""
        return f"type spin default {self.default} min {self.lowest} max {self.highest}"

    def read(self, name: str, text: str) -> int:
        """Return the number written in `text`."""
        if text.isascii() and text.isdigit() and len(text) < 10 and self.lowest <= int(text) <= self.highest:
            return int(text)
        raise InputError(f"{name} takes a whole number from {self.lowest} to {self.highest}, not {shortened(text)}")


@dataclass(frozen=True)
class Check:
    """An option that is true or false."""

    default: bool

    @property
    def declared(self) -> str:
        """What comes after the name when the options are listed."""
        return f"type check default {str(self.default).lower()}"

    def read(self, name: str, text: str) -> bool:
        """Return the truth value written in `text`."""
        if text.lower() not in ("true", "false"):
            raise InputError(f"{name} takes true or false, not {shortened(text)}")
        return text.lower() == "true"


@dataclass(frozen=True)
class Text:
    """An option that is a text."""

    default: str

    @property
    def declared(self) -> str:
        """What comes after the name when the options are listed."""
        return f"type string default {self.default or EMPTY}"

    def read(self, name: str, text: str) -> str:
        """Return the text; none is written `<empty>`."""
        return "" if text == EMPTY else text


EMPTY = "<empty>"
HASH, THREADS, LINES, CLEAR = "Hash", "Threads", "MultiPV", "Clear Hash"
PONDER, CHESS960, KEPT_BACK, TABLES = "Ponder", "UCI_Chess960", "Move Overhead", "KibitzTbPath"
BUTTON = "type button"


KNOWN: dict[str, Spin | Check | Text] = {
    HASH: Spin(64, 1, max(64, memory_megabytes() // 2)),
    THREADS: Spin(1, 1, max(8, os.cpu_count() or 1)),
    LINES: Spin(1, 1, 256),
    PONDER: Check(False),
    CHESS960: Check(False),
    KEPT_BACK: Spin(round(1000 * OVERHEAD), 0, 5000),
    TABLES: Text(str(tables_folder() or "")),
}


@dataclass
class Options:
    """The options as they are set."""

    values: dict[str, Any] = field(default_factory=lambda: {name: kind.default for name, kind in KNOWN.items()})

    def __getitem__(self, name: str) -> Any:
        """Return what an option is set to."""
        return self.values[name]

    @staticmethod
    def declared() -> list[str]:
        """Return the lines that tell a front end of the options."""
        lines = [f"option name {name} {kind.declared}" for name, kind in KNOWN.items()]
        return [*lines, f"option name {CLEAR} {BUTTON}"]

    def set(self, name: str, text: str | None) -> str:
        """Set an option, whatever the case of its name; return its name as declared."""
        names = {known.lower(): known for known in (*KNOWN, CLEAR)}
        found = names.get(name.lower())
        if found is None:
            raise UnknownNameError("option", name[:40], names.values())
        if found != CLEAR:
            self.values[found] = KNOWN[found].read(found, text or "")
        return found
