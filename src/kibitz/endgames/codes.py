"""What a table holds for each position: who wins and in how many moves, in 16 bits."""

from __future__ import annotations

import numpy as np

CODE = np.int16
"""The type of a code: 0 is a draw, 1 + n a win of the player to move after n more moves, -1 - n a loss; see HOLE."""
UNKNOWN = 0
"""While a table is built: not known to be won or lost yet. What remains so is a draw."""
HOLE = -32768
"""The code of a number that no position has."""
LONGEST = 32_000
"""Longer wins are not told apart from others: building stops with an error."""


def win_in(plies: int) -> int:
    """Return the code of a win after so many moves of both players."""
    return 1 + plies


def loss_in(plies: int) -> int:
    """Return the code of a loss after so many moves of both players."""
    return -1 - plies


def plies_of(code: int) -> int:
    """Return after how many moves of both players a win or a loss is the end."""
    return abs(code) - 1
