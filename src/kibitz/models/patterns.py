"""Learnt patterns, an n-tuple network: tables over tuples of cells, in a file, and their sum in compiled code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory
from kibitz.core.chance import has_chance
from kibitz.core.contract import CellContents, Game, implements
from kibitz.core.errors import InputError
from kibitz.core.game import about, constant_sum
from kibitz.core.grids import Grid
from kibitz.models.file import Header, read_model, write_model
from kibitz.models.pattern_lookup import cell_reading, pattern_index
from kibitz.models.pattern_shape import Layout, PatternShape, Tuples, layout
from kibitz.models.trained import learnt_file

KIND = "patterns"
MOST_CELLS = 256
"""A board has no more cells."""
LARGEST_STEP = 32767
"""Numbers are kept as so many steps of one size to either side."""


class PatternArrays(NamedTuple):
    """The arrays of a network, as searches hand them down."""

    values: Any
    """float32 [shape.size]."""
    cells: Any
    begins: Any
    """The layout's arrays."""


@dataclass(frozen=True)
class Patterns:
    """A network of patterns: its layout and the numbers in its tables."""

    layout: Layout
    values: Any

    @property
    def shape(self) -> PatternShape:
        """The sizes of the network, constants for the compiler."""
        return self.layout.shape

    @cached_property
    def arrays(self) -> PatternArrays:
        """The network as searches take it."""
        return PatternArrays(self.values, self.layout.cells, self.layout.begins)


def why_no_patterns(game: Game) -> str | None:
    """Return why a game cannot be judged by patterns, or None if it can."""
    if not implements(game, CellContents):
        return f"{about(game).title} does not name its cells: patterns need cell_content(s, cell) and pattern_grid()"
    if game.pattern_grid().size > MOST_CELLS:
        return f"{about(game).title} has more than {MOST_CELLS} cells"
    if game.players == 1:
        return None
    if game.players == 2 and constant_sum(game) == 0.0 and not has_chance(game):
        return None
    return "patterns are for one player, or for two whose utilities add up to 0, without chance"


def require_patterns(game: Game) -> CellContents:
    """Return the game if it can be judged by patterns, or refuse it."""
    reason = why_no_patterns(game)
    if reason is not None:
        raise InputError(reason)
    return game  # type: ignore[return-value]


def write_patterns(path: str | Path, header: Header, grid: Grid, tuples: Tuples, stages: int, values: Any) -> None:
    """Write the tables of a network, which are rounded to steps of one size; what `read_patterns` returns is its folded form.

    The header's details are added to.
    """
    tables = folded(grid, tuples, stages, values)
    step = float(np.abs(tables).max(initial=0.0)) / LARGEST_STEP or 1.0
    details = {**header.details, "tuples": [list(cells) for cells in tuples], "stages": stages, "step": step}
    write_model(path, Header(**{**vars(header), "details": details}), {"values": np.rint(tables / step).astype(np.int16)})


_known: dict[tuple[Path, int, int, type, Game], Patterns] = {}
MOST_KNOWN = 4
"""So many files are remembered: an agent reads its own before every move."""


def read_patterns(path: str, game: Game) -> Patterns:
    """Return the patterns in a file, or those that come with Kibitz for `trained`; refuse a file with none for this game."""
    grid = require_patterns(game).pattern_grid()
    path = learnt_file(path, game, KIND)
    try:
        found = Path(path).resolve()
        stamp = found.stat()
        key = found, stamp.st_mtime_ns, stamp.st_size, type(game), game
    except (OSError, ValueError):
        key = None
    if key is not None and key in _known:
        return _known[key]
    model = read_model(path, KIND, game)
    details = model.header.details
    tuples = tuple(tuple(cells) for cells in details["tuples"])
    made = layout(grid, tuples, details["stages"], folded=True)
    values = model.arrays["values"].astype(np.float32) * np.float32(details["step"])
    if values.shape != (made.shape.size,):
        raise InputError(f"{path} was learnt over another board than that of {about(game).title}")
    if key is not None:
        while len(_known) >= MOST_KNOWN:
            del _known[next(iter(_known))]
        _known[key] = Patterns(made, values)
        return _known[key]
    return Patterns(made, values)


def folded(grid: Grid, tuples: Tuples, stages: int, values: Any) -> Any:
    """Return the tables with which a layout's folded form has the same sums: each is the sum of itself turned.

    A symmetry that brings a tuple's cells back to the same places, in another order, reads the same table in that order.
    """
    tables = values.reshape(stages, -1)
    result = np.empty_like(tables)
    begin = 0
    for cells in tuples:
        count = grid.contents ** len(cells)
        table = tables[:, begin : begin + count].reshape(stages, *[grid.contents] * len(cells))
        total = np.zeros_like(table)
        for moved in grid.permutations():
            turned = [moved[cell] for cell in cells]
            if set(turned) == set(cells):
                order = [
                    turned.index(cell) for cell in cells
                ]  # the digit of this instance that is digit number `place` of the first
                total += table.transpose(0, *[1 + digit for digit in order])
        result[:, begin : begin + count] = total.reshape(stages, -1)
        begin += count
    return result.reshape(-1)


def pattern_sum(game: Any, jit: Jit, shape: PatternShape) -> Any:
    """Build `total(s, arrays, scratch, start)`: the sum of a position's numbers.

    The contents of the cells are written to `scratch` from `start` on, `shape.cells + 1` words.
    """
    read, index, instances = cell_reading(game, jit, shape), pattern_index(jit, shape), shape.instances

    @jit
    def total(s: Any, arrays: Any, scratch: Any, start: int) -> float:
        base = read(s, scratch, start)
        found = 0.0
        for instance in range(instances):
            found += arrays.values[base + index(instance, arrays.cells, arrays.begins, scratch, start)]
        return found

    return total


def handed_down(jit: Jit, has_patterns: bool) -> Any:
    """Build `raw(arrays)`: the arrays of a network as compiled recursion hands them down, or one array if it has none."""

    @jit
    def raw(arrays: Any) -> Any:
        return PatternArrays(memory(arrays.values), memory(arrays.cells), memory(arrays.begins))

    @jit
    def row(array: Any) -> Any:
        return memory(array)

    return raw if has_patterns else row


def pattern_value(game: Any, jit: Jit, shape: PatternShape, has_chance: bool) -> Any:
    """Build `value(s, player, arrays, scratch, start)`: an estimate of the utility of a game that is not over, for `player`.

    The patterns of a single player's game were learnt of positions after a move. Of one before a move that follows on chance,
    it is that of the best move.
    """
    total = pattern_sum(game, jit, shape)

    @jit
    def after_move(s: Any, player: int, arrays: Any, scratch: Any, start: int) -> float:
        return float(game.score(s, player) + total(s, arrays, scratch, start))

    @jit
    def value_alone(s: Any, player: int, arrays: Any, scratch: Any, start: int) -> float:
        if game.to_move(s) != player or not has_chance:
            return float(after_move(s, player, arrays, scratch, start))
        best = -np.inf
        for a in game.actions(s):
            after = game.result(s, a)
            worth = (
                float(game.utility(after, player))
                if game.is_terminal(after)
                else after_move(after, player, arrays, scratch, start)
            )
            best = max(best, worth)
        return best

    @jit
    def value_of_two(s: Any, player: int, arrays: Any, scratch: Any, start: int) -> float:
        lead = total(s, arrays, scratch, start)
        value = lead / (1.0 + abs(lead))
        return float(value if game.to_move(s) == player else -value)

    return value_alone if game.players == 1 else value_of_two
