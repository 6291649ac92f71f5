"""Othello's board as a picture."""

from __future__ import annotations

from kibitz.core.bits import bit
from kibitz.games._drawing import CELL, clickable, disc, dot, label, picture, plate
from kibitz.games.othello.notation import EMPTY, LETTERS, square_name

GREEN = "#2f8f5b"
LINES = "#1d6b41"
DISCS = ("#15181b", "#f4f6f8")


def drawn(size: int, board: str, moves: int, turn: int) -> str:
    """Return the board of letters as SVG, with a dot in the mover's colour on each square it can move to."""
    parts = [plate(1, 1, size, size, GREEN), _lines(size)]
    parts += [label(x + 1, 0, chr(ord("a") + x)) + label(0, x + 1, str(x + 1)) for x in range(size)]
    for square, letter in enumerate(board):
        x, y = square % size + 1, square // size + 1
        if letter != EMPTY:
            parts.append(disc(x, y, DISCS[LETTERS.index(letter)]))
        elif moves & bit(square):
            parts.append(dot(x, y, DISCS[turn]))
    parts += [clickable(square_name(size, square), square % size + 1, square // size + 1) for square in range(size * size)]
    return picture(size + 1, size + 1, parts, sides=(("Black", DISCS[0]), ("White", DISCS[1])))


def _lines(size: int) -> str:
    """Return the lines between the squares."""
    upright = "".join(f"M{place * CELL} {CELL}v{size * CELL}" for place in range(2, size + 1))
    level = "".join(f"M{CELL} {place * CELL}h{size * CELL}" for place in range(2, size + 1))
    return f'<path d="{upright}{level}" fill="none" stroke="{LINES}" stroke-width="1.5"/>'
