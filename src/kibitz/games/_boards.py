"""Boards as text: rows of letters from the top, joined by slashes, a dot for an empty cell."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.errors import PositionError


def column_name(column: int) -> str:
    """Return the letters of a column counted from 0: a to z, then aa, ab and so on."""
    before = chr(ord("a") + column // 26 - 1) if column >= 26 else ""
    return before + chr(ord("a") + column % 26)


def read_rows(text: str, width: int, height: int, letters: str) -> list[str]:
    """Return the rows of the board in `text`, or refuse one of another size or with other letters."""
    rows = text.strip().split("/")
    if len(rows) != height or any(len(row) != width for row in rows):
        raise PositionError(
            f"{text!r} is not a board of {height} rows of {width} cells, such as {'/'.join(['.' * width] * height)}"
        )
    for letter in "".join(rows):
        if letter not in letters + ".":
            raise PositionError(f"{letter!r} in {text!r} is none of {' '.join(letters)} and . for an empty cell")
    return rows


def check_turns(text: str, counts: Sequence[int]) -> int:
    """Return the player to move after so many moves of each player, or refuse counts that taking turns cannot give."""
    mover = sum(counts) % len(counts)
    if list(counts) != [sum(counts) // len(counts) + (player < mover) for player in range(len(counts))]:
        raise PositionError(f"the players of {text!r} have moved {', '.join(map(str, counts))} times: they must take turns")
    return mover
