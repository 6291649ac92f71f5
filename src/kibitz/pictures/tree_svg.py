"""Search trees as SVG: triangles for MAX and MIN, circles for chance, values, windows, cuts and the chosen line."""

from __future__ import annotations

from hashlib import sha256

from kibitz.core.game import about
from kibitz.games._drawing import FONTS
from kibitz.pictures.figures import LINE, Figure, Label, figures
from kibitz.pictures.labels import result_text
from kibitz.pictures.layout import Spacing, arrange
from kibitz.pictures.legend import legend
from kibitz.pictures.scene import MOST_NODES, Scene, scene
from kibitz.pictures.strokes import edges, shape, text, xml
from kibitz.pictures.style import dark_sheet, look
from kibitz.textbook.trace import Trace

MARGIN = 16.0
LEAST_WIDTH = 260.0
STANDING = Spacing(siblings=8.0, cousins=18.0, least_gap=34.0, most_gap=110.0, centred=True)
LYING = Spacing(siblings=2.0, cousins=5.0, least_gap=30.0, most_gap=30.0, centred=False)
WIDEST = 1800.0
"""Standing trees that are wider are laid down."""


def tree_svg(trace: Trace, step: int | None = None, max_nodes: int = MOST_NODES) -> str:
    """Return the tree as it stood after `step` events (all by default) as an SVG picture; large trees are shown in part."""
    shown = scene(trace, step, max_nodes)
    if shown is None:
        nothing = "Nothing has been looked at yet."
        return _document("Search tree", nothing, LEAST_WIDTH, LINE, [text(Label(nothing, 0, LINE, anchor="start"))])
    lying = _is_too_wide(shown if step is None else scene(trace, None, max_nodes))
    drawn = figures(shown, lying)
    frame = arrange(drawn[0].block, LYING if lying else STANDING)
    across, down = (frame.depth, frame.width) if lying else (frame.width, frame.depth)
    width = max(across, LEAST_WIDTH)
    meanings, height = legend(drawn, width, down + 2 * LINE)
    lines = [edges(figure, frame, lying) for figure in drawn]
    nodes = [_drawn(figure, shown, lying) for figure in drawn]
    return _document(
        f"Search tree of {about(shown.game).title}", _description(shown), width, height, [*lines, *nodes, *meanings]
    )


def _is_too_wide(shown: Scene | None) -> bool:
    """Return whether a finished tree had better lie than stand; all its steps are then drawn the same way."""
    return shown is not None and arrange(figures(shown, lying=False)[0].block, STANDING).width > WIDEST


def _drawn(figure: Figure, shown: Scene, lying: bool) -> str:
    """Return a figure as SVG, with the position as a tip to the mouse."""
    item, block = figure.item, figure.block
    x, y = (block.y, block.x) if lying else (block.x, block.y)
    texts = "".join(text(label, x, y) for label in figure.labels)
    if figure.form is None:
        return texts
    marks = {"chosen": item.chosen, "current": item.current, "estimate": item.node.leaf == "cutoff"}
    outline = shape(figure.form, x, y, figure.size, figure.colour, *(name for name, on in marks.items() if on))
    return f"<g><title>{xml(shown.game.show(item.node.state))}</title>{outline}{texts}</g>"


def _description(shown: Scene) -> str:
    """Return the picture in one sentence."""
    root = shown.root.node
    drawn = sum(item.kind == "node" for item in shown.items())
    count = f"{shown.size:,} states" if drawn == shown.size else f"{drawn:,} of {shown.size:,} states"
    value = f", worth {result_text(root)} at the root" if root.value is not None else ""
    move = f"; the move chosen is {shown.game.action_name(root.state, root.chosen)}" if root.chosen is not None else ""
    return f"A search tree with {count}{value}{move}."


def _document(title: str, description: str, width: float, height: float, parts: list[str]) -> str:
    """Return the whole picture around its parts; the names of its title and description are made from what it shows."""
    body = "\n".join(part for part in parts if part)
    name = "kibitz-" + sha256((title + description + body).encode("utf-8", "replace")).hexdigest()[:10]
    across, down = round(width + 2 * MARGIN), round(height + 2 * MARGIN)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="kibitz-tree" width="{across}" height="{down}" '
        f'viewBox="0 0 {across} {down}" role="img" aria-labelledby="{name}-title {name}-desc">\n'
        f'<title id="{name}-title">{xml(title)}</title>\n<desc id="{name}-desc">{xml(description)}</desc>\n'
        f"<style>\n{dark_sheet()}\n</style>\n"
        f'<rect {look(".paper")} width="{across}" height="{down}" rx="6"/>\n'
        f'<g transform="translate({MARGIN:g} {MARGIN:g})" font-family="{FONTS}">\n{body}\n</g>\n</svg>\n'
    )
