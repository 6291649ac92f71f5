"""From a request to a game in progress: the last ones are remembered, so that the next move of a long game is quick."""

from __future__ import annotations

import os
from collections import OrderedDict
from functools import lru_cache
from pathlib import Path
from typing import cast

from kibitz.analysis.messages import INITIAL, Point
from kibitz.core.contract import Game
from kibitz.core.errors import IllegalMoveError, PositionError
from kibitz.core.registry import load, parse_game
from kibitz.core.soundness import require_sound
from kibitz.session import Session

REMEMBERED = 512
"""So many points of games are remembered."""
Key = tuple[str, str | None, str, str, tuple[str, ...]]

_sessions: OrderedDict[Key, Session] = OrderedDict()


def edition(game: str) -> str:
    """Return what changes when the file of a user's game is saved; nothing for the games of Kibitz."""
    name = game.partition(":")[0]
    if not name.endswith(".py"):
        return ""
    try:
        found = os.stat(name)
    except (OSError, ValueError):
        return ""
    return f"{found.st_mtime_ns}-{found.st_size}"


def game_at(point: Point) -> Game:
    """Return the game that is meant."""
    return _game(point.game, point.tree, edition(point.game))


@lru_cache(maxsize=128)
def _game(text: str, tree: str | None, edition: str) -> Game:
    """Return the game in a text, or the tree; a file is read anew when its edition changes."""
    if tree is not None:
        from kibitz.games.tree import Tree

        return cast(Game, Tree.parse_tree("the tree", tree))
    game = load(text)
    if Path(parse_game(text).name).suffix == ".py":
        require_sound(game, game.initial())
    return game


def session_at(point: Point) -> Session:
    """Return the game in progress at a point; it is remembered, so whoever changes it must clone it first."""
    made = edition(point.game)
    known, moves = _remembered(point, made)
    if not moves and known is not None:
        return known
    session = _begun(point) if known is None else known.clone()
    session.seed = point.seed
    for number, move in enumerate(moves, start=len(point.moves) - len(moves) + 1):
        try:
            session.play(move)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {number}, {move}: {error}") from None
    _sessions[_key(point, made, point.moves)] = session
    while len(_sessions) > REMEMBERED:
        _sessions.popitem(last=False)
    return session


def _key(point: Point, made: str, moves: tuple[str, ...]) -> Key:
    """Return what a point after some of its moves is remembered by."""
    return point.game, point.tree, made, f"{point.seed} {point.position}", moves


def _remembered(point: Point, made: str) -> tuple[Session | None, tuple[str, ...]]:
    """Return the game at the last point before this one that is remembered, if any, and the moves from there."""
    for count in range(len(point.moves), max(-1, len(point.moves) - 3), -1):
        key = _key(point, made, point.moves[:count])
        if key in _sessions:
            _sessions.move_to_end(key)
            return _sessions[key], point.moves[count:]
    return None, point.moves


def _begun(point: Point) -> Session:
    """Return the game at the position from which a request's moves are made."""
    game = game_at(point)
    try:
        state = game.initial() if point.position == INITIAL else game.parse(point.position)
    except RecursionError:
        raise PositionError(f"position {point.position[:40]!r} is nested too deeply") from None
    return Session(game, state, seed=point.seed)
