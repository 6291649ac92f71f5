"""Boards in colour: cell by cell where a game tells its cells, else as it shows them, each player's letters in one colour."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from rich.console import Console
from rich.text import Text

from kibitz.cli.streams import is_unicode
from kibitz.core.boards import Board, Cell, board_text, sign
from kibitz.core.contract import BoardCells, Game, implements

MARKS = {"x": "bold red", "o": "bold yellow", "t": "bold green", "s": "bold magenta", "*": "bold yellow"}
"""The letters that games use for the first to the fourth player, and dirt."""
_LONE = re.compile(r"(?<!\S)[xots*](?!\S)|\*", re.IGNORECASE)
INK, LIGHT, DARK = "#000000", "#f0d9b5", "#a0785a"
"""The pieces and the squares of a chequered board; they differ on a terminal of 16 colours too."""
MARKED_LIGHT, MARKED_DARK = "#d9cf5b", "#b3a632"
"""The squares of the last move."""


def board(out: Console, game: Game, state: Any, player: int = 0, path: Collection[str] = ()) -> Text:
    """Return the position to be looked at as `player` sees it, with the cells of a move marked where the game tells its cells.

    On a terminal pieces are figures if it has the letters for them, and in colours if it has any.
    """
    if not implements(game, BoardCells):
        return _coloured_text(game.show(state))
    cells, figures = game.board_cells(state, player), out.is_terminal and is_unicode()
    if out.color_system is None or out.no_color:
        return Text(board_text(cells, path, figures=figures))
    return _coloured_cells(cells, path, figures)


def _coloured_text(shown: str) -> Text:
    """Return what a game shows, letters that stand for a player in that player's colour."""
    text = Text(shown)
    for found in _LONE.finditer(text.plain):
        text.stylize(MARKS[found[0].lower()], *found.span())
    for dots in re.finditer(r"(?<!\S)\.(?!\S)", text.plain):
        text.stylize("dim", *dots.span())
    return text


def _coloured_cells(board: Board, marked: Collection[str], figures: bool) -> Text:
    """Return a board on squares of two colours, or on none."""
    wide = max(map(len, board.row_names))
    text = Text()
    for name, row in zip(board.row_names, board.rows, strict=True):
        text.append(f"{name:>{wide}} ", "dim")
        for cell in row:
            is_empty = cell.letter == "." and cell.is_dark is not None
            text.append(f" {' ' if is_empty else sign(cell, figures)} ", _style(cell, cell.name in marked))
        text.append("\n")
    text.append(f"{'':>{wide}} {''.join(f' {name} ' for name in board.column_names)}", "dim")
    return text.append(f"\n{board.caption}") if board.caption else text


def _style(cell: Cell, is_marked: bool) -> str:
    """Return the colours of a cell."""
    if cell.is_dark is None:
        return "reverse" if is_marked else MARKS.get(cell.letter.lower(), "dim" if cell.letter == "." else "")
    ground = (MARKED_DARK if cell.is_dark else MARKED_LIGHT) if is_marked else (DARK if cell.is_dark else LIGHT)
    return f"{INK} on {ground}"
