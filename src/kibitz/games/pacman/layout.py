"""Layouts: the maps of Pacman, read from `.lay` files, one letter a cell.

%  a wall          .  food          o  a capsule (a power pellet)
P  Pacman          G  a ghost       1 2 3 4  a ghost with its number
"""

from __future__ import annotations

import os
from importlib import resources
from typing import NamedTuple

from kibitz.core.errors import InputError, UnknownNameError
from kibitz.core.reading import read_text

WALL, FOOD, CAPSULE, PACMAN, GHOST, FREE = "%.oPG "
NUMBERED = "1234"
LETTERS = WALL + FOOD + CAPSULE + PACMAN + GHOST + NUMBERED + FREE
SUFFIX = ".lay"
MOST_CAPSULES = 62
MOST_CELLS = 1000

Point = tuple[int, int]
"""A cell as (x, y), counted from the lower left corner, as in the course."""


class Layout(NamedTuple):
    """A map: its name, its size and where everything is at the beginning."""

    name: str
    rows: tuple[str, ...]
    """The drawing, the top row first."""
    width: int
    height: int
    walls: frozenset[Point]
    food: tuple[Point, ...]
    capsules: tuple[Point, ...]
    pacman: Point
    ghosts: tuple[Point, ...]

    @property
    def free(self) -> list[Point]:
        """The cells without a wall, in the order of their columns."""
        cells = ((x, y) for x in range(self.width) for y in range(self.height))
        return [cell for cell in cells if cell not in self.walls]


def layouts() -> list[str]:
    """Return the names of the layouts that come with Kibitz."""
    files = resources.files(__package__).joinpath("layouts").iterdir()
    return sorted(file.name.removesuffix(SUFFIX) for file in files if file.name.endswith(SUFFIX))


def load_layout(text: str) -> Layout:
    """Return the layout of that name, or the one in the file of that path."""
    name = text.removesuffix(SUFFIX)
    if "/" not in text and not (text.endswith(SUFFIX) and os.path.exists(text)):
        if name not in layouts():
            raise UnknownNameError("layout", text, layouts())
        return read_layout(name, resources.files(__package__).joinpath("layouts", name + SUFFIX).read_text(encoding="utf-8"))
    return read_layout(text, read_text(text))


def read_layout(name: str, text: str) -> Layout:
    """Return the layout that is drawn in `text`; errors call it `name`."""
    rows = _rows(name, text)
    width, height = len(rows[0]), len(rows)
    letters = {(x, height - 1 - line): letter for line, row in enumerate(rows) for x, letter in enumerate(row)}
    found = {letter: sorted(cell for cell, here in letters.items() if here == letter) for letter in LETTERS}
    # ghosts are counted by (x, y); those with a number of their own come in its order, an unnumbered one with the 1s
    ghosts = sorted((max(1, NUMBERED.find(letter) + 1), cell) for letter in GHOST + NUMBERED for cell in found[letter])
    if len(found[PACMAN]) != 1:
        raise InputError(f"layout {name} has {len(found[PACMAN]) or 'no'} Pacman; it needs one letter P")
    made = Layout(
        name, tuple(rows), width, height, frozenset(found[WALL]), tuple(found[FOOD]), tuple(found[CAPSULE]),
        found[PACMAN][0], tuple(cell for _, cell in ghosts),
    )  # fmt: skip
    _check(made)
    return made


def _rows(name: str, text: str) -> list[str]:
    """Return the lines of a drawing, the top row first, all as wide as the first."""
    rows = [line.rstrip() for line in text.rstrip().splitlines()]
    if not rows or not rows[0]:
        raise InputError(f"layout {name} is empty; a layout is drawn with the letters {LETTERS.strip()} and spaces")
    width = len(rows[0])
    for number, row in enumerate(rows, start=1):
        for letter in row:
            if letter not in LETTERS:
                raise InputError(
                    f"layout {name}, line {number}: unknown letter {letter!r}; known: {LETTERS.strip()} and spaces"
                )
        # walls beyond the width hold nothing in; some well-known files have them
        if len(row) < width or row[width:].strip(WALL):
            raise InputError(f"layout {name}, line {number} has {len(row)} letters, but the first line has {width}")
    return [row[:width] for row in rows]


def _check(layout: Layout) -> None:
    """Refuse a map on which the game cannot be played."""
    for x, y in layout.free:
        if x in (0, layout.width - 1) or y in (0, layout.height - 1):
            raise InputError(
                f"layout {layout.name} leaks: there is no wall at line {layout.height - y}, column {x + 1} of its border"
            )
    if not layout.food:
        raise InputError(f"layout {layout.name} has no food, so nobody could win")
    if len(layout.capsules) > MOST_CAPSULES:
        raise InputError(f"layout {layout.name} has {len(layout.capsules)} capsules; {MOST_CAPSULES} are the most")
    if len(layout.free) > MOST_CELLS:
        raise InputError(f"layout {layout.name} has {len(layout.free)} cells without a wall; {MOST_CELLS} are the most")
    for x, y in layout.ghosts:
        if layout.walls >= {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}:
            raise InputError(f"layout {layout.name}: the ghost at line {layout.height - y}, column {x + 1} cannot move")
