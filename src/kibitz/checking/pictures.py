"""Laws about what people look at and click on: positions shown and drawn, and moves as paths of cells.

A page shows pictures of games that others wrote beside its own buttons, so a picture holds shapes and texts and nothing else.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

from kibitz.checking.asking import Asked
from kibitz.checking.report import NotLookedAt
from kibitz.checking.walk import Position, Walk
from kibitz.core.contract import Cells, implements
from kibitz.core.marks import PAIRS, SIDES, sides_of
from kibitz.core.places import short

SVG = "{http://www.w3.org/2000/svg}"
FORBIDDEN = ("script", "style", "foreignobject", "iframe", "animate", "animatetransform", "animatemotion", "set", "handler")
"""Elements that do something, or whose content is no picture; in small letters, since pages see no difference."""
SHAPES = {"rect": ("x", "y", "width", "height"), "circle": ("cx", "cy", "r")}
"""The elements that may be cells, with the attributes that say where they are."""
COLOUR = re.compile("#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?")
LOOKED_AT = 100
"""So many positions are drawn, spread over those that came up."""
LAST = 5
"""So many ends of games are drawn besides."""


def pictures(asked: Asked, walk: Walk) -> str:
    """Check that positions can be shown as text and drawn, where the game draws them."""
    for position in asked.effort.through([*_spread(walk.positions), *walk.finished[-LAST:]]):
        text = asked("pictures", "show", position.state, moves=position.moves)
        if not isinstance(text, str) or not text.strip():
            raise asked.breach("pictures", "show", f"returned {short(text)}, which is no text to look at", position.moves)
        drawn = asked("pictures", "svg", position.state, moves=position.moves)
        complaint = None if drawn is None else picture_fault(drawn)
        if complaint is not None:
            raise asked.breach("pictures", "svg", complaint, position.moves)
    return "positions can be shown"


def cells(asked: Asked, walk: Walk) -> str:
    """Check that the cells of every move are in the picture; that moves of one path have different names is a law of names."""
    if not implements(asked.game, Cells):
        raise NotLookedAt("no cells given")
    for position in asked.effort.through(_spread(walk.open)):
        drawn = asked("cells", "svg", position.state, moves=position.moves)
        if drawn is not None and picture_fault(drawn) is not None:
            raise NotLookedAt("the law of pictures is broken")
        root = _parsed(drawn)
        for action in position.tried:
            path = asked("cells", "cells", position.state, action, moves=position.moves)
            complaint = path_fault(root, path)
            if complaint is not None:
                raise asked.breach("cells", "cells", f"{complaint} for move {action}", position.moves)
    return "moves are paths of cells in the picture"


def _spread(positions: Sequence[Position]) -> Sequence[Position]:
    """Return the positions to draw."""
    return positions[:: max(1, len(positions) // LOOKED_AT)]


def picture_fault(drawn: Any) -> str | None:
    """Return what is wrong with a picture, or None: it is well-formed, a page may show it, and its cells are different."""
    root = _parsed(drawn)
    if root is None:
        return "returned something that is neither None nor a well-formed SVG picture"
    if root.tag != f"{SVG}svg":
        return f'returned a picture whose root is {short(root.tag)}, not <svg xmlns="{SVG[1:-1]}">'
    box = _numbers((root.get("viewBox") or "").replace(",", " ").split())
    if len(box) != 4 or min(box[2:]) <= 0:
        return "returned a picture without a viewBox of four numbers, the last two above 0"
    return _element_fault(root) or _side_fault(drawn) or _cell_fault(root)


def _parsed(drawn: Any) -> ElementTree.Element | None:
    """Return the root of a picture, or None for anything else; entities and style sheets are no part of a picture."""
    if not isinstance(drawn, str) or "<!DOCTYPE" in drawn or "<?xml-stylesheet" in drawn:
        return None
    try:
        return ElementTree.fromstring(drawn)
    except (ElementTree.ParseError, ValueError):
        return None


def _element_fault(root: ElementTree.Element) -> str | None:
    """Return which element or attribute a page would not show, or None."""
    for element in root.iter():
        tag = element.tag.removeprefix(SVG)
        if tag.lower() in FORBIDDEN or tag.startswith("{"):
            return f"returned a picture with an element {short(tag)}, which pages refuse"
        for key, value in element.items():
            name = key.rpartition("}")[2].lower()
            if name == "style" or name.startswith("on"):
                return f"returned a picture with the attribute {name}, which pages refuse; use fill, stroke and the like"
            if (name == "href" and not value.startswith("#")) or "url(" in value.replace("url(#", ""):
                return f"returned a picture that refers to {short(value)}, which is not a part of it"
    return None


def _side_fault(drawn: str) -> str | None:
    """Return what is wrong with the names and colours that a picture gives the players, or None."""
    for name, colour in sides_of(drawn):
        if not name or not COLOUR.fullmatch(colour):
            told = f"{name} {colour}".strip()
            return f'names a player {short(told)} in {SIDES}; it is a name and a colour for each, "Red #e5484d, Yellow #f2b705"'
    return None


def _cell_fault(root: ElementTree.Element) -> str | None:
    """Return what is wrong with the cells of a picture, or None."""
    seen = set()
    for element in root.iter():
        name = element.get("data-cell")
        if element.get("transform") and any(inside.get("data-cell") is not None for inside in element.iter()):
            return "moves a cell by a transform; a cell is where its own numbers say"
        if name is None:
            continue
        if not name.strip() or name in seen:
            return f"marks two cells as {name!r}" if name.strip() else "marks a cell without a name"
        seen.add(name)
        tag = element.tag.removeprefix(SVG)
        if tag not in SHAPES:
            return f"marks cell {name!r} on a {tag}; a cell is a rect or a circle, perhaps an invisible one on top"
        place = _numbers([element.get(key, "0") for key in SHAPES[tag]])
        if not place or min(place[2:]) <= 0:
            return f"marks cell {name!r} on a {tag} without the numbers {', '.join(SHAPES[tag])}"
    return None


def path_fault(root: ElementTree.Element | None, path: Any) -> str | None:
    """Return what is wrong with the path of a move, or None; `root` is its position's picture, None if there is none."""
    if not isinstance(path, tuple) or not all(isinstance(name, str) for name in path):
        return f"returned {short(path)}, which is no tuple of names,"
    if not path:
        return None
    if root is None:
        return f"named the cell {path[0]!r} although svg draws no picture"
    marked = {element.get("data-cell") for element in root.iter()}
    missing = next((name for name in path if name not in marked), None)
    if missing is not None:
        return f"named the cell {missing!r}, which the picture does not mark with data-cell,"
    if root.get("data-path") == PAIRS and len(path) % 2:
        return f"named {len(path)} cells in a picture of pairs, from and to,"
    return None


def _numbers(words: Sequence[str]) -> list[float]:
    """Return the words as finite numbers, nothing where one is none."""
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        return []
    return numbers if all(map(math.isfinite, numbers)) else []
