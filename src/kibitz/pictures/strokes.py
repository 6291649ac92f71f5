"""The strokes of tree pictures as SVG: shapes of nodes, edges and texts."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

from kibitz.pictures.contents import Form
from kibitz.pictures.figures import Figure, Label
from kibitz.pictures.layout import Frame
from kibitz.pictures.style import look

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml(text: str) -> str:
    """Return a text as XML may hold it."""
    return escape(_NOT_XML.sub("·", text))


def text(label: Label, x: float = 0.0, y: float = 0.0) -> str:
    """Return a text as seen from the anchor (x, y)."""
    place = f'x="{x + label.x:.1f}" y="{y + label.y:.1f}" font-size="{label.size:g}" text-anchor="{label.anchor}"'
    return f"<text {look('text', label.css)} {place}>{xml(label.text)}</text>"


def shape(form: Form, x: float, y: float, size: tuple[float, float], *css: str) -> str:
    """Return the outline of a node around (x, y)."""
    w, h = size[0] / 2, size[1] / 2
    outlines: dict[Form, str] = {
        "max": f"M{x:.1f} {y - h:.1f}l{w:.1f} {2 * h:.1f}h{-2 * w:.1f}z",
        "min": f"M{x:.1f} {y + h:.1f}l{w:.1f} {-2 * h:.1f}h{-2 * w:.1f}z",
        "player": f"M{x - h:.1f} {y:.1f}l{h / 2:.1f} {-h:.1f}h{h:.1f}l{h / 2:.1f} {h:.1f}l{-h / 2:.1f} {h:.1f}h{-h:.1f}z",
        "or": f"M{x:.1f} {y - h:.1f}l{w:.1f} {h:.1f}l{-w:.1f} {h:.1f}l{-w:.1f} {-h:.1f}z",
        "terminal": f"M{x - w:.1f} {y - h * 0.75:.1f}h{2 * w:.1f}v{h * 1.5:.1f}h{-2 * w:.1f}z",
    }
    circle = f"M{x - h:.1f} {y:.1f}a{h:.1f} {h:.1f} 0 1 1 {2 * h:.1f} 0a{h:.1f} {h:.1f} 0 1 1 {-2 * h:.1f} 0z"
    return f'<path {look(".shape", *css)} d="{outlines.get(form, circle)}"/>'


def edge(css: str, line: str) -> str:
    """Return one edge."""
    return f'<path {look(".edge", css)} d="{line}"/>'


def edges(figure: Figure, frame: Frame, lying: bool) -> str:
    """Return the edges from a node to its children; they turn only between the levels, where no text stands."""
    if not figure.children:
        return ""
    block = figure.block
    low, high = frame.bands[block.level].bottom, frame.bands[block.level + 1].top
    # Where edges run together the chosen one is seen, and a cut one is not: so they are drawn in this order.
    strokes: dict[str, list[str]] = {"dotted": [], "cut": [], "plain": [], "chosen": [], "cross": []}
    for child in figure.children:
        css = {"cut": "cut", "more": "dotted", "playout": "dotted"}.get(child.item.kind, "plain")
        for end in child.ends:
            x, start, stop = child.block.x + end, block.y + block.below, child.block.y - child.block.above
            if lying:
                turn = low + (high - low) / 3
                line, middle = f"M{start:.1f} {block.x:.1f}H{turn:.1f}V{x:.1f}H{stop:.1f}", ((turn + high) / 2, x)
            else:
                line = f"M{block.x:.1f} {start:.1f}V{low:.1f}L{x:.1f} {high:.1f}V{stop:.1f}"
                middle = (0.25 * block.x + 0.75 * x, 0.25 * low + 0.75 * high)
            strokes["chosen" if child.item.chosen else css].append(line)
            if css == "cut":
                strokes["cross"].append(f"M{middle[0] - 4:.1f} {middle[1] - 4:.1f}l8 8m0 -8l-8 8")
    if figure.form == "and" and not lying and len(figure.children) > 1:
        strokes["plain"].append(_bow(figure, low, high))
    return "".join(edge(css, line) for css, lines in strokes.items() for line in lines)


def _bow(figure: Figure, low: float, high: float) -> str:
    """Return the bow across the edges of an AND node: all of its branches belong together."""
    part, middle = 0.3, figure.block.x
    y = low + part * (high - low)
    left, right = (middle + part * (child.block.x - middle) for child in (figure.children[0], figure.children[-1]))
    return f"M{left:.1f} {y:.1f}Q{middle:.1f} {y + 9:.1f} {right:.1f} {y:.1f}"
