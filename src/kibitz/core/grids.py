"""A board as a grid of cells with numbers on them: what patterns (n-tuple networks) are laid out on."""

from __future__ import annotations

from typing import Literal, NamedTuple

from kibitz.core.errors import RulesError

Symmetries = Literal["none", "mirror", "all"]


class Grid(NamedTuple):
    """A grid of cells, numbered row by row from the top left, each with a number from 0 to `contents - 1` on it.

    `symmetries` says under which turns of the board the game stays the same: none, the exchange of left and right (`mirror`),
    or `all` of a rectangle, or of a square. `tuples` are the cells that belong together in one pattern, where the game knows
    which; patterns that are others by symmetry alone need not be named.
    """

    columns: int
    rows: int
    contents: int
    symmetries: Symmetries = "all"
    tuples: tuple[tuple[int, ...], ...] = ()

    @property
    def size(self) -> int:
        """How many cells there are."""
        return self.columns * self.rows

    def permutations(self) -> list[tuple[int, ...]]:
        """Return where each cell comes to lie under each symmetry; the first leaves all where they are."""
        ways = [(False, False, False)]
        if self.symmetries != "none":
            ways.append((True, False, False))
        if self.symmetries == "all":
            ways += [(False, True, False), (True, True, False)]
            if self.columns == self.rows:
                ways += [(across, down, True) for across in (False, True) for down in (False, True)]
        return [tuple(self._turned(cell, *way) for cell in range(self.size)) for way in ways]

    def _turned(self, cell: int, across: bool, down: bool, over: bool) -> int:
        """Return where a cell comes to lie when columns, or rows, are reversed, or then exchanged."""
        row, column = divmod(cell, self.columns)
        row, column = (self.rows - 1 - row if down else row), (self.columns - 1 - column if across else column)
        return column * self.columns + row if over else row * self.columns + column

    def require_cells(self, tuples: tuple[tuple[int, ...], ...]) -> None:
        """Refuse tuples with cells that the grid does not have, or the same cell twice."""
        for cells in tuples:
            if not cells or len(set(cells)) < len(cells) or not all(0 <= cell < self.size for cell in cells):
                raise RulesError(f"the pattern {cells} is not made of different cells of 0 to {self.size - 1}")
