"""2048: slide the tiles of a board, and two equal ones become their sum; after each move chance adds a tile.

A cell is four bits with the power of two on its tile, 0 if it is empty; cell (row, column) is at bit 16 row + 4 column:

     0  4  8 12
    16 20 24 28
    32 36 40 44          a row is 16 bits, and so is a column once the board is transposed
    48 52 56 60
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.bits import lowest_bit, multiply, popcount, shift_left, shift_right
from kibitz.core.errors import InputError, PositionError
from kibitz.core.game import CHANCE, game
from kibitz.games._twenty_forty_eight.drawing import cell_name, drawn
from kibitz.games._twenty_forty_eight.slides import ONES, filled, joined, line, packed, transposed

WIDEST = 4
MOST_POINTS = 1e9
"""More than a position can be given with."""
MOST = 16.0 * (1 << 20)
"""More than all points there are to be made: sixteen tiles of 32768 bring less than half of it."""
UP, DOWN, LEFT, RIGHT = range(4)
MOVES = ("up", "down", "left", "right")
FOUR = 0.1
"""How often the new tile is a 4 and not a 2."""
FALLING = tuple(0.7 ** (4 * row + (3 - column if row % 2 else column)) for row in range(4) for column in range(4))
"""What a tile is worth where it lies, row by row: most in a corner, then along the edge and back in the next row."""
ORDER, ROOM = 2.0, 2.0
"""Points for each such worth, and for the square of the empty cells."""


class State(NamedTuple):
    """A position: the cells, the points so far, and how many tiles are to appear before the player moves."""

    cells: int
    points: int
    coming: int


@game(players=1, constant_sum=None)
class TwentyFortyEight(NamedTuple):
    """One player slides all tiles of a board to one side, as far as they go; two equal ones that meet become their sum.

    The sums are the points. After each move a 2 appears on an empty cell, or, one time in ten, a 4; a game begins with two
    such tiles. It is over when no slide changes anything. Tiles of 32768 are the largest and do not join.
    """

    size: int = WIDEST

    def initial(self) -> State:
        """Return the empty board, on which two tiles are to appear."""
        return State(0, 0, 2)

    def to_move(self, s: State) -> int:
        """Return the player, or chance while a tile is to appear."""
        return CHANCE if s.coming > 0 else 0

    def actions(self, s: State) -> Iterator[int]:
        """Yield the new tiles, twice the cell's number plus 1 for a 4, or else the slides that change something."""
        if s.coming > 0:
            empty = self._board() & ~filled(s.cells)
            while empty != 0:
                cell = lowest_bit(empty) >> 2
                empty &= empty - 1
                yield 2 * cell
                yield 2 * cell + 1
        else:
            for a in range(4):
                if self._slid(s.cells, a)[0] != s.cells:
                    yield a

    def result(self, s: State, a: int) -> State:
        """Return the board after a tile has appeared or the tiles were slid."""
        if s.coming > 0:
            return State(s.cells | shift_left(1 + (a & 1), 4 * (a >> 1)), s.points, s.coming - 1)
        cells, points = self._slid(s.cells, a)
        return State(cells, s.points + points, 1)

    def is_terminal(self, s: State) -> bool:
        """Return whether the board is full and no two neighbours are equal."""
        if s.coming > 0 or self._board() & ~filled(s.cells) != 0:
            return False
        largest = s.cells & shift_right(s.cells, 1) & shift_right(s.cells, 2) & shift_right(s.cells, 3) & ONES
        across = filled(s.cells ^ shift_right(s.cells, 4)) | largest
        down = filled(s.cells ^ shift_right(s.cells, 16)) | largest
        return self._pairs(1, 0) & ~across == 0 and self._pairs(0, 1) & ~down == 0

    def utility(self, s: State, player: int) -> float:
        """Return the points."""
        return float(s.points)

    def score(self, s: State, player: int) -> int:
        """Return the points."""
        return s.points

    def probability(self, s: State, a: int) -> float:
        """Return how likely a new tile is: each empty cell the same, a 4 one time in ten."""
        share = FOUR if a & 1 else 1.0 - FOUR
        return share / popcount(self._board() & ~filled(s.cells))

    def evaluate(self, s: State, player: int) -> float:
        """Return the points so far, and more for what may come of large tiles in order, along an edge, and of empty cells."""
        turned = transposed(s.cells)
        order = max(self._order(s.cells), self._order(turned))
        empty = popcount(self._board() & ~filled(s.cells))
        return s.points + ORDER * order + ROOM * empty * empty

    def utility_bounds(self, s: State, player: int) -> tuple[float, float]:
        """Return the points so far, which are never lost, and more than any board of such tiles can bring."""
        return float(s.points), MOST + MOST_POINTS

    def key(self, s: State) -> int:
        """Return the cells, the points and the coming tiles, mixed."""
        h = multiply(s.cells ^ multiply(s.points * 4 + s.coming, -4658895280553007687), -7046029254386353131)
        h = multiply(h ^ shift_right(h, 32), -7723592293110705685)
        return h ^ shift_right(h, 29)

    def _board(self) -> int:
        """Return the lowest bit of every cell of the board."""
        return self._pairs(0, 0)

    def _pairs(self, across: int, down: int) -> int:
        """Return the cells that have another one so far across and down from them."""
        row = ONES & (1 << 4 * (self.size - across)) - 1
        cells = 0
        for number in range(self.size - down):
            cells |= shift_left(row, 16 * number)
        return cells

    def _slid(self, cells: int, a: int) -> tuple[int, int]:
        """Return the cells after a slide, and the points it makes."""
        if a >= LEFT:
            cells = transposed(cells)
        last = self.size - 1
        is_far = a in (DOWN, RIGHT)
        one, two = (line(cells, last), line(cells, last - 1)) if is_far else (line(cells, 0), line(cells, 1))
        three, four = (line(cells, last - 2), line(cells, last - 3)) if is_far else (line(cells, 2), line(cells, 3))
        one, two, three, four, points = joined(*packed(one, two, three, four))
        if is_far:
            cells = shift_left(one, 16 * last) | shift_left(two, 16 * (last - 1))
            cells |= 0 if last < 2 else shift_left(three, 16 * (last - 2))
            cells |= 0 if last < 3 else four
        else:
            cells = one | two << 16 | three << 32 | shift_left(four, 48)
        return (transposed(cells) if a >= LEFT else cells), points

    def _order(self, cells: int) -> float:
        """Return the tiles weighed by where they lie, from the best of the four corners on, along the rows."""
        best = 0.0
        for corner in range(4):
            worth = 0.0
            for row in range(self.size):
                for column in range(self.size):
                    across = self.size - 1 - column if corner & 1 else column
                    along = self.size - 1 - row if corner & 2 else row
                    exponent = shift_right(cells, 16 * along + 4 * across) & 15
                    if exponent > 0:
                        worth += FALLING[4 * row + column] * (1 << exponent)
            best = max(best, worth)
        return best

    def validate(self) -> None:
        """Refuse boards that are too small to slide on or do not fit into 64 bits."""
        if not 2 <= self.size <= WIDEST:
            raise InputError(f"2048 is played on a board of 2 to {WIDEST} cells a side, not {self.size}")

    def action_name(self, s: State, a: int) -> str:
        """Return the side to slide to, or the new tile: `b3=2` is a 2 in the second column and third row."""
        if s.coming == 0:
            return MOVES[a]
        row, column = divmod(a >> 1, WIDEST)
        return f"{cell_name(column, row)}={2 + 2 * (a & 1)}"

    def notation(self, s: State) -> str:
        """Return the rows from the top and the points, `0,2,0,0/0,4,0,8/.../...:24`; a plus for each tile to appear."""
        rows = "/".join(",".join(str(tile) for tile in row) for row in self._rows(s))
        return f"{rows}:{s.points}{'+' * s.coming}"

    def parse(self, text: str) -> State:
        """Return the position of such a text."""
        told = re.fullmatch(r"([\d,./]{3,200}):(\d{1,9})(\+{0,2})", text.strip(), re.ASCII)
        rows = [row.split(",") for row in told[1].replace(".", "0").split("/")] if told else []
        if told is None or len(rows) != self.size or any(len(row) != self.size for row in rows):
            example = "/".join([",".join(["0"] * self.size)] * self.size)
            raise PositionError(
                f"{text[:80]!r} is not {self.size} rows of {self.size} tiles and the points, such as {example}:0+"
            )
        cells = 0
        for row, tiles in enumerate(rows):
            for column, tile in enumerate(tiles):
                cells |= shift_left(_exponent(tile), 16 * row + 4 * column)
        s = State(cells, int(told[2]), len(told[3]))
        if (s.coming == 0 and cells == 0) or popcount(self._board() & ~filled(cells)) < s.coming:
            raise PositionError(f"{text!r} has {'no tile to slide' if cells == 0 else 'no room for a new tile'}")
        return s

    def _rows(self, s: State) -> list[list[int]]:
        """Return the tiles, row by row from the top, 0 for an empty cell."""
        return [
            [1 << exponent if (exponent := s.cells >> 16 * row + 4 * column & 15) else 0 for column in range(self.size)]
            for row in range(self.size)
        ]

    def distinct_actions(self) -> int:
        """Return the number of directions."""
        return 4

    def show(self, s: State) -> str:
        """Return the board and the points."""
        rows = ["".join(f"{tile or '.':>7}" for tile in row) for row in self._rows(s)]
        return "\n".join([*rows, f"points: {s.points}" + (", a tile is to appear" if s.coming else "")])

    def svg(self, s: State) -> str:
        """Return the board as a picture."""
        return drawn(self._rows(s), s.points)

    def cells(self, s: State, a: int) -> tuple[str, ...]:
        """Return the side to slide to, which is a cell beside the board, or the cell of the new tile."""
        return (self.action_name(s, a).partition("=")[0],)


def _exponent(tile: str) -> int:
    """Return the power of two on a tile, 0 for an empty cell, or refuse another number."""
    number = int(tile) if tile.isdigit() and len(tile) < 6 else -1
    if number == 0:
        return 0
    if number < 2 or number > 1 << 15 or number & number - 1:
        raise PositionError(f"{tile!r} is no tile: they are 0 for an empty cell and the powers of two from 2 to {1 << 15}")
    return number.bit_length() - 1
