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
    "\x1bOA": NORTH, "\x1bOB": SOUTH, "\x1bOC": EAST, "\x1bOD": WEST,
    "w": NORTH, "a": WEST, "s": SOUTH, "d": EAST, "q": STOP,
}  # fmt: skip
"""Arrows, as terminals send them in either of two modes, and letters; as in the course, q stops."""
KEYS_HELP = "Press an arrow key, or w a s d, to begin; q stops Pacman, Ctrl-C leaves the game."
WORDS = KEYS | {name.lower(): action for action, name in enumerate(ACTIONS)}


class Left(Exception):
    """The person has left the game."""


class KeyboardPacman:
    """Goes where the last key said, as long as there is no wall; a game begins with the first key."""

    def __init__(self, game: Pacman) -> None:
        self.game = game
        self.wanted = STOP
        self.is_new = False

    def prepare(self) -> None:
        """Get ready for a game, which waits for a key."""
        self.wanted, self.is_new = STOP, True

    def choose(self, s: State, random: Random) -> Choice:
        """Return the direction of the last key if it is free, else that in which Pacman goes already, else Stop."""
        legal = list(self.game.actions(s))
        ask = _line if not sys.stdin.isatty() else _first_pressed if self.is_new else _pressed
        pressed = ask()
        self.is_new = False
        if pressed is not None:
            self.wanted = pressed
        action = next(action for action in (self.wanted, s.towards, STOP) if action in legal)
        return Choice(action, seconds=0.0)  # what a person takes is no time of thinking


def _line() -> int | None:
    """Return the direction in the next line, or None where it names none; the end of the input leaves the game."""
    line = sys.stdin.readline()
    if not line:
        raise Left
    return WORDS.get(line.strip().lower())


def _first_pressed() -> int:
    """Return the direction of the first key that has one, after saying which keys there are."""
    print(KEYS_HELP, file=sys.stderr, flush=True)
    while True:
        select.select([sys.stdin], [], [])
        found = _pressed()
        if found is not None:
            return found


def _pressed() -> int | None:
    """Return the direction of the last of the keys that wait to be read, or None."""
    found = None
    while select.select([sys.stdin], [], [], 0)[0]:
        keys = os.read(sys.stdin.fileno(), 64).decode(errors="replace")
        if not keys or "\x03" in keys or "\x04" in keys:
            raise Left
        while keys:
            key = keys[:3] if keys.startswith("\x1b") else keys[0]
            found = KEYS.get(key if key.startswith("\x1b") else key.lower(), found)
            keys = keys[len(key) :]
    return found
