"""Rows of discs on Othello's board: what lies behind them, what they enclose, and which discs can never be flipped.

A step is the distance of neighbours in bits; sets of squares are one bit a square.
"""

from __future__ import annotations

from kibitz.core.bits import add, bit, highest_bit, shift_left, shift_right, subtract


def behind(mine: int, through: int, step: int, size: int) -> int:
    """Return the squares just behind rows of `through` that begin next to `mine`, both ways at distance `step`.

    A row grows from its first disc to two, four, six: pairs of discs are found before they are needed.
    """
    up = through & shift_left(mine, step)
    down = through & shift_right(mine, step)
    up |= through & shift_left(up, step)
    down |= through & shift_right(down, step)
    pairs = through & shift_left(through, step)
    up |= pairs & shift_left(up, 2 * step)
    if size > 6:
        up |= pairs & shift_left(up, 2 * step)
    pairs = shift_right(pairs, step)
    down |= pairs & shift_right(down, 2 * step)
    if size > 6:
        down |= pairs & shift_right(down, 2 * step)
    return shift_left(up, step) | shift_right(down, step)


def enclosed_up(mine: int, theirs: int, ray: int) -> int:
    """Return what is enclosed on a ray towards higher squares."""
    # One added below the ray carries through all that is no part of it and all of theirs: to the first other square.
    end = add(theirs | ~ray, 1) & ray & mine
    return subtract(end, 1 if end != 0 else 0) & ray


def enclosed_down(mine: int, theirs: int, ray: int) -> int:
    """Return what is enclosed on a ray towards lower squares."""
    end = bit(highest_bit((ray & ~theirs) | 1)) & ray & mine
    return subtract(0, shift_left(end, 1)) & ray


def spread(cells: int, step: int, on: tuple[int, int, int], back: tuple[int, int, int]) -> int:
    """Return all squares on lines at distance `step` through `cells`; from `on` and `back`, 1, 2, 4 steps stay inside."""
    up = cells | shift_left(cells & on[0], step)
    up |= shift_left(up & on[1], 2 * step)
    up |= shift_left(up & on[2], 4 * step)
    down = cells | shift_right(cells & back[0], step)
    down |= shift_right(down & back[1], 2 * step)
    return up | down | shift_right(down & back[2], 4 * step)


def unflippable(discs: int, held: tuple[int, int, int, int], size: int) -> int:
    """Return those of `discs` that can never be flipped: along each line held, or next to a disc found to be stable.

    A step that leaves the board at one side comes back at the other, where the border holds every disc anyway.
    """
    stable, found = 0, discs & held[0] & held[1] & held[2] & held[3]
    while found != stable:
        stable = found
        found = discs & (held[0] | shift_left(stable, 1) | shift_right(stable, 1))
        found &= held[1] | shift_left(stable, size) | shift_right(stable, size)
        found &= held[2] | shift_left(stable, size + 1) | shift_right(stable, size + 1)
        found &= held[3] | shift_left(stable, size - 1) | shift_right(stable, size - 1)
    return stable
