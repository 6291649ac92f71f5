"""A state as a row of numbers of fixed length, which a learner can be given.

Every whole number of the state is written in binary, 64 bits with the lowest first, so that of a set of cells each cell is a
number of its own; then comes who is to move (chance last) and who observes, one of them 1. It is all that there is to know of
the state, and nothing is guessed about what would help.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.contract import Game
from kibitz.core.errors import UnsupportedError
from kibitz.core.game import CHANCE

BITS = 64
MASK = (1 << BITS) - 1


def observation_size(game: Game) -> int:
    """Return how long the observations of a game are."""
    return len(_words(game, game.initial())) * BITS + 2 * game.players + 1


def observation(game: Game, s: Any, player: int) -> NDArray[np.int8]:
    """Return a state as a player sees it, each number 0 or 1."""
    words = _words(game, s)
    row = np.zeros(len(words) * BITS + 2 * game.players + 1, np.int8)
    row[: len(words) * BITS] = np.unpackbits(np.array(words, "<u8").view(np.uint8), bitorder="little")
    mover = game.players if (mover := game.to_move(s)) == CHANCE else mover
    row[len(words) * BITS + mover] = 1
    row[len(words) * BITS + game.players + 1 + player] = 1
    return row


def _words(game: Game, s: Any) -> list[int]:
    """Return the numbers that a state holds."""
    words: list[int] = []
    _collect(game, s, words)
    return words


def _collect(game: Game, value: Any, words: list[int]) -> None:
    """Add the numbers in a value to the words; fractions as the bits of their floating-point form."""
    if type(value) is int:
        words.append(value & MASK)
    elif isinstance(value, tuple):
        for item in value:
            _collect(game, item, words)
    elif isinstance(value, int | np.integer):
        words.append(int(value) & MASK)
    elif isinstance(value, float):
        words.append(int(np.float64(value).view(np.uint64)))
    else:
        raise UnsupportedError(
            f"a state of {type(game).__name__} holds a {type(value).__name__}; observations are made of numbers in tuples"
        )
