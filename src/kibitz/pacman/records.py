"""Games kept in files: the map and the actions, so that a game can be watched again anywhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from kibitz.core.errors import InputError
from kibitz.core.reading import read_text
from kibitz.games.pacman import ACTIONS, Pacman
from kibitz.games.pacman.layout import Layout, read_layout

FIELDS = ("layout", "map", "ghosts", "actions")


class Record(NamedTuple):
    """A game to be watched again."""

    game: Pacman
    actions: list[int]


def save_record(path: Path, layout: Layout, game: Pacman, actions: list[int], **facts: Any) -> None:
    """Write a game to a file, with some facts about it for those who read it."""
    names = [ACTIONS[action] for action in actions]
    written = {**facts, "layout": layout.name, "ghosts": game.players - 1, "map": layout.rows, "actions": names}
    path.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


def load_record(path: Path) -> Record:
    """Return the game in a file, or say in one sentence why there is none."""
    try:
        written = json.loads(read_text(path))
    except json.JSONDecodeError:
        raise InputError(f"{path} is no recorded game: it is not JSON") from None
    if not isinstance(written, dict) or any(field not in written for field in FIELDS):
        raise InputError(f"{path} is no recorded game; it must hold {', '.join(FIELDS)}")
    try:
        game = Pacman.of(read_layout(str(written["layout"]), "\n".join(written["map"])), int(written["ghosts"]))
        names = list(written["actions"])
    except (TypeError, ValueError) as error:
        raise InputError(f"{path} is no recorded game: {error}") from None
    s, actions = game.initial(), list[int]()
    for number, name in enumerate(names, start=1):
        if name not in ACTIONS:
            raise InputError(f"{path}: action {number} is {name!r}, which is none of {', '.join(ACTIONS)}")
        actions.append(ACTIONS.index(name))
        if actions[-1] not in list(game.actions(s)):
            raise InputError(f"{path}: action {number}, {name}, is not legal there")
        s = game.result(s, actions[-1])
    return Record(game, actions)
