"""The board of morris as text and as a picture."""

from __future__ import annotations

from kibitz.games._drawing import PLAYERS, SIDES_BY_COLOUR, clickable_area, document, words
from kibitz.games.morris.board import State
from kibitz.games.morris.notation import LETTERS, letter, place_of, point_name, sides, squares_of

STEP, EDGE, MAN = 50, 44, 16
WOOD, LINE, INK, RIM = "#efe0c2", "#8a6a4a", "#3a2c1c", "#4a3a28"


def shown(s: State, men: int) -> str:
    """Return the board with its lines, the names of rows and columns, whose turn it is and what is in hand."""
    squares = squares_of(men)
    size = 2 * squares + 1
    marks = {place_of(point, squares): letter(s, point) for point in range(8 * squares)}
    lines = []
    for row in range(size - 1, -1, -1):
        cells = [marks.get((column, row), " ") for column in range(size)]
        joined = cells[0]
        for column in range(1, size):
            joined += ("-" if _is_line(column, row, squares) else " ") * 3 + (
                cells[column] if cells[column] != " " else _between(column, row, squares)
            )
        lines.append(f"{row + 1} {joined}".rstrip())
        if row:
            lines.append(("  " + "   ".join(_upright(column, row, squares) for column in range(size))).rstrip())
    left = 2 * men - s.placed
    in_hand = f", {left // 2} men of x and {(left + 1) // 2} of o in hand" if left else ""
    return "\n".join([*lines, "  " + "   ".join("abcdefg"[:size]), f"{LETTERS[s.turn]} to move{in_hand}"])


def _is_line(column: int, row: int, squares: int) -> bool:
    """Return whether a line joins a place to the one at its left."""
    away = abs(row - squares)
    if away == 0:
        return column <= squares - 1 or column > squares + 1
    return squares - away < column <= squares + away


def _between(column: int, row: int, squares: int) -> str:
    """Return what stands where there is no point: a line across, one upright, or nothing."""
    if _is_line(column, row, squares) and _is_line(column + 1, row, squares):
        return "-"
    return _upright(column, row, squares) if _upright(column, row + 1, squares) != " " else " "


def _upright(column: int, row: int, squares: int) -> str:
    """Return the line that joins a place to the one below it, or a blank."""
    return "|" if _is_line(row, column, squares) else " "


def drawn(s: State, men: int) -> str:
    """Return the board as SVG; men in hand lie at its right."""
    squares = squares_of(men)
    span = 2 * squares * STEP
    width, height = span + 2 * EDGE + (STEP if s.placed < 2 * men else 0), span + 2 * EDGE
    parts = [f'<rect x="0" y="0" width="{width}" height="{height}" rx="8" fill="{WOOD}"/>', _lines(squares)]
    for index in range(2 * squares + 1):
        parts.append(words(EDGE // 3, EDGE + span - index * STEP, str(index + 1), INK, 14))
        parts.append(words(EDGE + index * STEP, height - EDGE // 3, "abcdefg"[index], INK, 14))
    areas = []
    for point in range(8 * squares):
        x, y = _place(point, squares)
        mark = letter(s, point)
        parts.append(f'<circle cx="{x}" cy="{y}" r="4" fill="{LINE}"/>' if mark == "." else _man(x, y, LETTERS.index(mark)))
        areas.append(clickable_area(point_name(point, squares), x - STEP // 2, y - STEP // 2, STEP, STEP))
    left = 2 * men - s.placed
    for player, in_hand in enumerate((left // 2, (left + 1) // 2)):
        parts += [
            _man(width - STEP // 2, EDGE // 2 + 2 * MAN * player + (span + EDGE) * number // (2 * men), player)
            for number in range(player * men, player * men + in_hand)
        ]
    if not left and sides(s) != (0, 0):
        parts.append(_man(width - EDGE // 2, EDGE // 2, s.turn, 8))
    return document(width, height, parts + areas, sides=SIDES_BY_COLOUR[:2])


def _place(point: int, squares: int) -> tuple[int, int]:
    """Return where a point lies in the picture."""
    column, row = place_of(point, squares)
    return EDGE + column * STEP, EDGE + (2 * squares - row) * STEP


def _lines(squares: int) -> str:
    """Return the squares and the lines between their midpoints."""
    path = ""
    for square in range(squares):
        left, size = EDGE + square * STEP, 2 * (squares - square) * STEP
        path += f"M{left} {left}h{size}v{size}h-{size}z"
    middle, far, inside = EDGE + squares * STEP, EDGE + 2 * squares * STEP, (squares - 1) * STEP
    path += f"M{middle} {EDGE}v{inside}M{middle} {far}v-{inside}M{EDGE} {middle}h{inside}M{far} {middle}h-{inside}"
    return f'<path d="{path}" fill="none" stroke="{LINE}" stroke-width="3"/>'


def _man(x: int, y: int, player: int, radius: int = MAN) -> str:
    """Return a man."""
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{PLAYERS[player]}" stroke="{RIM}" stroke-width="2"/>'
