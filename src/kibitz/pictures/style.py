"""The colours of tree pictures, for light and for dark pages, as a style sheet."""

from __future__ import annotations

import re

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
PLAYER_COLOURS = sum(name.startswith("player-") for name in LIGHT)

_RULES = """
text { font-family: ui-sans-serif, system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif; fill: @ink }
text.small { fill: @muted }
text.chosen { font-weight: 600; fill: @chosen }
text.cut { fill: @cut }
.paper { fill: @paper }
.edge { fill: none; stroke-width: 1.2; stroke: @edge }
.edge.chosen { stroke-width: 3.2; stroke: @chosen }
.edge.cut { stroke-dasharray: 4 3; stroke: @cut }
.edge.cross { stroke: @cut }
.edge.dotted { stroke-dasharray: 1.5 3 }
.shape { stroke-width: 1.5; fill-opacity: 0.14 }
.shape.estimate { stroke-dasharray: 3 2.5 }
.shape.chosen { stroke-width: 3 }
.shape.current { fill-opacity: 0.55 }
"""


def style_sheet() -> str:
    """Return the style sheet; its rules hold only inside a picture of class `kibitz-tree`.

    A colour is given twice, plainly and then by its variable, for viewers that know no variables.
    """
    shapes = [f".shape.{name} {{ fill: @{name}; stroke: @{name} }}" for name in LIGHT]
    rules = [f".kibitz-tree {rule}" for rule in [*_RULES.strip().splitlines(), *shapes]]
    coloured = re.sub(
        r"([\w-]+): @([\w-]+)", lambda found: f"{found[1]}: {LIGHT[found[2]]}; {found[1]}: var(--{found[2]})", "\n".join(rules)
    )
    return f"{_variables(LIGHT)}\n@media (prefers-color-scheme: dark) {{ {_variables(DARK)} }}\n{coloured}"


def _variables(colours: dict[str, str]) -> str:
    """Return the rule that gives each colour its name."""
    return ".kibitz-tree { " + "; ".join(f"--{name}: {colour}" for name, colour in colours.items()) + " }"
