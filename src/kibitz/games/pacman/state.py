"""A position of Pacman."""

from __future__ import annotations

from typing import NamedTuple

PLAYING, WON, LOST = range(3)


class State(NamedTuple):
    """Where everybody is, what is left to eat, and the score.

    Places are numbers: y * stride + x in half cells. Food and capsules are sets of numbers, 64 to a word.
    """

    pacman: int
    towards: int
    """Where Pacman looks, which matters to nobody but those who watch."""
    ghosts: tuple[int, ...]
    facing: tuple[int, ...]
    """[ghosts] the direction of each ghost's last move; Stop at home."""
    timers: tuple[int, ...]
    """[ghosts] for how many more of its moves a ghost is scared."""
    food: tuple[int, ...]
    capsules: int
    score: int
    mover: int
    over: int
    """PLAYING, WON or LOST."""
