"""Points, positions and moves of morris as text."""

from __future__ import annotations

import re

from kibitz.core.bits import bit, popcount
from kibitz.core.errors import PositionError
from kibitz.games.morris.board import State

LETTERS = "xo"
NOWHERE = 31
"""In a move, the point of a man in hand, and that of nothing captured."""
_PLACES = ((0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0), (0, 1))
"""Column and row of the points of a square, each low, in the middle or high, clockwise from the upper left corner."""
_NUMBER = re.compile(r"\d{1,4}")


def squares_of(men: int) -> int:
    """Return on how many squares, one in another, so many men play."""
    return 2 if men <= 6 else 3


def place_of(point: int, squares: int) -> tuple[int, int]:
    """Return the column and the row of a point, counted from the lower left corner of the outermost square."""
    square, (column, row) = point // 8, _PLACES[point % 8]
    across = (square, squares, 2 * squares - square)
    return across[column], across[row]


def point_name(point: int, squares: int) -> str:
    """Return the name of a point: a1 at the lower left."""
    column, row = place_of(point, squares)
    return f"{'abcdefg'[column]}{row + 1}"


def rows(squares: int) -> list[list[int]]:
    """Return the points of each row from the top, from the left."""
    points = sorted(range(8 * squares), key=lambda point: (-place_of(point, squares)[1], place_of(point, squares)[0]))
    found: list[list[int]] = [[] for _ in range(2 * squares + 1)]
    for point in points:
        found[2 * squares - place_of(point, squares)[1]].append(point)
    return found


def parts(a: int) -> tuple[int, int, int]:
    """Return from where a man goes, to where, and where one is captured; NOWHERE for none."""
    return a & 31, a >> 5 & 31, a >> 10


def action_name(a: int, squares: int) -> str:
    """Return a move's name: `d6` places a man, `d6-d7` moves it, `d6xa1` and `d6-d7xa1` capture one."""
    origin, target, captured = parts(a)
    name = point_name(target, squares)
    if origin != NOWHERE:
        name = f"{point_name(origin, squares)}-{name}"
    return name if captured == NOWHERE else f"{name}x{point_name(captured, squares)}"


def sides(s: State) -> tuple[int, int]:
    """Return the first player's men and the second's."""
    return (s.mine, s.theirs) if s.turn == 0 else (s.theirs, s.mine)


def letter(s: State, point: int) -> str:
    """Return the letter of the man on a point, or a dot."""
    first, second = sides(s)
    return "x" if first & bit(point) else "o" if second & bit(point) else "."


def write(s: State, men: int) -> str:
    """Return the rows from the top, whose turn it is, the men in hand, and the quiet moves where there were any."""
    board = "/".join("".join(letter(s, point) for point in row) for row in rows(squares_of(men)))
    return f"{board}:{LETTERS[s.turn]}:{2 * men - s.placed}" + (f":{s.quiet}" if s.quiet else "")


def read(text: str, men: int, patience: int) -> State:
    """Return the position of such a text."""
    squares = squares_of(men)
    shape = rows(squares)
    example = "/".join("." * len(row) for row in shape) + f":x:{2 * men}"
    board, *rest = text.strip().lower().split(":")
    lines = board.split("/")
    if [len(line) for line in lines] != [len(row) for row in shape] or not set(board) <= set("xo./"):
        raise PositionError(f"{text[:60]!r} is not a board of {len(shape)} rows such as {example}")
    if len(rest) not in (2, 3) or rest[0] not in LETTERS or len(rest[0]) != 1 or not all(map(_NUMBER.fullmatch, rest[1:])):
        raise PositionError(f"{text[:60]!r} does not end like {example}: whose turn it is, and the men in hand")
    stones = [0, 0]
    for row, line in zip(shape, lines, strict=True):
        for point, mark in zip(row, line, strict=True):
            if mark != ".":
                stones[LETTERS.index(mark)] |= bit(point)
    turn, left, quiet = LETTERS.index(rest[0]), int(rest[1]), int(rest[2]) if len(rest) == 3 else 0
    _require_possible(text, stones, turn, left, men)
    if quiet > patience or (quiet and left):
        raise PositionError(f"{text[:60]!r} has {quiet} quiet moves, of at most {patience}, and none while men are placed")
    return State(stones[turn], stones[1 - turn], turn, 2 * men - left, quiet)


def _require_possible(text: str, stones: list[int], turn: int, left: int, men: int) -> None:
    """Refuse more men than there are, and turns that do not go with the men in hand."""
    if left > 2 * men or (left and turn != left % 2):
        raise PositionError(f"{text[:60]!r} has {left} men in hand: of {2 * men}, placed in turn, x places the first")
    for player, in_hand in enumerate((left // 2, (left + 1) // 2)):
        if popcount(stones[player]) + in_hand > men:
            raise PositionError(f"{text[:60]!r} has more than {men} men of {LETTERS[player]}")
