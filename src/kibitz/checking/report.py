"""What the checker says: one finding for each law, and the speeds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kibitz.core.places import after, shown_path


@dataclass(frozen=True)
class Finding:
    """Whether a law holds, in one sentence; where it does not, its line and the moves that lead there, if they are known."""

    law: str
    passed: bool
    message: str
    path: str | None = None
    line: int | None = None
    moves: tuple[int, ...] | None = None


class Speed(NamedTuple):
    """How many positions of a game tree and how many random games a target does in a second; None where it was not measured."""

    nodes: float | None
    playouts: float | None


@dataclass(frozen=True)
class Report:
    """All findings about one game, and its speeds by target."""

    game: str
    findings: tuple[Finding, ...]
    speeds: dict[str, Speed]

    @property
    def ok(self) -> bool:
        """Whether every law holds."""
        return all(finding.passed for finding in self.findings)


class Breach(Exception):
    """A law that a game breaks: the sentence, the line, the moves from the start."""

    def __init__(self, law: str, message: str, place: tuple[str, int] | None, moves: tuple[int, ...] | None = None) -> None:
        super().__init__(message)
        self.law = law
        self.message = message
        self.place = place
        self.moves = moves

    def finding(self) -> Finding:
        """Return the breach as a finding, its place and its moves written out."""
        where = f"{shown_path(self.place[0])}:{self.place[1]}: " if self.place else ""
        path, line = self.place or (None, None)
        return Finding(self.law, False, f"{where}{self.message}{after(self.moves)}", path, line, self.moves)
