"""What a game is worth by the definition, with states that break the contract taken for anything at all."""

from __future__ import annotations

from copy import deepcopy
from itertools import islice
from math import isfinite
from typing import Any

LOW, HIGH = -1.0, 1.0


class Unclear(Exception):
    """A state breaks the contract."""


def bounds(game: Any, s: Any, player: int) -> tuple[float, float]:
    """Return the least and the greatest value that `s` can have for `player`, everybody else against it."""
    try:
        value, mover, children, shares = looked_at(game, s, player)
    except Unclear:
        return LOW, HIGH
    if value is not None:
        return value, value
    found = [bounds(game, child, player) for child in children]
    if mover == -1:
        return (
            sum(share * low for share, (low, _) in zip(shares, found, strict=True)),
            sum(share * high for share, (_, high) in zip(shares, found, strict=True)),
        )
    choose = max if mover == player else min
    return choose(low for low, _ in found), choose(high for _, high in found)


def looked_at(game: Any, s: Any, player: int) -> tuple[float | None, int, list[Any], list[float]]:
    """Return a finished game's value, the mover, the children and how likely they are; raise if `s` breaks the contract."""
    before = deepcopy(s)
    try:
        mover, is_over = game.to_move(s), game.is_terminal(s)
        value = game.utility(s, player) if is_over else None
        actions = [] if is_over else list(islice(game.actions(s), 11))
        children = [game.result(s, action) for action in actions]
        shares = [game.probability(s, action) for action in actions] if mover == -1 else []
    except Exception as error:
        raise Unclear from error
    odd = s != before or not -1 <= mover < game.players or (value is not None and not isfinite(value))
    if odd or (not is_over and not 0 < len(actions) <= 10):
        raise Unclear
    if shares and not is_over and not (abs(sum(shares) - 1) <= 1e-9 and min(shares) > 0):
        raise Unclear
    return value, mover, children, shares


def breaks_somewhere(game: Any, s: Any) -> bool:
    """Return whether a state that can come up from `s` breaks the contract, for some player."""
    waiting, seen = [s], set()
    while waiting:
        s = waiting.pop()
        if repr(s) in seen:
            continue
        seen.add(repr(s))
        try:
            for player in range(game.players):
                _, _, children, _ = looked_at(game, s, player)
            waiting.extend(children)
        except Unclear:
            return True
    return False
