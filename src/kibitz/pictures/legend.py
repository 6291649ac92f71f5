"""The legend of a tree picture: what the signs in it mean."""

from __future__ import annotations

from kibitz.pictures.contents import Form
from kibitz.pictures.figures import LINE, SMALL, Figure, Label
from kibitz.pictures.labels import text_width
from kibitz.pictures.strokes import edge, shape, text

SIGN = (15.0, 13.0)
_MEANINGS: dict[Form | None, str] = {
    "max": "MAX", "min": "MIN", "chance": "chance", "or": "OR: one branch", "and": "AND: all branches",
    "terminal": "end of the game", "cycle": "stands above already",
}  # fmt: skip


def legend(figures: list[Figure], width: float, top: float) -> tuple[list[str], float]:
    """Return the meanings of the signs in the picture, in rows of at most `width`, and where they end."""
    parts, x, y = [], 0.0, top
    for meaning, sign in _signs(figures).items():
        room = 36 + text_width(meaning, SMALL)
        if x and x + room > width:
            x, y = 0.0, y + LINE * 1.5
        words = text(Label(meaning, 22, 0, anchor="start"))
        parts.append(f'<g transform="translate({x:.1f} {y:.1f})">{sign}{words}</g>')
        x += room
    return parts, y


def _signs(figures: list[Figure]) -> dict[str, str]:
    """Return the signs that occur in the picture by their meanings."""
    signs: dict[str, str] = {}
    for figure in figures:
        node = figure.item.node
        meaning = f"player {node.player + 1}" if figure.form == "player" else _MEANINGS.get(figure.form)
        if meaning and figure.form:
            signs.setdefault(meaning, shape(figure.form, 8, -4, SIGN, figure.colour))
        if figure.form and node.leaf == "cutoff":
            signs.setdefault("estimate", shape(figure.form, 8, -4, SIGN, figure.colour, "estimate"))
        if figure.item.chosen and figure.item.names:
            signs["chosen"] = edge("chosen", "M0 -4h16")
        if figure.form and figure.item.current:
            signs["latest step"] = shape(figure.form, 8, -4, SIGN, figure.colour, "current")
        if figure.item.kind == "cut":
            signs["not looked at"] = edge("cut", "M0 -4h16")
        if node.visits is not None:
            signs["games through the node"] = text(Label("n×", 8, 0))
    return signs
