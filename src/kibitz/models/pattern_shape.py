"""Which cells make up the patterns of a network, where each of them lies on the board, and where its table begins."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kibitz.core.contract import CellContents
from kibitz.core.grids import Grid

LARGEST_TABLE = 70_000
"""A pattern that is chosen for a game has a table of so many numbers at most."""

Tuples = tuple[tuple[int, ...], ...]


class PatternShape(NamedTuple):
    """The sizes of a network of patterns, constants for the compiler."""

    cells: int
    contents: int
    stages: int
    """A game has so many stages, by how many cells are filled, and each has tables of its own."""
    instances: int
    """How many patterns are looked up: each tuple under each symmetry."""
    width: int
    """The cells of the longest tuple; shorter ones are filled up in front with a cell that is always empty."""
    stage_size: int
    """How many numbers the tables of one stage hold."""

    @property
    def size(self) -> int:
        """How many numbers all tables hold."""
        return self.stages * self.stage_size


class Layout(NamedTuple):
    """The patterns of a network on the board."""

    shape: PatternShape
    cells: Any
    """int64 [instances * width]: the cells of each instance; one that is always empty has the number `shape.cells`."""
    begins: Any
    """int64 [instances]: where the table of each instance begins."""


def layout(grid: Grid, tuples: Tuples, stages: int, *, folded: bool = False) -> Layout:
    """Return the layout of tuples of cells under all symmetries of a grid.

    With `folded`, an instance with the same cells as another of the same tuple is left out: its table says it all.
    """
    grid.require_cells(tuples)
    width = max(map(len, tuples))
    rows, begins, begin = [], [], 0
    for cells in tuples:
        seen: set[frozenset[int]] = set()
        for moved in grid.permutations():
            turned = [moved[cell] for cell in cells]
            if folded and frozenset(turned) in seen:
                continue
            seen.add(frozenset(turned))
            rows.append([grid.size] * (width - len(cells)) + turned)
            begins.append(begin)
        begin += grid.contents ** len(cells)
    shape = PatternShape(grid.size, grid.contents, stages, len(rows), width, begin)
    return Layout(shape, np.array(rows, np.int64).reshape(-1), np.array(begins, np.int64))


def usual_tuples(game: CellContents) -> Tuples:
    """Return the tuples that a game names, or else all blocks of cells that are as large as a table allows."""
    grid = game.pattern_grid()
    if grid.tuples:
        return grid.tuples
    most = 1
    while grid.contents ** (most + 1) <= LARGEST_TABLE:
        most += 1
    sizes = [(wide, high) for wide in range(1, grid.columns + 1) for high in range(1, grid.rows + 1) if wide * high <= most]
    largest = [
        (wide, high) for wide, high in sizes if (wide + 1, high) not in sizes and (wide, high + 1) not in sizes
    ]  # fmt: skip
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for wide, high in largest:
        for row in range(grid.rows - high + 1):
            for column in range(grid.columns - wide + 1):
                block = [(row + down) * grid.columns + column + across for down in range(high) for across in range(wide)]
                alike = [frozenset(moved[cell] for cell in block) for moved in grid.permutations()]
                if not any(cells in found for cells in alike):
                    found[alike[0]] = tuple(block)
    return tuple(found.values())


def single_cells(grid: Grid) -> Tuples:
    """Return each cell by itself: a table of what a piece is worth where it stands, as the lectures have it for Reversi."""
    seen: set[int] = set()
    found = []
    for cell in range(grid.size):
        if cell not in seen:
            found.append((cell,))
            seen.update(moved[cell] for moved in grid.permutations())
    return tuple(found)
