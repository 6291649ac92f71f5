"""Misere tic-tac-toe on a larger board: `kibitz play examples/misere.py`.

Two players in turn mark an empty cell. Who first has three marks in a row, level, upright or diagonal, loses; a full board
without such a row is a draw.
"""

from typing import NamedTuple

import kibitz
from kibitz import bits
from kibitz.core.errors import InputError

COLOURS = ("#d94048", "#2f6fb5")
EMPTY, LINE = "#eef1f4", "#808890"


class State(NamedTuple):
    """A position: the marks of the player to move and of the other, one bit a cell in reading order, and whose turn it is."""

    own: int
    other: int
    player: int


@kibitz.game(players=2)
class Misere(NamedTuple):
    """Two players mark cells; who first has three in a row loses."""

    size: int = 5

    def validate(self):
        """Refuse boards without room for a row, and those that do not fit into 64 bits."""
        if not 3 <= self.size <= 8:
            raise InputError(f"misere needs a board of 3 to 8 rows, not {self.size}")

    def initial(self):
        """Return the empty board."""
        return State(0, 0, 0)

    def to_move(self, s):
        """Return the player to move."""
        return s.player

    def actions(self, s):
        """Yield the empty cells in reading order."""
        for cell in range(self.size * self.size):
            if (s.own | s.other) & bits.bit(cell) == 0:
                yield cell

    def result(self, s, a):
        """Return the position after cell `a` was marked."""
        return State(s.other, s.own | bits.bit(a), 1 - s.player)

    def is_terminal(self, s):
        """Return whether the player who moved last has a row of three, or the board is full."""
        return self._has_row(s.other) or s.own | s.other == bits.shift_right(-1, 64 - self.size * self.size)

    def utility(self, s, player):
        """Return -1 to the player who made a row and 1 to the other; 0 on a full board without one."""
        if not self._has_row(s.other):
            return 0
        return 1 if player == s.player else -1

    def _has_row(self, cells):
        """Return whether three of `cells` stand in a row."""
        columns = 0
        for row in range(self.size):  # a level or slanting row begins in one of the columns but the last two
            columns |= bits.shift_left(bits.bit(self.size - 2) - 1, row * self.size)
        starts = self._starts(cells, 1) | self._starts(cells, self.size + 1)
        rising = self._starts(cells, self.size - 1) & bits.shift_left(columns, 2)
        return (starts & columns) | rising | self._starts(cells, self.size) != 0

    def _starts(self, cells, step):
        """Return the cells that two more follow at the distance of a step and of two."""
        return cells & bits.shift_right(cells, step) & bits.shift_right(cells, 2 * step)

    def action_name(self, s, a):
        """Return the column's letter and the row's number, from the top left: `a1`."""
        return f"{chr(ord('a') + a % self.size)}{a // self.size + 1}"

    def show(self, s):
        """Return the board with the names of its columns and rows; the first player's marks are x, the second's o."""
        first, second = (s.own, s.other) if s.player == 0 else (s.other, s.own)
        lines = ["  " + " ".join(chr(ord("a") + column) for column in range(self.size))]
        for row in range(self.size):
            cells = [bits.bit(row * self.size + column) for column in range(self.size)]
            letters = ["x" if first & cell else "o" if second & cell else "." for cell in cells]
            lines.append(f"{row + 1} {' '.join(letters)}")
        return "\n".join(lines)

    def svg(self, s):
        """Return the board as a picture: crosses are the first player's marks, rings the second's."""
        first, second = (s.own, s.other) if s.player == 0 else (s.other, s.own)
        parts = []
        for cell in range(self.size * self.size):
            x, y = 40 * (cell % self.size), 40 * (cell // self.size)
            place = f'x="{x}" y="{y}" width="40" height="40" data-cell="{self.action_name(s, cell)}"'
            parts.append(f'<rect {place} fill="{EMPTY}" stroke="{LINE}"/>')
            pen = f'stroke-width="5" stroke-linecap="round" fill="none" stroke="{COLOURS[0 if first & bits.bit(cell) else 1]}"'
            if first & bits.bit(cell):
                parts.append(f'<path d="M{x + 10} {y + 10}l20 20m0 -20l-20 20" pointer-events="none" {pen}/>')
            elif second & bits.bit(cell):
                parts.append(f'<circle cx="{x + 20}" cy="{y + 20}" r="11" pointer-events="none" {pen}/>')
        side = 40 * self.size + 2
        size = f'width="{side}" height="{side}" viewBox="-1 -1 {side} {side}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'

    def cells(self, s, a):
        """Return the cell that is marked."""
        return (self.action_name(s, a),)
