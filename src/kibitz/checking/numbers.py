"""Laws about the numbers by which a game's positions are found in tables: index, unindex, size, slices and predecessors."""

from __future__ import annotations

from typing import Any

from kibitz.checking.asking import Asked
from kibitz.checking.walk import Position
from kibitz.core.chance import has_chance
from kibitz.core.contract import Index, Predecessors, Slices, implements


def numbering(asked: Asked, position: Position) -> str | None:
    """Check that a position and its number belong together, that slices are in order, and that moves can be taken back."""
    if not implements(asked.game, Index):
        return None
    number = _ask(asked, position, "index", position.state)
    if number < 0:
        return None
    k = _slice(asked, position.state, position)
    size = _ask(asked, position, "size", *k)
    if number >= size:
        return f"has {size} numbers, but the position has the number {number}"
    same = _ask(asked, position, "unindex", number, *k)
    if _ask(asked, position, "index", same) != number or _slice(asked, same, position) != k:
        return f"gives a position for {number} that has another number"
    return None if position.is_over else _moves(asked, position, same, number, k)


def _moves(asked: Asked, position: Position, same: Any, number: int, k: tuple[int, ...]) -> str | None:
    """Check the moves of a position: where they lead, and that they are among the moves taken back."""
    for a in _ask(asked, position, "actions", same):
        after = _ask(asked, position, "result", same, a)
        own, to = _ask(asked, position, "index", after), _slice(asked, after, position)
        if own < 0 and not has_chance(asked.game) and not _ask(asked, position, "is_terminal", after):
            return f"gives {number} a position of which move {a} leads to one without a number"
        if to != k:
            if own >= 0 and to[0] not in set(_ask(asked, position, "slices_after", *k)):
                return f"gives a position of slice {k[0]}; move {a} leads to slice {to[0]}, which slices_after does not yield"
        elif own >= 0 and implements(asked.game, Predecessors):
            there = _ask(asked, position, "unindex", own, *k)
            if number not in {_ask(asked, position, "index", one) for one in _ask(asked, position, "predecessors", there)}:
                return f"gives a position whose move {a} leads to {own}, but no predecessor of that has the number {number}"
    return None


def _slice(asked: Asked, s: Any, position: Position) -> tuple[int, ...]:
    """Return the slice of a position, as what is said after a number; nothing where there are none."""
    return (_ask(asked, position, "slice", s),) if implements(asked.game, Slices) else ()


def _ask(asked: Asked, position: Position, method: str, *arguments: Any) -> Any:
    """Return the game's answer; `position` is where random play was."""
    return asked("hints", method, *arguments, moves=position.moves)
