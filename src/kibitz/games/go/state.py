"""What a position of go holds, and what its evaluation looks at."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.games.go.sets import Points

MEMORY = 64
"""So many positions back superko reaches."""
EXACT_SIZE = 5
"""Up to this size a position fits in 64 bits as it is; larger ones are hashed."""
NOWHERE = -1
"""In place of a point, where there is none."""


class State(NamedTuple):
    """A position: the stones of the player to move, those of the other, and what the rules remember of earlier moves."""

    mine: Points
    theirs: Points
    atari: Points
    """The stones of both sides that are in chains with a single liberty."""
    past: tuple[int, ...]
    """With superko, the last positions there have been, the oldest overwritten first; else nothing of interest."""
    turn: int
    """0 is black, who begins."""
    ko: int
    """The point where a ko may not be taken back now, or -1."""
    last: int
    """The last move: a point, `size * size` for a pass, one more for the second of two, -1 before the first."""
    left: int
    """Moves until the game ends in any case."""


class Features(NamedTuple):
    """What the evaluation of a position looks at."""

    area: int
    """Half points, if each side got the empty points that are nearer to it, komi counted."""
    liberties: int
    """Empty points next to stones."""
    atari: int
    """Stones that the next move of the other may capture."""
