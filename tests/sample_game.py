"""A small sound game as text, and its breaking: tests replace some of its lines and write the result to a file."""

from __future__ import annotations

from pathlib import Path

SOUND = '''"""Take away: a game for tests."""

from typing import NamedTuple

import kibitz

TABLE = (1, 2, 3)


class State(NamedTuple):
    left: int
    player: int


@kibitz.game(players=2)
class TakeAway(NamedTuple):
    """Two players in turn take one to three stones; who takes the last stone wins."""

    pile: int = 10

    def initial(self):
        return State(self.pile, 0)

    def to_move(self, s):
        return s.player

    def actions(self, s):
        yield from range(1, min(3, s.left) + 1)

    def result(self, s, a):
        return State(s.left - a, 1 - s.player)

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, player):
        return -1.0 if player == s.player else 1.0
'''
ACTIONS = "        yield from range(1, min(3, s.left) + 1)"
RESULT = "        return State(s.left - a, 1 - s.player)"
TERMINAL = "        return s.left == 0"
UTILITY = "        return -1.0 if player == s.player else 1.0"
TO_MOVE = "        return s.player"
LISTS = (
    SOUND.replace("State(self.pile, 0)", "[self.pile, 0]")
    .replace("State(s.left - a, 1 - s.player)", "[s[0] - a, 1 - s[1]]")
    .replace("s.player", "s[1]")
    .replace("s.left", "s[0]")
)
"""The same game with lists for states, which do not compile."""


def written(folder: Path, changes: dict[str, str] | None = None, more: str = "") -> Path:
    """Return a file with the game, some lines of it replaced by others and some methods added."""
    text = SOUND
    for old, new in (changes or {}).items():
        assert text.count(old) == 1, f"{old!r} is not once in the game"
        text = text.replace(old, new)
    path = folder / "my_game.py"
    path.write_text(text + more)
    return path


def line_of(path: Path, text: str) -> int:
    """Return the number of the first line that holds `text`."""
    return next(number for number, line in enumerate(path.read_text().splitlines(), 1) if text in line)
