"""Laws about questions and answers: asking changes nothing, and positions are told apart by what they hold.

A law is a function that raises the first breach it sees, or that there was nothing to look at, and else returns in a few words
what it looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from kibitz.checking.asking import Asked
from kibitz.checking.report import Breach
from kibitz.checking.walk import Position, Walk
from kibitz.core.content import content
from kibitz.core.contract import Evaluation, Key, Ordering, Probabilities, Repetition, implements
from kibitz.core.game import CHANCE
from kibitz.core.places import short


def purity(asked: Asked, walk: Walk) -> str:
    """Check that the same question always gets the same answer, and changes nothing."""
    for position in asked.effort.through(walk.positions):
        for method, arguments in _questions(asked, position):
            try:
                first, second = (content(asked("purity", method, *arguments, moves=position.moves)) for _ in range(2))
            except Breach:
                continue  # an error is a breach of the law that is about this method
            if first != second and repr(first) != repr(second):
                raise asked.breach("purity", method, "answered differently when asked twice", position.moves)
    if asked.impure is not None:
        raise asked.impure
    changed = asked.changed()
    if changed is not None:
        raise Breach("purity", f"the game changed its own {changed} in play; what changes belongs in the state", None)
    return f"{asked.effort.looked:,} positions asked twice"


def _questions(asked: Asked, position: Position) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield what is asked at a position: methods that the author wrote, and their arguments."""
    s = position.state
    yield "is_terminal", (s,)
    yield "to_move", (s,)
    if implements(asked.game, Evaluation):
        yield "evaluate", (s, 0)
    if implements(asked.game, Key):
        yield "key", (s,)
    if position.is_over:
        yield "utility", (s, 0)
        return
    yield "actions", (s,)
    for action in position.tried:
        yield "result", (s, action)
        if implements(asked.game, Ordering):
            yield "order", (s, action)
        if position.mover == CHANCE and implements(asked.game, Probabilities):
            yield "probability", (s, action)


def hashing(asked: Asked, walk: Walk) -> str:
    """Check that states are equal by content and hash alike, and that the author's key tells different ones apart."""
    for position in asked.effort.through(walk.positions[:200]):
        twin = deepcopy(position.state)
        kind = type(twin).__name__
        if _differ(twin, position.state):
            raise Breach("hashing", f"two {kind} objects with the same content are not equal; define __eq__ and __hash__", None)
        if type(twin).__hash__ is not None and _hash(twin) != _hash(position.state):
            raise Breach("hashing", f"two equal {kind} objects have different hashes", None)
    return _keys(asked, walk) if implements(asked.game, Key) else "states compare by content"


def _differ(one: Any, other: Any) -> bool:
    """Return whether two states with the same content are said to differ; arrays say it of each number, and so not at all."""
    try:
        return bool(one != other)
    except ValueError:
        return False


def _hash(state: Any) -> int | None:
    """Return the hash, None where something inside has none."""
    try:
        return hash(state)
    except TypeError:
        return None


def _keys(asked: Asked, walk: Walk) -> str:
    """Check the author's keys, of the positions and of all that they lead to."""
    owners: dict[int, Any] = {}
    for state, moves in _states(asked, walk):
        key = asked("hashing", "key", state, moves=moves)
        if type(key) is not int or not -(1 << 63) <= key < 1 << 63:
            raise asked.breach("hashing", "key", f"returned {short(key)}, which is not an int of 64 bits", moves)
        other = owners.setdefault(key, state)
        if not _is_same(asked, other, state):
            movers = {asked("turns", "to_move", one, moves=moves) for one in (state, other)}
            why = " (it does not tell who is to move)" if len(movers) > 1 else ""
            message = f"gives two different positions the same key {key}{why}: {short(other)} and {short(state)}"
            raise asked.breach("hashing", "key", message, moves)
    return f"{len(owners):,} different keys"


def _is_same(asked: Asked, one: Any, other: Any) -> bool:
    """Return whether two states are the same position; where repetition counts, they may differ in counters of moves."""
    if not implements(asked.game, Repetition):
        return bool(content(one) == content(other))
    game = asked.game
    return game.show(one) == game.show(other) and list(game.actions(one)) == list(game.actions(other))


def _states(asked: Asked, walk: Walk) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """Yield every state known, with the moves that lead to it."""
    for position in asked.effort.through(walk.positions):
        yield position.state, position.moves
        for action, child in zip(position.tried, position.children, strict=True):
            yield child, (*position.moves, action)
