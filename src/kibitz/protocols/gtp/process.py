"""Another program that speaks GTP, as a process: what it is asked, and the game as it was told."""

from __future__ import annotations

import time
from collections.abc import Sequence

from kibitz.core.errors import InputError
from kibitz.protocols.child import ChildProcess, EngineError

PATIENCE = 30.0
"""Seconds within which a program must answer what takes no thought; the first answer may take some loading."""

Move = tuple[str, str]
"""A colour and a vertex."""


class GtpProcess(ChildProcess):
    """A running Go engine, which keeps a board of its own."""

    def __init__(self, command: str) -> None:
        super().__init__(command, "GTP")
        self._rules: tuple[str, ...] = ()
        self._told: list[Move] = []
        """The moves that stand on its board."""
        try:
            self.commands = set(self.ask("list_commands", PATIENCE).split())
        except InputError:
            self.close()
            raise

    def ask(self, command: str, seconds: float | None) -> str:
        """Return the answer to a command; a failure, and no answer in time, is an error."""
        self.tell(command)
        deadline = None if seconds is None else time.monotonic() + seconds
        lines: list[str] = []
        while True:
            line = self.next_line(deadline)
            if line is None:
                self.kill()
                raise EngineError(f"{self.command} did not answer {command} in time", "hang")
            if line or lines:
                lines.append(line)
            if lines and (not line or lines[0][:1] not in ("=", "?")):
                break
        if lines[0][:1] not in ("=", "?"):
            raise EngineError(f"{self.command} answered {command} with {lines[0][:60]!r}; is it a GTP engine?", "rubbish")
        answer = "\n".join(lines)[1:].strip()
        if lines[0].startswith("?"):
            raise EngineError(f"{self.command} refused {command}: {answer}", "rubbish")
        return answer

    def set_up(self, size: int, komi: float, moves: Sequence[Move]) -> None:
        """Bring the board to a position: by the moves that are new, if it goes on from where it stands, else by all of them."""
        rules = (f"boardsize {size}", f"komi {komi:g}")
        known = len(self._told)
        if rules != self._rules or list(moves[:known]) != self._told:
            for command in (*rules, "clear_board"):
                self.ask(command, PATIENCE)
            self._rules, self._told, known = rules, [], 0
        for colour, vertex in moves[known:]:
            self.ask(f"play {colour} {vertex}", PATIENCE)
            self._told.append((colour, vertex))

    def genmove(self, colour: str, seconds: float | None) -> str:
        """Return the vertex of the move that the program makes, `pass`, or `resign`, in small letters."""
        vertex = self.ask(f"genmove {colour}", seconds).lower()
        if vertex != "resign":
            self._told.append((colour, vertex))
        return vertex
