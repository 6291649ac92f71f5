"""What the checker says: one finding for each law, and the speeds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kibitz.core.places import after, shown_path


@dataclass(frozen=True)
class Finding:
    """What is known of a law, in one sentence; where it is broken, its line and the moves that lead there, if they are known.

    A law has passed if nothing speaks against it, and holds as far as one can see if it was looked at, too.
    """

    law: str
    passed: bool
    message: str
    path: str | None = None
    line: int | None = None
    moves: tuple[int, ...] | None = None
    looked_at: bool = True


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
    stopped: bool = False
    """Whether Ctrl-C ended the work."""

    @property
    def ok(self) -> bool:
        """Whether no law is broken, as far as was looked."""
        return all(finding.passed for finding in self.findings)


class NotLookedAt(Exception):
    """A law for which there was nothing to look at; the message says why."""

    def finding(self, law: str) -> Finding:
        """Return that as a finding."""
        return Finding(law, True, str(self), looked_at=False)


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
