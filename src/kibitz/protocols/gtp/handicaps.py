"""Where handicap stones are placed, as the protocol fixes it."""

from __future__ import annotations

from kibitz.protocols.gtp.lines import Failure

SMALLEST = 7


def most(size: int) -> int:
    """Return how many stones can be placed on fixed points of a board."""
    return 0 if size < SMALLEST else 9 if size % 2 == 1 and size > SMALLEST else 4


def fixed(size: int, count: int) -> list[int]:
    """Return the points of so many handicap stones: corners first, then the sides in pairs, the centre for odd numbers."""
    if not 2 <= count <= most(size):
        raise Failure("invalid number of stones")
    near = 2 if size < 13 else 3
    low, middle, high = size - 1 - near, size // 2, near  # rows are counted from the top
    left, right = near, size - 1 - near
    corners = [(low, left), (high, right), (high, left), (low, right)]
    sides = [(middle, left), (middle, right), (low, middle), (high, middle)]
    chosen = corners[:count] if count < 6 else corners + sides[: (count - 4) // 2 * 2]
    if count >= 5 and count % 2 == 1:
        chosen = [*chosen[: count - 1], (middle, middle)]
    return [row * size + column for row, column in chosen]
