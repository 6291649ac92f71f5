"""The board for people: cell by cell for a terminal, and as a picture."""

from __future__ import annotations

from kibitz.core.boards import Board, Cell
from kibitz.games._drawing import CELL, clickable, label, picture
from kibitz.games.chess.fen import FILES, letters, square_name
from kibitz.games.chess.state import State

_SQUARES = ("#b58a63", "#e8d3b0")
_COLOURS = (("#fbf6ea", "#2b2622"), ("#2b2622", "#fbf6ea"))
"""What white and black are filled with, and what they are outlined with."""
_FOOT = "M10 35v-3q0-2 2-2h16q2 0 2 2v3z"
_SHAPES = {
    "p": "M13 30q4-4 4-9h-3v-2.5h2a5.5 5.5 0 1 1 8 0h2v2.5h-3q0 5 4 9z",
    "r": "M12 7h4v3h2.5v-3h3v3h2.5v-3h4v7l-3 3v9l3 4h-16l3-4v-9l-3-3z",
    "n": "M12 30q0-6 6-11-3 1-5 4l-4-2q0-8 8-13l1-3 3 3q8 2 8 12 0 6-3 10z",
    "b": "M14 30q4-3 4-7-5-3-4-8 1-4 4.5-7a2.2 2.2 0 1 1 3 0q3.5 3 4.5 7 1 5-4 8 0 4 4 7z",
    "q": "M13 30l-5-17 5.5 6 2-11 4.5 10 4.5-10 2 11 5.5-6-5 17z",
    "k": "M13 30q-6-8-3-12 4-4 8.5 0v-5h-3v-3h3v-3h3v3h3v3h-3v5q4.5-4 8.5 0 3 4-3 12z",
}
"""The outline of each piece above its foot, in a cell of 40 by 40."""
_FIGURES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
"""The figures of books."""


def board_cells(s: State, player: int) -> Board:
    """Return the board with the player's side below, white's pieces in capitals, and whose turn it is."""
    cells = [
        Cell(square_name(square), letter, _FIGURES.get(letter, ""), (square + square // 8) % 2 == 0)
        for square, letter in enumerate(letters(s))
    ]
    ranks = tuple(reversed(range(8))) if player == 0 else tuple(range(8))
    across = 1 if player == 0 else -1
    return Board(
        tuple(tuple(cells[8 * rank : 8 * rank + 8][::across]) for rank in ranks),
        tuple(str(rank + 1) for rank in ranks),
        tuple(FILES[::across]),
        f"{('white', 'black')[s.plies & 1]} to move",
    )


def board_svg(s: State) -> str:
    """Return the board as a picture, white below; the disc in the corner has the colour of the player to move."""
    parts = []
    for square, letter in enumerate(letters(s)):
        x, y = square % 8 + 1, 7 - square // 8
        parts.append(f'<rect x="{x * CELL}" y="{y * CELL}" width="{CELL}" height="{CELL}" fill="{_SQUARES[(x + y) % 2]}"/>')
        if letter != ".":
            parts.append(_piece(letter, x, y))
    parts += [label(0, 7 - rank, str(rank + 1)) for rank in range(8)]
    parts += [label(file + 1, 8, letter) for file, letter in enumerate(FILES)]
    fill, line = _COLOURS[s.plies & 1]
    parts.append(f'<circle cx="{CELL // 2}" cy="{8 * CELL + CELL // 2}" r="{CELL // 6}" fill="{fill}" stroke="{line}"/>')
    parts += [clickable(square_name(square), square % 8 + 1, 7 - square // 8) for square in range(64)]
    return picture(9, 9, parts, sides=(("White", _COLOURS[0][0]), ("Black", _COLOURS[1][0])))


def _piece(letter: str, x: int, y: int) -> str:
    """Return a piece in a cell."""
    fill, line = _COLOURS[letter.islower()]
    shape = _SHAPES[letter.lower()] + _FOOT
    style = f'fill="{fill}" stroke="{line}" stroke-width="1.5" stroke-linejoin="round"'
    return f'<path transform="translate({x * CELL} {y * CELL})" d="{shape}" {style}/>'
