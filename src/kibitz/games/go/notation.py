"""Go's positions as text: points by letter and number, boards of letters, what the rules remember."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from kibitz.core.errors import IllegalMoveError, PositionError
from kibitz.games._boards import read_rows
from kibitz.games.go.tables import beside

COLUMNS = "ABCDEFGHJKLMNOPQRST"
"""The letters of the columns: there is no I."""
STONES = "XO"
"""Black, who begins, and white."""
COLOURS = ("black", "white")
EMPTY, STAR, NOTHING, PASS = ".", "+", "-", "pass"
NOWHERE = -1
_POINT = re.compile(r"([A-HJ-T])([1-9]|1\d)", re.IGNORECASE)


class Board(NamedTuple):
    """A position as it is written: points by number, and None for what is left open."""

    stones: tuple[list[int], list[int]]
    turn: int
    ko: int
    last: int
    left: int | None
    past: tuple[int, ...]


def point_name(size: int, point: int) -> str:
    """Return the letter of the column and the number of the row, from below: `E5`; for moves that are no points, `pass`."""
    return PASS if point >= size * size else f"{COLUMNS[point % size]}{size - point // size}"


def read_point(size: int, text: str) -> int:
    """Return the number of the point called `text`, in capitals or not, or of the pass."""
    if text.lower() == PASS:
        return size * size
    found = _POINT.fullmatch(text)
    column, row = (COLUMNS.index(found[1].upper()), int(found[2])) if found else (size, size + 1)
    if column >= size or row > size:
        shown = text if len(text) <= 20 else f"{text[:20]}..."
        raise IllegalMoveError(f"{shown!r} is no point; points are A1 to {COLUMNS[size - 1]}{size} (there is no I), and {PASS}")
    return (size - row) * size + column


def letters(size: int, stones: Sequence[Collection[int]]) -> str:
    """Return the points in reading order, one letter each."""
    black, white = map(set, stones)
    return "".join(STONES[0] if p in black else STONES[1] if p in white else EMPTY for p in range(size * size))


def written(size: int, board: Board) -> str:
    """Return a position in one word: rows from the top, then side to move, ko, last move, moves left and the positions past."""
    marked = letters(size, board.stones)
    rows = "/".join(marked[row * size : (row + 1) * size] for row in range(size))
    last = NOTHING if board.last < 0 else point_name(size, board.last) * (1 + (board.last > size * size))
    ko = NOTHING if board.ko < 0 else point_name(size, board.ko)
    parts = [rows, STONES[board.turn], ko, last, str(board.left)]
    if board.past:
        parts.append(",".join(NOTHING if one == NOWHERE else str(one) for one in board.past))
    return ":".join(parts)


def read(size: int, text: str) -> Board:
    """Return the position that such a word describes; what is missing at its end is left open."""
    rows, *rest = text.strip().split(":")
    marked = "".join(read_rows(rows.upper(), size, size, STONES))
    stones = tuple([p for p in range(size * size) if marked[p] == letter] for letter in STONES)
    side, ko, last, left, past = (*rest, *("",) * 5)[:5]
    if len(rest) > 5 or side.upper() not in ("", *STONES):
        raise PositionError(f"after the board in {_short(text)} comes :X or :O for the side to move, and then :KO:LAST:LEFT")
    try:
        return Board(
            (stones[0], stones[1]),
            STONES.index(side.upper() or STONES[0]),
            _point(size, ko),
            size * size + 1 if last == 2 * PASS else _point(size, last),
            _whole(left) if left else None,
            tuple(NOWHERE if one == NOTHING else int(one) for one in past.split(",")) if past else (),
        )
    except ValueError as error:
        raise PositionError(f"{_short(text)} is no board with :SIDE:KO:LAST:LEFT as they are written: {error}") from None


def chains(size: int, marked: str) -> list[tuple[list[int], set[int]]]:
    """Return each chain of a board of letters with its liberties."""
    found = [(area, around) for area, around in areas(size, marked) if marked[area[0]] != EMPTY]
    return [(chain, {point for point in around if marked[point] == EMPTY}) for chain, around in found]


def areas(size: int, marked: str) -> list[tuple[list[int], set[int]]]:
    """Return the connected points of each kind, stones or empty points, with the points of other kinds around them."""
    found = []
    seen: set[int] = set()
    for start in range(size * size):
        if start in seen:
            continue
        area, around = [start], set()
        seen.add(start)
        for point in area:
            for near in beside(size, point):
                if marked[near] != marked[start]:
                    around.add(near)
                elif near not in seen:
                    seen.add(near)
                    area.append(near)
        found.append((area, around))
    return found


def shown(size: int, marked: str, last: int, told: str) -> str:
    """Return the board of letters with the names of columns and rows, the last move in brackets, and a line of text below."""
    heads = "   " + " ".join(COLUMNS[:size])
    lines = [heads]
    for row in range(size):
        line = ""
        for point in range(row * size, (row + 1) * size):
            sign = STAR if marked[point] == EMPTY and point in stars(size) else marked[point]
            line += ("(" if point == last else ")" if point == last + 1 and point > row * size else " ") + sign
        end = ")" if last == (row + 1) * size - 1 else " "
        lines.append(f"{size - row:2}{line}{end}{size - row}")
    return "\n".join([*lines, heads, told])


def stars(size: int) -> list[int]:
    """Return the points that are marked on a board of that size for handicap stones: corners, centre, sides."""
    if size < 7:
        return []
    near = 2 if size < 13 else 3
    lines = (near, size // 2, size - 1 - near) if size % 2 else (near, size - 1 - near)
    sides = size >= 13
    return [row * size + column for row in lines for column in lines if sides or (row == size // 2) == (column == size // 2)]


def _point(size: int, text: str) -> int:
    """Return a point or the pass, or -1 for none."""
    return NOWHERE if text in ("", NOTHING) else read_point(size, text)


def _whole(text: str) -> int:
    """Return a number of moves."""
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise ValueError(f"{text!r} is no number of moves")
    return int(text)


def _short(text: str) -> str:
    """Return a text as it is repeated in an error: in quotes, and not too long."""
    return repr(text if len(text) <= 60 else f"{text[:60]}...")
