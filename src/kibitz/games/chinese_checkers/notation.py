"""Chinese checkers as text: names of holes, moves and positions."""

from __future__ import annotations

import re
from functools import cache

from kibitz.core.errors import PositionError
from kibitz.games.chinese_checkers import board as star

LETTERS = "abcdefghijklmnopq"
"""The rows of the largest star, from the top."""


@cache
def row_lengths(size: int) -> tuple[int, ...]:
    """Return how many holes each row has, from the top."""
    return tuple(sum(r == row for _, r in star.holes(size)) for row in range(-2 * size, 2 * size + 1))


@cache
def hole_names(size: int) -> tuple[str, ...]:
    """Return the names of all holes: the letter of the row and the number in it, from the left."""
    return tuple(
        f"{letter}{place}" for letter, length in zip(LETTERS, row_lengths(size), strict=False) for place in range(1, length + 1)
    )


def hole_name(size: int, hole: int) -> str:
    """Return the name of a hole."""
    return hole_names(size)[hole]


def read_move(size: int, text: str) -> tuple[int, int]:
    """Return the two holes of a move, -1 for what is none."""
    words = text.strip().lower().split("-")
    known = hole_names(size)
    source, target = words if len(words) == 2 else ("", "")
    return (known.index(source) if source in known else -1), (known.index(target) if target in known else -1)


def rows(size: int, pieces: tuple[int, ...]) -> list[str]:
    """Return the rows from the top: the number of a player, from 1, for each piece and a dot for an empty hole."""
    marks = ["."] * len(star.holes(size))
    for place, word in enumerate(pieces):
        for bit in range(word.bit_length()):
            if word >> bit & 1:
                marks[bit + star.WORD * (place % 2)] = str(place // 2 + 1)
    lengths = row_lengths(size)
    starts = [sum(lengths[:row]) for row in range(len(lengths))]
    return ["".join(marks[start : start + length]) for start, length in zip(starts, lengths, strict=True)]


def read(text: str, size: int, players: int, longest: int) -> tuple[tuple[int, ...], int, int]:
    """Return the pieces, the turn and the moves left that a text tells."""
    told = re.fullmatch(r"([1-6./]{7,200})(?::([1-6])(?::(\d{1,9}))?)?", text.strip(), re.ASCII)
    parts = told[1].split("/") if told else []
    if told is None or tuple(map(len, parts)) != row_lengths(size):
        lengths = ", ".join(map(str, row_lengths(size)))
        raise PositionError(f"{text[:60]!r} is not a star with rows of {lengths} holes, a number or a dot each")
    marks = "".join(parts)
    pieces: list[int] = []
    for player in range(1, players + 1):
        own = tuple(hole for hole, mark in enumerate(marks) if mark == str(player))
        if len(own) != size * (size + 1) // 2:
            raise PositionError(f"player {player} has {len(own)} pieces in {text[:60]!r}, not {size * (size + 1) // 2}")
        pieces += star.packed(own)
    turn, left = int(told[2] or 1), int(told[3]) if told[3] else longest
    if max(turn, *(int(mark) for mark in marks if mark != ".")) > players or left > longest:
        raise PositionError(f"{text[-30:]!r} asks for more than {players} players or {longest} moves")
    return tuple(pieces), turn - 1, left
