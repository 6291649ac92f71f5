"""The board of checkers as text and as a picture, Black at the top, with the numbers of the squares."""

from __future__ import annotations

from kibitz.games._drawing import CELL, clickable, picture
from kibitz.games.checkers.notation import number_of, squares
from kibitz.games.checkers.state import State, board_of

PIECES = "bwBW"
"""Letters of Black's men, White's men, Black's kings, White's kings."""
LIGHT, DARK, INK = "#efe6d0", "#5d8a66", "#24402b"
COLOURS = ("#2d2a28", "#f8f4ea")
"""Black's and White's pieces."""
CROWN = "m-8 6v-11l4 5 4-8 4 8 4-5v11z"


def place_of(square: int, size: int) -> tuple[int, int]:
    """Return the column and the row of a square, from the top left."""
    row, place = divmod(number_of(square, size) - 1, size // 2)
    return 2 * place + 1 - row % 2, row


def shown(s: State, size: int) -> str:
    """Return the board, a dot for an empty square, each row between the numbers of its first and its last square."""
    rows = [[" "] * size for _ in range(size)]
    for square in squares(board_of(size)):
        column, row = place_of(square, size)
        rows[row][column] = _letter(s, square)
    each = size // 2
    lines = [f"{each * row + 1:>2}  {' '.join(cells)}  {each * (row + 1):>2}" for row, cells in enumerate(rows)]
    return "\n".join([*lines, f"{('Black', 'White')[s.turn]} to move"])


def drawn(s: State, size: int) -> str:
    """Return the board as SVG; a king wears a crown."""
    places = {square: place_of(square, size) for square in squares(board_of(size))}
    path = "".join(f"M{x * CELL} {y * CELL}h{CELL}v{CELL}h-{CELL}z" for x, y in places.values())
    parts = [f'<rect x="0" y="0" width="{size * CELL}" height="{size * CELL}" fill="{LIGHT}"/><path d="{path}" fill="{DARK}"/>']
    for square, (x, y) in places.items():
        letter = _letter(s, square)
        if letter in PIECES:
            owner = PIECES.index(letter) % 2
            parts.append(_disc(x, y, COLOURS[owner]))
            parts += [_crown(x, y, COLOURS[1 - owner])] if letter.isupper() else []
        parts.append(_number(x, y, number_of(square, size)))
    parts += [clickable(str(number_of(square, size)), x, y) for square, (x, y) in places.items()]
    return picture(size, size, parts, sides=(("Black", COLOURS[0]), ("White", COLOURS[1])))


def _letter(s: State, square: int) -> str:
    """Return the letter of the piece on a square, or a dot."""
    if not (s.mine | s.theirs) >> square & 1:
        return "."
    owner = s.turn if s.mine >> square & 1 else 1 - s.turn
    return PIECES[owner + 2 * (s.kings >> square & 1)]


def _disc(x: int, y: int, colour: str) -> str:
    """Return a piece in the cell at (x, y), small enough to leave the number of the square alone."""
    return f'<circle cx="{x * CELL + CELL // 2}" cy="{y * CELL + CELL // 2}" r="{CELL * 7 // 20}" fill="{colour}"/>'


def _crown(x: int, y: int, colour: str) -> str:
    """Return a crown in the middle of the cell at (x, y)."""
    return f'<path d="M{x * CELL + CELL // 2} {y * CELL + CELL // 2}{CROWN}" fill="{colour}"/>'


def _number(x: int, y: int, number: int) -> str:
    """Return the number of a square in the upper left corner of its cell."""
    return f'<text x="{x * CELL + 2}" y="{y * CELL + 8}" font-size="8" fill="{INK}">{number}</text>'
