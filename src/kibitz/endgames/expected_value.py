"""Expected values from tables by numbers, which positions between two rolls are not in: what follows them is."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any, NamedTuple

from kibitz.core.contract import Game
from kibitz.core.game import CHANCE
from kibitz.endgames.tape import DEEPEST

if TYPE_CHECKING:
    from kibitz.endgames.store import Tables


class Expected(NamedTuple):
    """The value for the first player, and the table that it comes from; of several the first."""

    value: float
    table: str


def expected_value(tables: Tables, s: Any, depth: int = 0, is_moved: bool = False) -> Expected | None:
    """Return what a position is worth, by its own number or by what follows it, or None where a table is missing.

    Behind a move, dice are rolled in positions with numbers only.
    """
    game = tables.game
    if game.is_terminal(s):
        return Expected(float(game.utility(s, 0)), "") if depth else None
    stored = tables.stored(s)
    if stored is not None:
        table, value = stored[0].header.slice_name, float(stored[1])
        return None if isnan(value) else Expected(tables.total - value if next_to_move(game, s) == 1 else value, table)
    mover = game.to_move(s)
    if depth > DEEPEST or (is_moved and mover == CHANCE):
        return None
    after: list[tuple[int, Expected]] = []
    for a in game.actions(s):
        found = expected_value(tables, game.result(s, a), depth + 1, mover != CHANCE)
        if found is None:
            return None
        after.append((a, found))
    table = next((found.table for _, found in after if found.table), "")
    if mover == CHANCE:
        return Expected(sum(game.probability(s, a) * found.value for a, found in after), table)
    return Expected((min if mover == 1 else max)(found.value for _, found in after), table)


def next_to_move(game: Game, s: Any) -> int:
    """Return who moves next, after the dice; the first player after too many of them."""
    for _ in range(DEEPEST):
        if game.to_move(s) == CHANCE and not game.is_terminal(s):
            s = game.result(s, next(iter(game.actions(s))))
    return max(game.to_move(s), 0)
