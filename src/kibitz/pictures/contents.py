"""What is written at each item of a tree drawing, whichever way the tree grows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kibitz.core.contract import Game
from kibitz.pictures.labels import clipped, probability_text, reason_text, result_text, window_text
from kibitz.pictures.scene import Item
from kibitz.textbook.trace import Node

LONGEST_REASON = 60
MOST_CUT_NAMES = 3

Form = Literal["max", "min", "chance", "player", "or", "and", "terminal", "cycle"]
"""The shapes of nodes."""


@dataclass(frozen=True)
class Content:
    """The texts of an item: the branch to it, what must and what may stand in its shape, and remarks; no form, no shape."""

    names: tuple[str, ...]
    form: Form | None = None
    sign: str = ""
    value: str = ""
    remarks: tuple[str, ...] = ()


def content(item: Item, game: Game, longest: int) -> Content:
    """Return what is written at an item, with names of at most `longest` letters."""
    if item.kind == "node":
        return _state(item, game, longest)
    if item.kind == "more":
        return Content((f"… {item.hidden:,} more",))
    if item.kind == "playout":
        moves = len(item.node.playout or ())
        return Content(("random game",), remarks=(f"of {moves} move{'s' if moves != 1 else ''}",))
    names = tuple(clipped(name, longest) for name in item.names)
    reason = clipped(reason_text(item.node.cut_reason or ""), LONGEST_REASON)
    return Content(names if len(names) <= MOST_CUT_NAMES else (f"{len(names)} moves",), remarks=(reason,))


def _state(item: Item, game: Game, longest: int) -> Content:
    """Return what is written at a state."""
    node = item.node
    names = [clipped(name, longest) for name in item.names]
    if node.probability is not None:
        names.append(probability_text(node.probability))
    form: Form = "terminal" if node.leaf == "terminal" else "cycle" if node.leaf == "cycle" else node.role
    sign = {"cycle": "↺", "player": str(node.player + 1), "or": "OR", "and": "AND"}.get(form, "")
    value = result_text(node) if form != "cycle" else ""
    return Content(tuple(names), form, sign, value, _remarks(node, game, longest))


def _remarks(node: Node, game: Game, longest: int) -> tuple[str, ...]:
    """Return what else is to say of a node: in a plan the state, then the window, and how often it was visited."""
    remarks = [clipped(game.notation(node.state), longest)] if node.role in ("or", "and") else []
    if node.leaf is None and node.alpha is not None:
        remarks.append(window_text(node))
    if node.visits is not None:
        remarks.append(f"{node.visits:,}×")
    return tuple(remarks)
