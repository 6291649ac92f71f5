"""Search trees as text for a terminal: one line a node, boxes drawn with lines, the chosen line doubled."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.pictures.contents import Content, Form, content
from kibitz.pictures.scene import MOST_NODES, Item, scene
from kibitz.textbook.trace import Trace

_SIGNS: dict[Form, tuple[str, str]] = {
    "max": ("▲", "MAX"), "min": ("▼", "MIN"), "chance": ("○", "chance"), "or": ("◇", "OR"), "and": ("◆", "AND"),
    "terminal": ("■", "end"), "cycle": ("↺", "stands above already"),
}  # fmt: skip
_LINKS = {"plain": ("├─ ", "└─ "), "chosen": ("╞═ ", "╘═ "), "cut": ("├╌ ", "└╌ "), "more": ("├┄ ", "└┄ ")}
_STYLES = {"max": "34", "min": "31", "chance": "33", "or": "34", "and": "33", "chosen": "1;32", "cut": "31", "quiet": "2"}
"""The colours that ANSI terminals know by these numbers."""
LONGEST_NAME = 40
NOW = "<- now"
"""What marks the node of the latest step."""


@dataclass(frozen=True)
class Piece:
    """A part of a line in one style."""

    text: str
    style: str = ""


def tree_text(
    trace: Trace, step: int | None = None, max_nodes: int = MOST_NODES, *, width: int | None = None, colour: bool = False
) -> str:
    """Return the tree as it stood after `step` events (all by default), lines cut to `width`, plain unless in `colour`."""
    shown = scene(trace, step, max_nodes)
    if shown is None:
        return "Nothing has been looked at yet."
    lines: list[list[Piece]] = []
    legend: dict[str, str] = {}
    waiting = [(shown.root, "", "")]
    while waiting:
        item, stem, link = waiting.pop()
        words = content(item, shown.game, LONGEST_NAME)
        lines.append([Piece(stem, "quiet"), Piece(link, _style(item)), *_pieces(item, words)])
        legend |= _meanings(item, words)
        below = stem + ("" if not link else "   " if link[0] in "└╘" else "│  ")
        for place, child in enumerate(reversed(item.children)):
            waiting.append((child, below, _link(child, last=place == 0)))
    lines += [[], [Piece("  ".join(f"{sign} {meaning}" for sign, meaning in legend.items()), "quiet")]]
    return "\n".join(_written(line, width, colour) for line in lines)


def _link(item: Item, last: bool) -> str:
    """Return the line that leads to an item."""
    kind = "chosen" if item.chosen else {"node": "plain", "cut": "cut"}.get(item.kind, "more")
    return _LINKS[kind][last]


def _style(item: Item) -> str:
    """Return the style of the branch to an item."""
    return "chosen" if item.chosen else "cut" if item.kind == "cut" else "quiet"


def _pieces(item: Item, words: Content) -> list[Piece]:
    """Return an item as text: the move, the sign, the value, and remarks."""
    if words.form is None:
        link = " not looked at: " if item.kind == "cut" else " "
        return [Piece((", ".join(words.names) + link + " ".join(words.remarks)).strip(), _style(item))]
    name = " ".join(words.names)
    value = f" {'~' if item.node.leaf == 'cutoff' else ''}{words.value}" if words.value else ""
    mark = f"  {NOW}" if item.current else ""
    return [
        Piece(f"{name} " if name else "", _style(item) if item.chosen else ""),
        Piece(_sign(item, words.form), words.form),
        Piece(value, "chosen" if item.chosen else ""),
        Piece("".join(f"  {remark}" for remark in words.remarks), "quiet"),
        Piece(mark, "chosen"),
    ]


def _sign(item: Item, form: Form) -> str:
    """Return the sign of a node; players have their numbers."""
    return f"P{item.node.player + 1}" if form == "player" else _SIGNS[form][0]


def _meanings(item: Item, words: Content) -> dict[str, str]:
    """Return the signs used for an item with their meanings."""
    meanings: dict[str, str] = {}
    if words.form is not None:
        sign = _sign(item, words.form)
        meanings[sign] = f"player {item.node.player + 1}" if words.form == "player" else _SIGNS[words.form][1]
    if item.chosen and item.names:
        meanings["═"] = "chosen"
    if item.node.leaf == "cutoff":
        meanings["~"] = "estimate"
    if item.node.visits is not None:
        meanings["n×"] = "games through the node"
    return meanings


def _written(line: list[Piece], width: int | None, colour: bool) -> str:
    """Return the pieces as one line; where it is too long, an ellipsis stands at its end."""
    room = sum(len(piece.text) for piece in line) if width is None else max(width, 1)
    too_long = sum(len(piece.text) for piece in line) > room
    left = room - too_long
    written = []
    for piece in line:
        text = piece.text[:left]
        left -= len(text)
        is_styled = colour and text.strip() and piece.style in _STYLES
        written.append(f"\x1b[{_STYLES[piece.style]}m{text}\x1b[0m" if is_styled else text)
    return "".join(written) + ("…" if too_long else "")
