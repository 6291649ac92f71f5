"""Pictures of the star of Chinese checkers."""

from __future__ import annotations

from kibitz.games._drawing import LINE, clickable_area, document, words
from kibitz.games.chinese_checkers import board, notation

COLOURS = ("#e5484d", "#f2b705", "#2f9e68", "#9a63d8", "#2f6fb5", "#3a3f47")
"""The colours of up to six players; the pieces have numbers too, for who sees no difference."""
NAMES = ("Red", "Yellow", "Green", "Violet", "Blue", "Black")
INKS = ("#ffffff", "#3a2c00", "#ffffff", "#ffffff", "#ffffff", "#ffffff")
"""The colours of the numbers on them."""
PIECE = 13
STEP, ROW = 34, 30
"""Distance of neighbouring holes in a row, and of rows."""
EDGE, LEFT = 26, 50
"""Room around the star, and at its left, where the names of the rows stand."""
WOOD, HOLE, RIM = "#f3e6cd", "#cdb48d", "#8a6a4a"


def text(size: int, pieces: tuple[int, ...], turn: int, left: int) -> str:
    """Return the star as text, with the letters of its rows, whose turn it is and how many moves are left."""
    rows = notation.rows(size, pieces)
    widest = max(map(len, rows))
    drawn = [
        f"{letter}  {' '.join(row).center(2 * widest - 1).rstrip()}"
        for letter, row in zip(notation.LETTERS, rows, strict=False)
    ]
    return "\n".join([*drawn, f"player {turn + 1} to move, {left} moves left"])


def picture(size: int, seats: tuple[int, ...], pieces: tuple[int, ...], turn: int) -> str:
    """Return the star as SVG: each player's goal has a rim of its colour, and who is to move a piece in the corner."""
    goals = {hole: player for player, seat in enumerate(seats) for hole in board.point_holes(size, (seat + 3) % 6)}
    marks = "".join(notation.rows(size, pieces))
    width, height = 3 * size * STEP + LEFT + EDGE, 4 * size * ROW + 2 * EDGE
    parts, areas = [_outline(size)], []
    for number, (hole, mark) in enumerate(zip(board.holes(size), marks, strict=True)):
        x, y = _place(size, hole)
        rim = COLOURS[goals[number]] if number in goals else RIM
        parts.append(_hole(x, y, rim) if mark == "." else _piece(x, y, int(mark) - 1, rim))
        areas.append(clickable_area(notation.hole_name(size, number), x - STEP // 2, y - ROW // 2, STEP, ROW))
    names = zip(notation.LETTERS, range(-2 * size, 2 * size + 1), strict=False)
    parts += [words(EDGE // 2, _place(size, (0, row))[1], letter, LINE, 15) for letter, row in names]
    parts.append(_piece(width - EDGE, EDGE, turn, RIM))
    sides = list(zip(NAMES, COLOURS, strict=True))[: len(seats)]
    return document(width, height, parts + areas, sides=sides)


def _hole(x: int, y: int, rim: str) -> str:
    """Return an empty hole."""
    return f'<circle cx="{x}" cy="{y}" r="7" fill="{HOLE}" stroke="{rim}" stroke-width="2"/>'


def _piece(x: int, y: int, player: int, rim: str) -> str:
    """Return a piece with its player's number."""
    disc = f'<circle cx="{x}" cy="{y}" r="{PIECE}" fill="{COLOURS[player]}" stroke="{rim}" stroke-width="2"/>'
    return disc + words(x, y, str(player + 1), INKS[player], 14, bold=True)


def _place(size: int, hole: board.Hole) -> tuple[int, int]:
    """Return where the middle of a hole lies in the picture."""
    q, r = hole
    return LEFT + 3 * size * STEP // 2 + q * STEP + r * STEP // 2, EDGE + (r + 2 * size) * ROW


def _outline(size: int) -> str:
    """Return the wood under the holes: two triangles with round edges."""
    tips = [max(board.holes(size), key=lambda hole, point=point: board.height(hole, point)) for point in range(6)]  # type: ignore[misc]
    paths = [
        "M" + "L".join(f"{x} {y}" for x, y in (_place(size, tips[point]) for point in corners)) + "Z"
        for corners in ((0, 2, 4), (1, 3, 5))
    ]
    return f'<path d="{"".join(paths)}" fill="{WOOD}" stroke="{WOOD}" stroke-width="44" stroke-linejoin="round"/>'
