"""Boards as lists of letters, with the rules of lines written out cell by cell: slow, and nothing like the games' bits."""

from __future__ import annotations

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
Cells = tuple[tuple[int, int], ...]


def all_lines(width: int, height: int, connect: int) -> list[Cells]:
    """Return every line of the board as its cells (x, y)."""
    lines = []
    for x in range(width):
        for y in range(height):
            for across, down in DIRECTIONS:
                cells = tuple((x + n * across, y + n * down) for n in range(connect))
                if all(0 <= a < width and 0 <= b < height for a, b in cells):
                    lines.append(cells)
    return lines


def has_line(lines: list[Cells], held: set[tuple[int, int]]) -> bool:
    """Return whether one of the lines is all held."""
    return any(held.issuperset(line) for line in lines)
