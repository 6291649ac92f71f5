"""The parts of a tree drawing: for each item its shape, its texts with their places, and the room it needs.

A tree stands, its root at the top, as the lectures draw it; or it lies, its root at the left and a row for every leaf,
where it would be too wide. In a lying tree blocks are turned: their x runs down the page and their y across it.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Literal

from kibitz.pictures.contents import Content, Form, content
from kibitz.pictures.labels import text_width
from kibitz.pictures.layout import Block
from kibitz.pictures.scene import Item, Scene
from kibitz.pictures.style import PLAYER_COLOURS

FONT, SMALL, LINE = 12.0, 10.5, 13.0
"""The sizes of texts and the distance between lines of text."""
TALL, LOW = (46.0, 38.0), (30.0, 22.0)
"""Width and height of a triangle in a standing and in a lying tree; other shapes are as high."""
REASON_LETTERS = 14
LONGEST_NAME = 16


@dataclass(frozen=True)
class Label:
    """A text whose middle, start or end stands at (x, y) as seen from the figure's anchor; y is its baseline."""

    text: str
    x: float
    y: float
    size: float = SMALL
    css: str = "small"
    anchor: Literal["start", "middle", "end"] = "middle"

    @property
    def reach(self) -> tuple[float, float]:
        """Where the text begins and where it ends."""
        width = text_width(self.text, self.size)
        start = self.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        return start, start + width


@dataclass
class Figure:
    """All that is drawn for an item; `ends` are the places at which edges arrive, as seen from the anchor."""

    item: Item
    form: Form | None
    size: tuple[float, float]
    labels: list[Label]
    block: Block
    ends: tuple[float, ...] = (0.0,)
    children: list[Figure] = field(default_factory=list, repr=False)

    @property
    def colour(self) -> str:
        """The name of the shape's colour."""
        if self.form == "player":
            return f"player-{self.item.node.player % PLAYER_COLOURS}"
        return {"or": "max", "and": "chance", "terminal": "end", "cycle": "end"}.get(self.form or "", self.form or "")


def figures(scene: Scene, lying: bool) -> list[Figure]:
    """Return the figures of all items, each before its children."""
    words = [(item, content(item, scene.game, LONGEST_NAME)) for item in scene.items()]
    inside = all(text_width(each.value, FONT) <= TALL[0] * 0.68 for _, each in words if each.form in ("max", "min", "chance"))
    drawn = {id(item): _lying(item, each) if lying else _standing(item, each, inside) for item, each in words}
    for item in scene.items():
        figure = drawn[id(item)]
        figure.children = [drawn[id(child)] for child in item.children]
        figure.block.children = [child.block for child in figure.children]
    return list(drawn.values())


def _standing(item: Item, words: Content, inside: bool) -> Figure:
    """Return a figure with its branch's name above the shape, and remarks beside it or, at a leaf, below.

    Values stand in their shapes if all of them have room there (`inside`); those of finished games always do.
    """
    if words.form is None:
        return _standing_remark(item, words)
    sign, value = words.sign, words.value
    if not sign and (inside or words.form == "terminal"):
        sign, value = value, ""
    width, height = (max(TALL[0] * 0.65, text_width(sign, FONT) + 10) if words.form == "terminal" else TALL[0]), TALL[1]
    top = -height / 2 - 5
    labels = [Label(name, 0, top - LINE * row, FONT, _name_css(item)) for row, name in enumerate(reversed(words.names))]
    if sign:
        labels.append(Label(sign, 0, _baseline(words.form, height), FONT, "value"))
    rows = [text for text in (value, *words.remarks) if text]
    first = 4 - LINE * (len(rows) - 1) / 2 if item.children else height / 2 + LINE - 1
    for row, text in enumerate(rows):
        size, css = (FONT, "value") if text == value else (SMALL, "small")
        x, anchor = (width / 2 + 5, "start") if item.children else (0.0, "middle")
        labels.append(Label(text, x, first + LINE * row, size, css, anchor))  # type: ignore[arg-type]
    below = height / 2 + (0 if item.children else LINE * len(rows) + 3)
    return _boxed(Figure(item, words.form, (width, height), labels, Block(0, 0, LINE * len(words.names) - top - 1, below)))


def _standing_remark(item: Item, words: Content) -> Figure:
    """Return moves not looked at, side by side, and below them the reason; or another remark without a shape."""
    widths = [text_width(name, SMALL) + 10 for name in words.names]
    ends = [end - width / 2 - sum(widths) / 2 for end, width in zip(accumulate(widths), widths, strict=True)]
    top = -TALL[1] / 2 - 5
    css = "cut" if item.kind == "cut" else "small"
    labels = [Label(name, end, top, css=css) for name, end in zip(words.names, ends, strict=True)]
    rows = [row for remark in words.remarks for row in textwrap.wrap(remark, REASON_LETTERS)]
    labels += [Label(text, 0, top + LINE * (row + 1)) for row, text in enumerate(rows)]
    return _boxed(Figure(item, None, (0, 0), labels, Block(0, 0, LINE - top, top + LINE * len(rows) + 5), tuple(ends)))


def _boxed(figure: Figure) -> Figure:
    """Return a standing figure whose block is as wide as its shape and texts."""
    reaches = [label.reach for label in figure.labels]
    figure.block.left = max([figure.size[0] / 2, *(-start for start, _ in reaches)])
    figure.block.right = max([figure.size[0] / 2, *(end for _, end in reaches)])
    return figure


def _lying(item: Item, words: Content) -> Figure:
    """Return a figure that is one line of text, with its shape between the branch's name and the rest."""
    sign, value = (words.value, "") if words.form == "terminal" else (words.sign, words.value)
    if words.form in ("or", "and"):
        sign = ""  # the shape says it, and is too small for words
    width = text_width(sign, SMALL) + 10 if words.form == "terminal" else LOW[0] if words.form else 0.0
    height = LOW[1] if words.form else LINE
    name = (" " if words.form else ", ").join(words.names)
    css = "cut" if item.kind == "cut" else _name_css(item) if words.form else "small"
    labels = [Label(name, -width / 2 - 5, 4, FONT if words.form else SMALL, css, "end")] if name else []
    start = labels[0].reach[0] if labels else -width / 2
    if sign:
        labels.append(Label(sign, 0, _baseline(words.form, height) - 0.5, SMALL, "value"))
    end = width / 2 + 5
    for text in (value, *words.remarks):
        if text:
            labels.append(Label(text, end, 4, FONT if text == value else SMALL, "value" if text == value else "small", "start"))
            end = labels[-1].reach[1] + 7
    return Figure(item, words.form, (width, height), labels, Block(height / 2 + 1, height / 2 + 1, 3 - start, end))


def _name_css(item: Item) -> str:
    """Return the style of a branch's name."""
    return "chosen" if item.chosen else "value"


def _baseline(form: Form | None, height: float) -> float:
    """Return how far below the anchor the text in a shape stands: low in MAX's triangle, high in MIN's."""
    return {"max": height * 0.36, "min": -height * 0.08}.get(form or "", 4.2)
