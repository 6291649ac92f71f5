"""Positions and moves of checkers as text: FEN of the Portable Draughts Notation, and moves by the numbers of squares."""

from __future__ import annotations

import re

from kibitz.core.bits import bit, lowest_bit
from kibitz.core.errors import IllegalMoveError, PositionError, unknown
from kibitz.games.checkers.state import State, black_home, offset, row_start, step_ends, white_home

COLOURS = "BW"
FORM = "such as B:W18,24,K31:B12,K20"
CLOCK = re.compile(r"H(\d{1,4})")
PIECE = re.compile(r"(K?)([1-9]\d?)")


def number_of(square: int, size: int = 8) -> int:
    """Return the number that players give to the square of a bit."""
    row = 2 * (square // 9) + (square % 9 >= 4)
    return row * (size // 2) + square - row_start(row) + 1


def square_of(number: int, size: int = 8) -> int:
    """Return the bit of the square that players call `number`."""
    row, place = divmod(number - 1, size // 2)
    return row_start(row) + place


def squares(pieces: int) -> list[int]:
    """Return the bits of a set, the lowest first."""
    return [square for square in range(35) if pieces >> square & 1]


def path(s: State, action: int, size: int = 8) -> list[int]:
    """Return the squares a move touches down on, by their numbers, its first and last included."""
    if action < 64:
        ends = step_ends(action)
        return [number_of(lowest_bit(ends & s.mine), size), number_of(lowest_bit(ends & ~s.mine), size)]
    square, jumps = action & 63, action >> 6
    numbers = [number_of(square, size)]
    while jumps > 1:
        square += 2 * offset(jumps & 3)
        numbers.append(number_of(square, size))
        jumps >>= 2
    return numbers


def action_name(s: State, action: int, size: int) -> str:
    """Return the move as its squares: `11-15` for a step, `15x22x29` for jumps."""
    return ("-" if action < 64 else "x").join(map(str, path(s, action, size)))


def read_action(s: State, text: str, size: int, actions: list[int]) -> int:
    """Return the one of `actions` called `text`, also by its first and last square if no other jumps between the two."""
    names = {action_name(s, action, size): action for action in actions}
    if text in names:
        return names[text]
    ends = [name for name in names if "x" in name and text.split("x") == [name.split("x")[0], name.split("x")[-1]]]
    if len(ends) > 1:
        raise IllegalMoveError(f"move {text!r} is not clear; say which way: {' or '.join(ends)}")
    if not ends:
        raise IllegalMoveError(unknown("move", text, names))
    return names[ends[0]]


def write_position(s: State, size: int) -> str:
    """Return the position as FEN; `:H12` at the end says that twelve moves were neither captures nor moves of men."""
    sides = (s.mine, s.theirs) if s.turn == 0 else (s.theirs, s.mine)
    black, white = (
        ",".join(f"{'K' if s.kings >> square & 1 else ''}{number_of(square, size)}" for square in squares(side))
        for side in sides
    )
    return f"{COLOURS[s.turn]}:W{white}:B{black}" + (f":H{s.quiet}" if s.quiet else "")


def read_position(text: str, size: int) -> State:
    """Return the position that a FEN describes, or refuse what is none, or none that can come about."""
    turn, *parts = text.strip().removesuffix(".").upper().split(":")
    quiet = CLOCK.fullmatch(parts[-1]) if len(parts) == 3 else None
    if turn not in ("B", "W") or sorted(part[:1] for part in parts[: 2 if quiet else None]) != list(COLOURS):
        raise PositionError(f"{text!r} is not a position {FORM}: who is to move, the pieces of White, the pieces of Black")
    sides = {part[0]: _read_pieces(text, part[1:], size) for part in parts[:2]}
    (black, black_kings), (white, white_kings) = sides["B"], sides["W"]
    if black & white:
        raise PositionError(f"{text!r} has two pieces on square {number_of(lowest_bit(black & white), size)}")
    rows = ((black, black_kings, white_home(size), "black"), (white, white_kings, black_home(size), "white"))
    for pieces, kings, row, colour in rows:
        if pieces & ~kings & row:
            number = number_of(lowest_bit(pieces & ~kings & row), size)
            raise PositionError(f"{text!r} has a {colour} man on its king row: write K{number} for a king")
    mine, theirs = (black, white) if turn == "B" else (white, black)
    return State(mine, theirs, black_kings | white_kings, COLOURS.index(turn), int(quiet[1]) if quiet else 0)


def _read_pieces(text: str, listed: str, size: int) -> tuple[int, int]:
    """Return the pieces of one side, `18,24,K31`, and which of them are kings."""
    pieces = kings = 0
    for word in listed.split(",") if listed else []:
        found = PIECE.fullmatch(word)
        if found is None or int(found[2]) > size * size // 2:
            raise PositionError(f"{word!r} in {text!r} is not a square from 1 to {size * size // 2}, or K and a square")
        square = bit(square_of(int(found[2]), size))
        if pieces & square:
            raise PositionError(f"{text!r} has two pieces on square {found[2]}")
        pieces |= square
        kings |= square if found[1] else 0
    most = size // 2 * (size // 2 - 1)
    if len(squares(pieces)) > most:
        raise PositionError(f"{text!r} has more than {most} pieces on one side")
    return pieces, kings
