"""Connect Four's board for people: as letters, and as a picture."""

from __future__ import annotations

from kibitz.games._drawing import BOARD, HOLE, PLAYERS, SIDES_BY_COLOUR, clickable, disc, label, picture, plate
from kibitz.games.connect_four.notation import LETTERS


def shown(board: list[str]) -> str:
    """Return the rows of a board above its column numbers."""
    wide = len(str(len(board[0])))
    numbers = " ".join(f"{column + 1:>{wide}}" for column in range(len(board[0])))
    return "\n".join([*(" ".join(f"{letter:>{wide}}" for letter in row) for row in board), numbers])


def drawn(board: list[str]) -> str:
    """Return the rows of a board as a picture."""
    width, height = len(board[0]), len(board)
    parts = [plate(0, 0, width, height, BOARD)]
    for y, row in enumerate(board):
        parts += [disc(x, y, HOLE if letter == "." else PLAYERS[LETTERS.index(letter)]) for x, letter in enumerate(row)]
    parts += [label(x, height, str(x + 1)) for x in range(width)]
    parts += [clickable(str(x + 1), x, 0, 1, height) for x in range(width)]
    return picture(width, height + 1, parts, sides=SIDES_BY_COLOUR[:2])
