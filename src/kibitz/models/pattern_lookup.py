"""Patterns looked up in compiled code: the numbers of a position in the tables of a network.

A pattern of n cells has a table of contents ** n numbers; the contents of its cells, read as digits, are the place in it.
"""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.models.pattern_shape import PatternShape


def cell_reading(game: Any, jit: Jit, shape: PatternShape) -> Any:
    """Build `read(s, scratch, start)`: write the contents of all cells from `start` on, and return where the stage begins."""
    cells, stages, stage_size = shape.cells, shape.stages, shape.stage_size

    @jit
    def read(s: Any, scratch: Any, start: int) -> int:
        filled = 0
        for cell in range(cells):
            content = game.cell_content(s, cell)
            scratch[start + cell] = content
            filled += 1 if content != 0 else 0
        scratch[start + cells] = 0
        return filled * stages // (cells + 1) * stage_size

    return read


def pattern_index(jit: Jit, shape: PatternShape) -> Any:
    """Build `index(instance, cells, begins, scratch, start)`: the place of a pattern's number, from where its stage begins."""
    width, contents = shape.width, shape.contents

    @jit
    def index(instance: int, cells: Any, begins: Any, scratch: Any, start: int) -> int:
        place = 0
        for digit in range(width):
            place = place * contents + scratch[start + cells[instance * width + digit]]
        return int(begins[instance] + place)

    return index
