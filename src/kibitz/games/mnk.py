"""The m,n,k games: tic-tac-toe and its relatives on any board of up to 64 cells, for two to four players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.bits import bit, lowest_bit, popcount, shift_left, shift_right, with_item
from kibitz.core.errors import InputError, PositionError
from kibitz.core.game import game
from kibitz.core.grids import Grid
from kibitz.games._boards import check_turns, column_name, read_rows
from kibitz.games._drawing import MARK_SIDES, MARKS, clickable, grid, label, picture

LETTERS = "xots"
"""The players' letters: cross, circle (o), triangle, square."""


class State(NamedTuple):
    """A position: the cells that each player holds, the player to move first, and the player who moved last at the end.

    Each is a set of cells, one bit a cell, in reading order. On the board of 3 by 3:

        0 1 2
        3 4 5
        6 7 8
    """

    stones: tuple[int, ...]


@game()
class Mnk(NamedTuple):
    """The players in turn mark an empty cell of a board of `width` by `height`.

    Who first has `connect` marks in a row, level, upright or diagonal, wins, and the others share the loss. A full board
    without such a row is a draw.
    """

    width: int = 3
    height: int = 3
    connect: int = 3
    players: int = 2

    def initial(self) -> State:
        """Return the empty board."""
        return State((0,) * self.players)

    def to_move(self, s: State) -> int:
        """Return the player whose turn it is after so many marks."""
        return popcount(self._taken(s)) % self.players

    def actions(self, s: State) -> Iterator[int]:
        """Yield the empty cells in reading order."""
        empty = self._board() & ~self._taken(s)
        while empty != 0:
            cell = lowest_bit(empty)
            yield cell
            empty &= ~bit(cell)

    def result(self, s: State, a: int) -> State:
        """Return the position after cell `a` was marked; everybody moves up one place."""
        return State((*s.stones[1:], s.stones[0] | bit(a)))

    def is_terminal(self, s: State) -> bool:
        """Return whether the last move made a line or filled the board."""
        return self._has_line(s.stones[self.players - 1]) or self._taken(s) == self._board()

    def utility(self, s: State, player: int) -> float:
        """Return 1 to the winner, -1 shared among the losers, 0 for a draw."""
        if not self._has_line(s.stones[self.players - 1]):
            return 0.0
        return 1.0 if (player + 1) % self.players == self.to_move(s) else -1.0 / (self.players - 1)

    def utility_bounds(self, s: State, player: int) -> tuple[float, float]:
        """Return a loss and a win."""
        return -1.0 / (self.players - 1), 1.0

    def evaluate(self, s: State, player: int) -> float:
        """Return how many lines are still open to `player`, less what the others have on average; within (-1, 1)."""
        place = (player - self.to_move(s)) % self.players
        taken = self._taken(s)
        lead = 0.0
        for other in range(self.players):
            lines = self._count_lines(self._board() & (~taken | s.stones[other]))
            lead += lines if other == place else -lines / (self.players - 1)
        return lead / (1 + self._count_lines(self._board()))

    def cell_content(self, s: State, cell: int) -> int:
        """Return whose mark is on a cell: 1 for the player to move, 2 for the next one, and so on; 0 for none."""
        content = 0
        for place in range(self.players):
            content += (place + 1) * (shift_right(s.stones[place], cell) & 1)
        return content

    def pattern_grid(self) -> Grid:
        """Return the board."""
        return Grid(self.width, self.height, self.players + 1)

    def count_symmetries(self) -> int:
        """Return in how many ways the board can be turned and mirrored: 8 of a square, 4 of another rectangle."""
        return 8 if self.width == self.height else 4

    def symmetric(self, s: State, form: int) -> State:
        """Return the position turned or mirrored."""
        stones = s.stones
        for player in range(self.players):
            cells, left = 0, s.stones[player]
            while left != 0:
                cells |= bit(self.symmetric_action(lowest_bit(left), form))
                left &= ~bit(lowest_bit(left))
            stones = with_item(stones, player, cells)
        return State(stones)

    def symmetric_action(self, a: int, form: int) -> int:
        """Return where a cell comes to lie: with left and right exchanged, top and bottom, or rows and columns."""
        column, row = a % self.width, a // self.width
        if form & 1:
            column = self.width - 1 - column
        if form & 2:
            row = self.height - 1 - row
        return column * self.width + row if form & 4 else row * self.width + column

    def _taken(self, s: State) -> int:
        """Return all marked cells."""
        cells = 0
        for stones in s.stones:
            cells |= stones
        return cells

    def _board(self) -> int:
        """Return all cells."""
        return shift_right(-1, 64 - self.width * self.height)

    def _has_line(self, cells: int) -> bool:
        """Return whether `cells` hold a line in one of the four directions."""
        straight = self._lines(cells, 1, 0) | self._lines(cells, 0, 1)
        return (straight | self._lines(cells, 1, 1) | self._lines(cells, -1, 1)) != 0

    def _count_lines(self, cells: int) -> int:
        """Return how many lines lie within `cells`."""
        straight = popcount(self._lines(cells, 1, 0)) + popcount(self._lines(cells, 0, 1))
        return straight + popcount(self._lines(cells, 1, 1)) + popcount(self._lines(cells, -1, 1))

    def _lines(self, cells: int, across: int, down: int) -> int:
        """Return the cells from which `connect` of `cells` follow each other, each `across` and `down` from the one before."""
        if (across != 0 and self.connect > self.width) or (down != 0 and self.connect > self.height):
            return 0
        for _ in range(self.connect - 1):
            cells &= shift_right(cells, down * self.width + across)
        return cells & self._starts(across) if across != 0 and cells != 0 else cells

    def _starts(self, across: int) -> int:
        """Return the cells from which a line keeps off the side of the board, where it would go on in the next row."""
        columns = shift_right(-1, 63 - self.width + self.connect)  # the lowest width - connect + 1 bits
        if across < 0:
            columns = shift_left(columns, self.connect - 1)
        cells = 0
        for row in range(self.height):
            cells |= shift_left(columns, row * self.width)
        return cells

    def validate(self) -> None:
        """Refuse boards that cannot be played or do not fit into 64 bits."""
        if min(self.width, self.height, self.connect) < 1 or self.width * self.height > 64:
            raise InputError(f"mnk needs a board of 1 to 64 cells and a connect of at least 1, not {tuple(self[:3])}")
        if self.connect > max(self.width, self.height):
            raise InputError(f"no line of {self.connect} fits on a board of {self.width} by {self.height}")
        if not 2 <= self.players <= len(LETTERS):
            raise InputError(f"mnk is for 2 to {len(LETTERS)} players, not {self.players}")

    def action_name(self, s: State, a: int) -> str:
        """Return the column's letter and the row's number, counted from the top left: `a1`."""
        return f"{column_name(a % self.width)}{a // self.width + 1}"

    def parse(self, text: str) -> State:
        """Return the position of a board like `x.o/.x./...`; who is to move follows from the number of marks."""
        cells = "".join(read_rows(text.lower(), self.width, self.height, LETTERS[: self.players]))
        sides = [[cell for cell, letter in enumerate(cells) if letter == mark] for mark in LETTERS[: self.players]]
        mover = check_turns(text, [len(side) for side in sides])
        stones = [sum(map(bit, side)) for side in sides[mover:] + sides[:mover]]
        before = [stones[-1] & ~bit(cell) for cell in sides[mover - 1]]
        if any(map(self._has_line, stones[:-1])) or (before and all(map(self._has_line, before))):
            raise PositionError(f"the game {text!r} was won before its last move")
        return State(tuple(stones))

    def _rows(self, s: State) -> list[str]:
        """Return the board as text, the top row first."""
        mover = self.to_move(s)
        held = [{cell for cell in range(64) if stones & bit(cell)} for stones in s.stones]
        owner = {cell: LETTERS[(mover + place) % self.players] for place, cells in enumerate(held) for cell in cells}
        letters = "".join(owner.get(cell, ".") for cell in range(self.width * self.height))
        return [letters[start : start + self.width] for start in range(0, len(letters), self.width)]

    def notation(self, s: State) -> str:
        """Return the rows from the top: `x.o/.x./...`."""
        return "/".join(self._rows(s))

    def distinct_actions(self) -> int:
        """Return the number of cells."""
        return self.width * self.height

    def show(self, s: State) -> str:
        """Return the board with the names of its columns and rows."""
        wide, high = len(column_name(self.width - 1)), len(str(self.height))
        lines = [[column_name(column) for column in range(self.width)], *self._rows(s)]
        names = ["", *(str(row + 1) for row in range(self.height))]
        return "\n".join(
            f"{name:>{high}} " + " ".join(f"{cell:>{wide}}" for cell in row) for name, row in zip(names, lines, strict=True)
        )

    def svg(self, s: State) -> str:
        """Return the board as a picture."""
        parts = [grid(1, 1, self.width, self.height)]
        parts += [label(x + 1, 0, column_name(x)) for x in range(self.width)]
        for y, row in enumerate(self._rows(s), start=1):
            parts.append(label(0, y, str(y)))
            parts += [MARKS[LETTERS.index(letter)](x, y) for x, letter in enumerate(row, start=1) if letter != "."]
        parts += [
            clickable(self.action_name(s, a), a % self.width + 1, a // self.width + 1) for a in range(self.width * self.height)
        ]  # fmt: skip
        return picture(self.width + 1, self.height + 1, parts, sides=MARK_SIDES[: self.players])

    def cells(self, s: State, a: int) -> tuple[str, ...]:
        """Return the cell that is marked."""
        return (self.action_name(s, a),)
