"""A node of a tree as a picture: its branches below it, each with what it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kibitz.core.game import CHANCE
from kibitz.games._drawing import HOLE, LINE, PLAYERS, clickable_area, document, words

INK = "#2a3442"
LETTER, CAPITAL, ROOM = 9, 13, 24
"""The widths of a letter and of a bold capital, and what is left free beside a text."""
TOP, BRANCHES, HIGH = 30, 116, 206
"""The heights of the node, of its children, and of the whole picture."""
REACH = 22
"""How far a sign of who moves reaches to each side."""
LEAF = -2
"""The sign of a leaf, beside those of players and of chance."""


class Sign(NamedTuple):
    """A node: its name, whose turn it is there, CHANCE or LEAF, and what is written below it."""

    name: str
    mover: int
    told: str = ""


class Branch(NamedTuple):
    """A branch: the name of its cell, what is written on it, and the node at its end."""

    cell: str
    told: str
    end: Sign


def drawn(node: Sign, branches: Sequence[Branch], players: int) -> str:
    """Return a node with its branches; a triangle is MAX or, upside down, MIN, a circle chance, a square a leaf."""
    longest = max((len(text) for one in branches for text in (one.told, one.end.name, one.end.told)), default=0)
    step = max(90, longest * LETTER + ROOM)
    width = max(step * len(branches), 2 * (REACH + ROOM + CAPITAL * max(len(node.name), len(node.told))))
    left, parts, areas = (width - step * len(branches)) // 2, [], []
    for number, branch in enumerate(branches):
        x = left + number * step + step // 2
        parts.append(f'<path d="M{width // 2} {TOP}L{x} {BRANCHES}" stroke="{LINE}" stroke-width="2"/>')
        parts += [_sign(x, BRANCHES, branch.end, players), words(x, BRANCHES + REACH + 14, branch.told, LINE, 16, bold=True)]
        parts.append(words(x, BRANCHES + REACH + 34, branch.end.name, LINE, 14))
        parts.append(words(x, BRANCHES + REACH + 53, branch.end.told, LINE, 16))
        areas.append(clickable_area(branch.cell, x - step // 2, BRANCHES - REACH - 6, step, HIGH - BRANCHES + REACH + 6))
    parts.append(_sign(width // 2, TOP, node, players))
    parts.append(words(width // 2 - REACH - 8, TOP, node.name, LINE, 16, bold=True, anchor="end"))
    parts.append(words(width // 2 + REACH + 8, TOP, node.told, LINE, 16, bold=True, anchor="start"))
    return document(width, HIGH if branches else 2 * TOP, parts + areas)


def _sign(x: int, y: int, node: Sign, players: int) -> str:
    """Return the sign of who moves at a node."""
    if node.mover == LEAF:
        place = f'x="{x - REACH + 6}" y="{y - REACH + 6}" width="{2 * REACH - 12}" height="{2 * REACH - 12}"'
        return f'<rect {place} fill="{HOLE}" stroke="{INK}" stroke-width="2"/>'
    if node.mover == CHANCE:
        return f'<circle cx="{x}" cy="{y}" r="{REACH - 3}" fill="{HOLE}" stroke="{INK}" stroke-width="2"/>'
    tip = -1 if node.mover == 0 or players > 2 else 1
    corners = f"M{x - REACH} {y - tip * 18}L{x + REACH} {y - tip * 18}L{x} {y + tip * REACH}Z"
    number = words(x, y - tip * 5, str(node.mover + 1), INK, 14, bold=True) if players > 2 else ""
    return f'<path d="{corners}" fill="{PLAYERS[node.mover % len(PLAYERS)]}" stroke="{INK}" stroke-width="2"/>{number}'
