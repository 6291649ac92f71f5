"""Shapes of three by three points in whose middle a move is often good: hane, cuts, and blocks at the edge of the board.

The idea and the shapes: Gelly, Wang, Munos and Teytaud, "Modification of UCT with patterns in Monte-Carlo Go" (2006).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from kibitz.core.bits import wrap
from kibitz.games.go.sets import Points

SHAPES = (
    # hane: around the end of a chain, where the stones of both sides meet
    "XOX .-. ???",
    "XO. .-. ?.?",
    "XO? X-. x.?",
    ".O. X-. ...",
    # cuts: between two chains of the other, and into a gap
    "XO? O-o ?o?",
    "XO? O-X ???",
    "?X? O-O ooo",
    "OX? o-O ???",
    # at the edge of the board
    "X.? O-? ###",
    "OX? X-O ###",
    "?X? x-O ###",
    "?XO x-x ###",
)
"""Three rows each, turned and mirrored in all ways: X and O are the two sides, either of them to move."""
MEANINGS = {"X": "X", "O": "O", ".": ".", "x": ".O#", "o": ".X#", "?": ".XO#", "#": "#"}
"""What each letter stands for: stones, a dot for an empty point, # for what is off the board, or several of these."""
CODES = {".": 0, "X": 1, "O": 1 << 8, "#": 1 | 1 << 8}
AROUND = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2))
"""The eight points around the middle, in reading order."""


CORNER = 8 + 1
"""From a place of a window back to the one before it in the row above."""
RING = 0b1110 << 8 | 0b1010 << 16 | 0b1110 << 24
"""The places of a window around its middle."""


@lru_cache(maxsize=1)
def shapes() -> tuple[int, ...]:
    """Return one bit for each of the 65,536 surroundings of a point, 64 in a number: whether it has one of the shapes.

    Of a surrounding, bits 0 to 7 are the mover's stones, bits 8 to 15 the other's, in reading order; points off the
    board are both.
    """
    found = [0] * 1024
    for shape in SHAPES:
        for rows in _turned(shape.split()):
            for letters in ("".join(rows), "".join(rows).translate(str.maketrans("XOxo", "OXox"))):
                for choice in product(*(MEANINGS[letters[3 * row + column]] for row, column in AROUND)):
                    index = sum(CODES[letter] << place for place, letter in enumerate(choice))
                    found[index >> 6] |= 1 << (index & 63)
    return tuple(map(wrap, found))


def window(points: Points, row: int, column: int, size: int, rows: int, step: int, outside: int) -> int:
    """Return the five rows of five points around one, eight bits a row: those among `points`, and all that is off the board.

    The last four say how the board lies in words: its size, the rows in a word, the bits from row to row, and those between.
    """
    found = 0
    for near in range(5):
        y = row + near - 2
        five = 31
        if 0 <= y < size:
            word = points[y // rows] | outside
            first = y % rows * step + column - 2
            five = (word >> first if first >= 0 else (word + 1 << -first) - 1) & 31
        found |= five << 8 * near
    return found


def shape_of(mine: int, theirs: int, place: int) -> int:
    """Return the number of the surroundings of a place in two windows."""
    first, second = mine >> place - CORNER, theirs >> place - CORNER
    return (
        first & 7 | first >> 5 & 8 | first >> 6 & 16 | first >> 11 & 224
        | (second & 7) << 8 | second << 3 & 2048 | second << 2 & 4096 | second >> 3 & 57344
    )  # fmt: skip


def _turned(rows: list[str]) -> list[list[str]]:
    """Return a shape in all eight ways to look at it."""
    found = []
    for _ in range(4):
        rows = ["".join(row[column] for row in reversed(rows)) for column in range(3)]
        found += [rows, [row[::-1] for row in rows]]
    return found
