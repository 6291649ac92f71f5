"""A board as cells, for whoever draws it: a game says what is where, and how one player sees it."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple


class Cell(NamedTuple):
    """One cell: its name, as `cells` has it, the letter of what is on it, a dot for nothing, and how it looks in print."""

    name: str
    letter: str
    figure: str = ""
    """A sign that stands for the letter where there are more than ASCII's."""
    is_dark: bool | None = None
    """Whether it is a dark or a light one of a chequered board; None on any other."""


class Board(NamedTuple):
    """The cells in rows from the top left, as a player sees them, the names of rows and columns, and a line of text below."""

    rows: tuple[tuple[Cell, ...], ...]
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    caption: str = ""


def sign(cell: Cell, figures: bool) -> str:
    """Return what is written for a cell."""
    return cell.figure if figures and cell.figure else cell.letter


def board_text(board: Board, marked: Collection[str] = (), *, figures: bool = False) -> str:
    """Return a board as text, letters or figures, with the marked cells in brackets."""
    wide = max(map(len, board.row_names))
    lines = []
    for name, row in zip(board.row_names, board.rows, strict=True):
        line, closing = f"{name:>{wide}}", " "
        for cell in row:
            line += ("(" if cell.name in marked else closing) + sign(cell, figures)
            closing = ")" if cell.name in marked else " "
        lines.append((line + closing).rstrip())
    return "\n".join([*lines, f"{'':>{wide}} {' '.join(board.column_names)}", *([board.caption] if board.caption else [])])
