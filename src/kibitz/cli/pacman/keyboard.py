"""A person who plays Pacman: with the arrow keys on a terminal, or a word a line from anywhere else."""

from __future__ import annotations

import os
import select
import sys

from kibitz.core.randomness import Random
from kibitz.games.pacman import ACTIONS, Pacman, State
from kibitz.games.pacman.tables import EAST, NORTH, SOUTH, STOP, WEST
from kibitz.pacman import Choice

KEYS = {
    "\x1b[A": NORTH, "\x1b[B": SOUTH, "\x1b[C": EAST, "\x1b[D": WEST,
    "w": NORTH, "a": WEST, "s": SOUTH, "d": EAST, "q": STOP,
}  # fmt: skip
"""Arrows and letters; as in the course, q stops."""
WORDS = KEYS | {name.lower(): action for action, name in enumerate(ACTIONS)}


class Left(Exception):
    """The person has left the game."""


class KeyboardPacman:
    """Goes where the last key said, as long as there is no wall."""

    def __init__(self, game: Pacman) -> None:
        self.game = game
        self.wanted = STOP

    def prepare(self) -> None:
        """Do nothing: there is nothing to compile."""

    def choose(self, s: State, random: Random) -> Choice:
        """Return the direction of the last key if it is free, else that in which Pacman goes already, else Stop."""
        legal = list(self.game.actions(s))
        pressed = _pressed() if sys.stdin.isatty() else _line()
        if pressed is not None:
            self.wanted = pressed
        return Choice(next(action for action in (self.wanted, s.towards, STOP) if action in legal))


def _line() -> int | None:
    """Return the direction in the next line, or None where it names none; the end of the input leaves the game."""
    line = sys.stdin.readline()
    if not line:
        raise Left
    return WORDS.get(line.strip().lower())


def _pressed() -> int | None:
    """Return the direction of the last of the keys that wait to be read, or None."""
    found = None
    while select.select([sys.stdin], [], [], 0)[0]:
        keys = os.read(sys.stdin.fileno(), 64).decode(errors="replace")
        if "\x03" in keys or "\x04" in keys:
            raise Left
        while keys:
            key = keys[:3] if keys.startswith("\x1b") else keys[0]
            found = KEYS.get(key if key.startswith("\x1b") else key.lower(), found)
            keys = keys[len(key) :]
    return found
