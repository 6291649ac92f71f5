"""Trails, for three players: `kibitz play examples/trails.py`.

Each player has a runner on a square board, who leaves a wall on every cell that it enters. The players in turn step to a free
cell beside their runner, across or along. Who cannot is out, and the last one left wins.
"""

from typing import NamedTuple

import kibitz
from kibitz import bits
from kibitz.core.errors import InputError

COLOURS = ("#d94048", "#f2b705", "#3a8fd8")
EMPTY, WALL, LINE, INK = "#eef1f4", "#6b7480", "#808890", "#15181b"


class State(NamedTuple):
    """A position: the cells that have been entered, one bit a cell, where the runners are, and whose turn it is."""

    walls: int
    runners: tuple[int, int, int]
    player: int


@kibitz.game(players=3, constant_sum=1)
class Trails(NamedTuple):
    """Three players leave walls behind; who is the last to have room to move wins."""

    size: int = 7

    def validate(self):
        """Refuse boards without room for three, and those that do not fit into 64 bits."""
        if not 3 <= self.size <= 8:
            raise InputError(f"trails needs a board of 3 to 8 rows, not {self.size}")

    def initial(self):
        """Return the start: two runners in the upper corners, the third in the middle of the lowest row."""
        runners = (0, self.size - 1, self.size * (self.size - 1) + self.size // 2)
        return State(bits.bit(runners[0]) | bits.bit(runners[1]) | bits.bit(runners[2]), runners, 0)

    def to_move(self, s):
        """Return the player to move."""
        return s.player

    def actions(self, s):
        """Yield the free cells beside the mover's runner."""
        cells = self._room(s, s.player)
        for cell in range(self.size * self.size):
            if cells & bits.bit(cell) != 0:
                yield cell

    def result(self, s, a):
        """Return the position after a step; it is the turn of the next who can move, and nobody else's if only one can."""
        moved = State(s.walls | bits.bit(a), bits.with_item(s.runners, s.player, a), s.player)
        for step in (1, 2):
            player = (s.player + step) % 3
            if self._room(moved, player) != 0:
                return State(moved.walls, moved.runners, player)
        return moved

    def is_terminal(self, s):
        """Return whether nobody can move but the player whose turn it is."""
        return self._room(s, (s.player + 1) % 3) == 0 and self._room(s, (s.player + 2) % 3) == 0

    def utility(self, s, player):
        """Return 1 to the winner and 0 to the others."""
        return 1 if player == s.player else 0

    def _room(self, s, player):
        """Return the free cells beside a player's runner."""
        here = bits.bit(s.runners[player])
        first_column = 0
        for row in range(self.size):
            first_column |= bits.bit(row * self.size)
        left = bits.shift_right(here & ~first_column, 1)
        right = bits.shift_left(here, 1) & ~first_column
        beside = left | right | bits.shift_right(here, self.size) | bits.shift_left(here, self.size)
        board = bits.shift_right(-1, 64 - self.size * self.size)
        return beside & board & ~s.walls

    def action_name(self, s, a):
        """Return the column's letter and the row's number, from the top left: `a1`."""
        return f"{chr(ord('a') + a % self.size)}{a // self.size + 1}"

    def show(self, s):
        """Return the board with the names of its columns and rows: the runners 1 to 3, walls as #."""
        lines = ["  " + " ".join(chr(ord("a") + column) for column in range(self.size))]
        for row in range(self.size):
            cells = range(row * self.size, (row + 1) * self.size)
            marks = [str(s.runners.index(cell) + 1) if cell in s.runners else ".#"[s.walls >> cell & 1] for cell in cells]
            lines.append(f"{row + 1} {' '.join(marks)}")
        return "\n".join(lines)

    def svg(self, s):
        """Return the board as a picture: the runners with their numbers, and dark cells for walls."""
        parts = []
        for cell in range(self.size * self.size):
            x, y = 40 * (cell % self.size), 40 * (cell // self.size)
            place = f'x="{x}" y="{y}" width="40" height="40" data-cell="{self.action_name(s, cell)}"'
            parts.append(f'<rect {place} fill="{WALL if s.walls & bits.bit(cell) else EMPTY}" stroke="{LINE}"/>')
        for player, cell in enumerate(s.runners):
            x, y = 40 * (cell % self.size) + 20, 40 * (cell // self.size) + 20
            rim = INK if player == s.player else COLOURS[player]
            parts.append(f'<circle cx="{x}" cy="{y}" r="16" fill="{COLOURS[player]}" stroke="{rim}" stroke-width="3"/>')
            place = f'x="{x}" y="{y + 7}" font-size="20" font-family="Helvetica, Arial, DejaVu Sans, sans-serif"'
            parts.append(f'<text {place} text-anchor="middle" fill="{INK}">{player + 1}</text>')
        side = 40 * self.size + 2
        size = f'width="{side}" height="{side}" viewBox="-1 -1 {side} {side}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'

    def cells(self, s, a):
        """Return the cell that the runner steps to."""
        return (self.action_name(s, a),)
