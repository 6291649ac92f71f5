"""Othello's positions as text: boards of letters, and games as lists of moves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from kibitz.core.bits import bit
from kibitz.core.errors import PositionError

if TYPE_CHECKING:
    from kibitz.games.othello import Othello

LETTERS = "XO"
"""Black, who begins, and white."""
EMPTY = "."
PASS = "pass"
_READ = str.maketrans({"*": "X", "-": EMPTY})


def square_name(size: int, square: int) -> str:
    """Return the letter of the column and the number of the row, from the top left: `a1`."""
    return f"{chr(ord('a') + square % size)}{square // size + 1}"


def letters(size: int, black: int, white: int) -> str:
    """Return the squares in reading order, one letter each."""
    return "".join(
        LETTERS[0] if black & bit(square) else LETTERS[1] if white & bit(square) else EMPTY for square in range(size * size)
    )


def read_board(size: int, text: str) -> tuple[int, int, int] | None:
    """Return black's discs, white's and the side to move, or None if `text` is no board but a list of moves, if anything."""
    board = "".join(text.split()).upper().translate(_READ)
    if len(board) < size * size or set(board) - set(LETTERS + EMPTY):
        return None
    side = board[size * size :]
    if len(side) != 1 or side not in LETTERS:
        raise PositionError(
            f"{text!r} must be {size * size} squares, X, O and . or - for an empty one, and then X or O, the side to move"
        )
    discs = [sum(bit(square) for square in range(size * size) if board[square] == letter) for letter in LETTERS]
    turn = LETTERS.index(side)
    if discs[1 - turn] == 0:
        raise PositionError(f"{text!r} cannot come about: {LETTERS[1 - turn]} has moved or passed last and has no disc")
    return discs[0], discs[1], turn


def read_moves(game: Othello, text: str) -> Any:
    """Return the position after moves such as `f5d6c3`; passes, which are forced, may be left out."""
    words = re.findall(r"pass|--|[a-z][0-9]|\S", text.lower().replace(",", " "))
    s = game.initial()
    for number, word in enumerate(words, start=1):
        if game.is_terminal(s):
            raise PositionError(f"the game {text!r} is over before its move {number}")
        legal = {game.action_name(s, a): a for a in game.actions(s)}
        if PASS in legal and word not in (PASS, "--"):
            s = game.result(s, legal[PASS])
            legal = {game.action_name(s, a): a for a in game.actions(s)}
        move = PASS if word == "--" else word
        if move not in legal:
            raise PositionError(f"move {number} of {text!r} is {word!r}, not one of {', '.join(legal)}")
        s = game.result(s, legal[move])
    return s


def shown(size: int, board: str, moves: int, turn: int) -> str:
    """Return the board of letters with the names of columns and rows, legal moves marked, and the count of discs below."""
    marked = "".join("+" if moves & bit(square) else letter for square, letter in enumerate(board))
    lines = ["  " + " ".join(chr(ord("a") + column) for column in range(size))]
    lines += [f"{row + 1} " + " ".join(marked[row * size : (row + 1) * size]) for row in range(size)]
    counts = ", ".join(f"{letter} {board.count(letter)}" for letter in LETTERS)
    return "\n".join([*lines, f"{counts}; {LETTERS[turn]} to move" if turn >= 0 else counts])
