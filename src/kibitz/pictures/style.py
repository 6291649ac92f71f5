"""What tree pictures look like: attributes with the colours of a light page, and a style sheet with those of a dark one."""

from __future__ import annotations

LIGHT = {
    "paper": "#ffffff", "ink": "#1c2430", "muted": "#5b6573", "edge": "#9aa4b1", "chosen": "#147a3d", "cut": "#b3362b",
    "max": "#1f5fbf", "min": "#b3362b", "chance": "#9a6400", "end": "#4a5563",
    "player-0": "#1f5fbf", "player-1": "#b3362b", "player-2": "#7b3fb5", "player-3": "#9a6400", "player-4": "#0b7285",
    "player-5": "#4a5563",
}  # fmt: skip
DARK = {
    "paper": "#12161d", "ink": "#e8ecf1", "muted": "#a3adba", "edge": "#66717f", "chosen": "#56d364", "cut": "#ff8a7a",
    "max": "#79b0ff", "min": "#ff8a7a", "chance": "#f0b849", "end": "#b6c0cc",
    "player-0": "#79b0ff", "player-1": "#ff8a7a", "player-2": "#c9a0ff", "player-3": "#f0b849", "player-4": "#5cc8dd",
    "player-5": "#b6c0cc",
}  # fmt: skip
_SHAPES = [name for name in LIGHT if name in ("max", "min", "chance", "end") or name.startswith("player-")]
PLAYER_COLOURS = sum(name.startswith("player-") for name in LIGHT)

_LOOKS: dict[str, dict[str, str]] = {
    "text": {"fill": "ink"},
    "text.small": {"fill": "muted"},
    "text.chosen": {"fill": "chosen", "font-weight": "600"},
    "text.cut": {"fill": "cut"},
    ".paper": {"fill": "paper"},
    ".edge": {"fill": "none", "stroke": "edge", "stroke-width": "1.2"},
    ".edge.chosen": {"stroke": "chosen", "stroke-width": "3.2"},
    ".edge.cut": {"stroke": "cut", "stroke-dasharray": "4 3"},
    ".edge.cross": {"stroke": "cut"},
    ".edge.dotted": {"stroke-dasharray": "1.5 3"},
    ".shape": {"stroke-width": "1.5", "fill-opacity": "0.14"},
    ".shape.estimate": {"stroke-dasharray": "3 2.5"},
    ".shape.chosen": {"stroke-width": "3"},
    ".shape.current": {"fill-opacity": "0.55"},
    **{f".shape.{name}": {"fill": name, "stroke": name} for name in _SHAPES},
}
"""What each kind of element looks like, by the selectors of style sheets. Colours go by their names."""


def look(kind: str, *classes: str) -> str:
    """Return the attributes of an element: its classes, and what a light page shows.

    They are attributes, not a style sheet, so that programs draw them that know little or nothing of style sheets.
    """
    attributes: dict[str, str] = {}
    for selector in (kind, *(f"{kind}.{name}" for name in classes)):
        attributes |= _LOOKS.get(selector, {})
    named = [*([kind[1:]] if kind.startswith(".") else []), *classes]
    written = {"class": " ".join(named)} | {key: LIGHT.get(value, value) for key, value in attributes.items()}
    return " ".join(f'{key}="{value}"' for key, value in written.items())


def dark_sheet() -> str:
    """Return the style sheet for dark pages; its rules hold only inside a picture of class `kibitz-tree`."""
    rules = [(selector, _colours(attributes)) for selector, attributes in _LOOKS.items()]
    listed = "\n".join(f".kibitz-tree {selector} {{ {colours} }}" for selector, colours in rules if colours)
    return f"@media (prefers-color-scheme: dark) {{\n{listed}\n}}"


def _colours(attributes: dict[str, str]) -> str:
    """Return the colours among attributes as a dark page shows them."""
    return "; ".join(f"{key}: {DARK[value]}" for key, value in attributes.items() if value in DARK)
