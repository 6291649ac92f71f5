"""Positions of Kalah as text."""

from __future__ import annotations

import re

from kibitz.core.bits import shift_left
from kibitz.core.errors import PositionError
from kibitz.games.kalah.state import State, count

_FORM = re.compile(r"(\d{1,3}(?:\+\d{1,3})*)/(\d{1,3}(?:\+\d{1,3})*):(\d{1,3})-(\d{1,3})(:2)?")


def sides(s: State) -> tuple[int, int]:
    """Return the first player's side and the second's."""
    return (s.mine, s.theirs) if s.turn == 0 else (s.theirs, s.mine)


def write(s: State, pits: int) -> str:
    """Return the first player's pits and the second's, each from its left, the stores, and `:2` if the second is to move."""
    rows = ["+".join(str(count(side, pit)) for pit in range(pits)) for side in sides(s)]
    stores = "-".join(str(count(side, pits)) for side in sides(s))
    return "/".join(rows) + f":{stores}" + (":2" if s.turn else "")


def read(text: str, pits: int, seeds: int) -> State:
    """Return the position of such a text, in which all seeds there are must be, or all in the stores."""
    found = _FORM.fullmatch(text.strip())
    example = "/".join(["+".join([str(seeds)] * pits)] * 2) + ":0-0"
    if found is None:
        raise PositionError(f"{text[:60]!r} is not pits and stores such as {example}, with :2 if the second player is to move")
    rows = [[int(word) for word in row.split("+")] for row in found.groups()[:2]]
    if [len(row) for row in rows] != [pits, pits]:
        raise PositionError(f"{text[:60]!r} has rows of {len(rows[0])} and {len(rows[1])} pits, not of {pits}")
    stores = [int(word) for word in found.groups()[2:4]]
    there = sum(map(sum, rows)) + sum(stores)
    if there != 2 * pits * seeds:
        raise PositionError(f"{text[:60]!r} has {there} seeds, not {2 * pits * seeds}")
    if any(map(sum, rows)) and not all(map(sum, rows)):
        raise PositionError(f"{text[:60]!r} has an empty row: then the game is over, and all seeds are in the stores")
    packed = [
        sum(shift_left(number, 8 * pit) for pit, number in enumerate([*row, store]))
        for row, store in zip(rows, stores, strict=True)
    ]
    turn = 1 if found[5] else 0
    return State(packed[turn], packed[1 - turn], turn)
