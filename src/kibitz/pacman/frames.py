"""Frames: a game of Pacman told step by step as plain data, for those who draw it elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from kibitz.games.pacman import ACTIONS, Pacman, State
from kibitz.games.pacman.layout import Layout
from kibitz.games.pacman.notation import cells_of, ghosts_of, point, set_of
from kibitz.games.pacman.state import LOST, PLAYING, WON

Frame = dict[str, Any]
OVER = {PLAYING: "", WON: "won", LOST: "lost"}


def first_frame(game: Pacman, s: State) -> Frame:
    """Return the frame of a state that nobody has moved to."""
    return {"mover": None, "action": "", **_everybody(game, s), "eaten": [], "score": s.score, "over": OVER[s.over]}


def frames(game: Pacman, states: Iterable[State]) -> list[Frame]:
    """Return a frame for every state but the first: what there is to see of the action that led to it."""
    return [_frame(game, before, after) for before, after in pairwise(states)]


def _frame(game: Pacman, before: State, after: State) -> Frame:
    """Return where everybody is after one agent's action, and which food or capsule is gone."""
    gone = cells_of(game, game.food, set_of(before.food) & ~set_of(after.food))
    gone |= cells_of(game, game.capsules, before.capsules & ~after.capsules)
    action = next(action for action in game.actions(before) if game.result(before, action) == after)
    frame = {"mover": before.mover, "action": ACTIONS[action], **_everybody(game, after)}
    return {**frame, "eaten": sorted(map(list, gone)), "score": after.score, "over": OVER[after.over]}


def maze_fields(layout: Layout) -> dict[str, Any]:
    """Return what does not move: the walls, and where everything is at the beginning."""
    return {
        "layout": layout.name,
        "text": "\n".join(layout.rows),
        "width": layout.width,
        "height": layout.height,
        "walls": sorted(map(list, layout.walls)),
        "food": list(map(list, layout.food)),
        "capsules": list(map(list, layout.capsules)),
        "pacman": list(layout.pacman),
        "ghosts": list(map(list, layout.ghosts)),
    }


def _everybody(game: Pacman, s: State) -> dict[str, Any]:
    """Return where Pacman and the ghosts are, and where they look."""
    x, y = point(game, s.pacman)
    return {
        "pacman": {"x": x, "y": y, "facing": ACTIONS[s.towards]},
        "ghosts": [{"x": x, "y": y, "facing": ACTIONS[facing], "scared": timer} for x, y, facing, timer in ghosts_of(game, s)],
    }
