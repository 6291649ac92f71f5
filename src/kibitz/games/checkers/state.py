"""The board of checkers as bits, and how pieces move on it.

The 32 dark squares, which players number from 1 to 32, are bits 0 to 34 of an integer, with a gap after every second row:

        0     1     2     3        squares 1 to 4, where Black begins
     4     5     6     7
        9    10    11    12        bit 8 is no square
    13    14    15    16
       18    19    20    21        bit 17 is no square
    22    23    24    25
       27    28    29    30        bit 26 is no square
    31    32    33    34           squares 29 to 32, where White begins

The gaps make every diagonal step one of 4 or of 5 bits, and let a step over the side of the board end in a gap. Black's men
go up the bits, White's down. The four directions: 0 and 1 are steps of 4 and 5 up the bits, 2 and 3 of 4 and 5 down.

Smaller boards are the upper left corner of this one: six by six squares are bits 0 to 2, 4 to 6, 9 to 11 and so on to 24.
"""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.bits import bit

SIZES = (4, 6, 8)


def row_start(row: int) -> int:
    """Return the first bit of a row, counted from 0 at the top."""
    return 9 * (row // 2) + 4 * (row % 2)


def row_of(row: int, size: int) -> int:
    """Return the squares of a row on a board of so many rows."""
    return (1 << size // 2) - 1 << row_start(row)


_BOARDS = tuple(sum(row_of(row, size) for row in range(size)) for size in range(9))
BOARD = _BOARDS[8]
"""All squares."""


def board_of(size: int) -> int:
    """Return all squares of a board of so many rows: those of the usual board in its upper left corner."""
    return int(_BOARDS[size])


def black_home(size: int) -> int:
    """Return Black's first row, where White's men are crowned."""
    return row_of(0, size)


def white_home(size: int) -> int:
    """Return White's first row, where Black's men are crowned."""
    return row_of(size - 1, size)


def king_rows(size: int) -> int:
    """Return where men are crowned. No man moves to its own side's first row, so either row will do for both colours."""
    return black_home(size) | white_home(size)


class State(NamedTuple):
    """A position: the pieces of the player to move, those of the other, and which of them all are kings."""

    mine: int
    theirs: int
    kings: int
    turn: int
    """0 if Black is to move, 1 if White is."""
    quiet: int
    """How many moves, of both sides, have passed without a capture or a move of a man."""


def rising(s: State) -> int:
    """Return the mover's pieces that may go up the bits: all of Black's, or White's kings."""
    return s.mine & (s.kings | (s.turn - 1))


def falling(s: State) -> int:
    """Return the mover's pieces that may go down the bits: Black's kings, or all of White's."""
    return s.mine & (s.kings | -s.turn)


def empty(s: State, size: int) -> int:
    """Return the squares without a piece."""
    return board_of(size) & ~(s.mine | s.theirs)


def steps(up: int, down: int, free: int) -> int:
    """Return every step to a `free` square of the pieces that may go `up` and of those that may go `down`, one bit each.

    A step is numbered by the lower of the two bits it connects, plus 32 if they are 5 apart. Which way it goes is no part
    of the number: the piece stands at one end, the other is free.
    """
    return (up & free >> 4) | (down >> 4 & free) | ((up & free >> 5) | (down >> 5 & free)) << 32


def step_ends(step: int) -> int:
    """Return the two squares that a step connects."""
    return bit(step & 31) | bit((step & 31) + 4 + (step >> 5))


def jumpers(up: int, down: int, theirs: int, free: int) -> int:
    """Return the pieces, of those that may go `up` and those that may go `down`, that can jump over one of `theirs`."""
    rise = (theirs >> 4 & free >> 8) | (theirs >> 5 & free >> 10)
    fall = (theirs << 4 & free << 8) | (theirs << 5 & free << 10)
    return (up & rise) | (down & fall)


def offset(direction: int) -> int:
    """Return how many bits a step in this direction goes up."""
    size = 4 + (direction & 1)
    return size if direction < 2 else -size


def next_jumps(origin: int, jumps: int, up: int, down: int, theirs: int, free: int) -> int:
    """Return the complete sequence of jumps from `origin` that comes after `jumps`, depth first, or 0 if that was the last.

    A sequence is an integer: the directions, two bits each, the first one lowest, and above them a one that marks the end.
    So 1 is no jump at all, and asks for the first sequence. A piece jumped over stays on the board until the move is done,
    but is not jumped over again; the `origin` counts as free.
    """
    first = 0 if up & bit(origin) else 2
    last = 3 if down & bit(origin) else 1
    free |= bit(origin)
    square, length = origin, 0
    while jumps >> length != 1:
        step = offset(jumps >> length & 3)
        theirs ^= bit(square + step)
        square += 2 * step
        length += 2
    direction = first if length == 0 else last + 1  # what goes on from a complete sequence has all been tried
    is_complete = False
    while True:
        while direction <= last:
            step = offset(direction)
            if theirs & bit(square + step) and free & bit(square + 2 * step):
                break
            direction += 1
        if direction <= last:  # jump
            theirs ^= bit(square + step)
            square += 2 * step
            jumps ^= (direction ^ 0b101) << length
            length += 2
            direction, is_complete = first, True
        elif is_complete:
            return jumps
        elif length == 0:
            return 0
        else:  # take the last jump back and try the next direction
            length -= 2
            direction = jumps >> length & 3
            jumps ^= (direction ^ 0b101) << length
            step = offset(direction)
            square -= 2 * step
            theirs ^= bit(square + step)
            direction, is_complete = direction + 1, False
