"""Connect Four's positions as text: moves and boards read, boards written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.bits import bit, popcount
from kibitz.core.errors import PositionError
from kibitz.games._boards import check_turns, read_rows

if TYPE_CHECKING:
    from kibitz.games.connect_four import ConnectFour, State

LETTERS = "xo"


def read_moves(game: ConnectFour, text: str) -> State:
    """Return the position after the columns in `text`."""
    words = text.replace(",", " ").split()
    columns = [str(column + 1) for column in range(game.width)]
    s = game.initial()
    for number, word in enumerate(words if game.width > 9 else "".join(words), start=1):
        if word not in columns:
            raise PositionError(f"move {number} of {text!r} is {word!r}, not a column from 1 to {game.width}")
        if game.is_terminal(s):
            raise PositionError(f"the game {text!r} is over before its move {number}")
        if int(word) - 1 not in game.actions(s):
            raise PositionError(f"column {word} is full before move {number} of {text!r}")
        s = game.result(s, int(word) - 1)
    return s


def read_board(game: ConnectFour, text: str) -> tuple[int, int]:
    """Return the stones of the player to move and of the other on the board in `text`; stones must not float."""
    board = read_rows(text, game.width, game.height, LETTERS)
    sides = [0, 0]
    for column in range(game.width):
        stones = "".join(row[column] for row in reversed(board)).rstrip(".")
        if "." in stones:
            raise PositionError(f"column {column + 1} of {text!r} has a stone above an empty cell")
        for height, letter in enumerate(stones):
            sides[LETTERS.index(letter)] |= bit(column * (game.height + 1) + height)
    mover = check_turns(text, [popcount(stones) for stones in sides])
    return sides[mover], sides[1 - mover]


def board_rows(game: ConnectFour, s: State) -> list[str]:
    """Return the board as text, the top row first."""
    first, second = (s.mine, s.theirs) if game.to_move(s) == 0 else (s.theirs, s.mine)
    cells = [[column * (game.height + 1) + row for column in range(game.width)] for row in reversed(range(game.height))]
    return ["".join("x" if first & bit(cell) else "o" if second & bit(cell) else "." for cell in row) for row in cells]
