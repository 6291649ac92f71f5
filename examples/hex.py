"""Hex, by Piet Hein and John Nash: `kibitz play examples/hex.py:size=5`.

The board is a rhombus of hexagons, rows below each other and each half a cell further right. The players in turn put a stone
on an empty cell. The first player wins by joining the top and the bottom with a chain of stones, the second by joining left
and right. There are no draws.
"""

from typing import NamedTuple

import kibitz
from kibitz import bits
from kibitz.core.errors import InputError

COLOURS = ("#d94048", "#f2b705")
"""The players' colours."""
EMPTY, LINE = "#dbe7f3", "#808890"


class State(NamedTuple):
    """A position: each player's stones, one bit a cell in reading order, and whose turn it is."""

    stones: tuple[int, int]
    player: int


@kibitz.game(players=2)
class Hex(NamedTuple):
    """Two players each try to join two opposite sides of the board, the first from top to bottom."""

    size: int = 7

    def validate(self):
        """Refuse boards that do not fit into 64 bits."""
        if not 1 <= self.size <= 8:
            raise InputError(f"hex has 1 to 8 rows, not {self.size}")

    def initial(self):
        """Return the empty board."""
        return State((0, 0), 0)

    def to_move(self, s):
        """Return the player to move."""
        return s.player

    def actions(self, s):
        """Yield the empty cells in reading order."""
        taken = s.stones[0] | s.stones[1]
        for cell in range(self.size * self.size):
            if taken & bits.bit(cell) == 0:
                yield cell

    def result(self, s, a):
        """Return the position with a stone of the mover on cell `a`."""
        return State(bits.with_item(s.stones, s.player, s.stones[s.player] | bits.bit(a)), 1 - s.player)

    def is_terminal(self, s):
        """Return whether the player who moved last has joined two sides."""
        mover = 1 - s.player
        stones = s.stones[mover]
        last_column = bits.shift_left(self._first_column(), self.size - 1)
        last_row = bits.shift_left(self._first_row(), self.size * (self.size - 1))
        chain = stones & (self._first_row() if mover == 0 else self._first_column())
        before = 0
        while chain != before:
            before = chain
            chain = stones & (chain | self._next_to(chain))
        return chain & (last_row if mover == 0 else last_column) != 0

    def utility(self, s, player):
        """Return 1 to the player who moved last, and -1 to the other."""
        return -1 if player == s.player else 1

    def _first_row(self):
        """Return the cells of the first row."""
        return bits.bit(self.size) - 1

    def _first_column(self):
        """Return the cells of the first column."""
        cells = 0
        for row in range(self.size):
            cells |= bits.bit(row * self.size)
        return cells

    def _next_to(self, cells):
        """Return the cells that touch one of `cells`: beside it, above and above right, below and below left."""
        left = bits.shift_right(cells & ~self._first_column(), 1)
        right = bits.shift_left(cells, 1) & ~self._first_column()
        above = bits.shift_right(cells | right, self.size)
        below = bits.shift_left(cells | left, self.size)
        return left | right | above | below

    def action_name(self, s, a):
        """Return the column's letter and the row's number, from the top left: `a1`."""
        return f"{chr(ord('a') + a % self.size)}{a // self.size + 1}"

    def show(self, s):
        """Return the board with the names of its columns and rows; the first player's stones are x, the second's o."""
        lines = ["   " + " ".join(chr(ord("a") + column) for column in range(self.size))]
        for row in range(self.size):
            cells = [bits.bit(row * self.size + column) for column in range(self.size)]
            letters = ["x" if s.stones[0] & cell else "o" if s.stones[1] & cell else "." for cell in cells]
            lines.append(f"{' ' * row}{row + 1:2} {' '.join(letters)}")
        return "\n".join(lines)

    def svg(self, s):
        """Return the board as a picture: a player's stones have the colour of the sides that they are to join."""
        middle, near, far = (self.size - 1) / 2, -0.9, self.size - 0.1
        corners = [_point(row, column) for row, column in ((near, near), (near, far), (far, far), (far, near))]
        parts = []
        for side in range(4):
            points = (corners[side], corners[(side + 1) % 4], _point(middle, middle))
            parts.append(f'<polygon points="{_written(points)}" fill="{COLOURS[side % 2]}"/>')
        for index in range(self.size):
            parts.append(_label(_point(-1.4, index), chr(ord("a") + index)))
            parts.append(_label(_point(index, -1.4), str(index + 1)))
        for cell in range(self.size * self.size):
            x, y = _point(cell // self.size, cell % self.size)
            hexagon = ((x, y - 23), (x + 20, y - 12), (x + 20, y + 12), (x, y + 23), (x - 20, y + 12), (x - 20, y - 12))
            parts.append(f'<polygon points="{_written(hexagon)}" fill="{EMPTY}" stroke="{LINE}" stroke-width="1.5"/>')
            stone = COLOURS[0] if s.stones[0] & bits.bit(cell) else COLOURS[1] if s.stones[1] & bits.bit(cell) else EMPTY
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="16" fill="{stone}" data-cell="{self.action_name(s, cell)}"/>')
        width, height = 60 * self.size + 90, 35 * self.size + 70
        size = f'width="{width}" height="{height}" viewBox="-80 -65 {width} {height}"'
        sides = f'data-sides="Red {COLOURS[0]}, Yellow {COLOURS[1]}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {sides}>{"".join(parts)}</svg>'

    def cells(self, s, a):
        """Return the cell that gets the stone."""
        return (self.action_name(s, a),)


def _point(row, column):
    """Return where the middle of a cell is drawn."""
    return 40 * column + 20 * row, 35 * row


def _written(points):
    """Return points as SVG writes them."""
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def _label(point, text):
    """Return the name of a row or a column around a point."""
    place = f'x="{point[0]:g}" y="{point[1] + 6:g}" font-size="17" font-family="Helvetica, Arial, DejaVu Sans, sans-serif"'
    return f'<text {place} text-anchor="middle" fill="{LINE}">{text}</text>'
