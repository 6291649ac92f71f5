"""Several boards on one sheet, in the order of a line of play."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any
from xml.etree import ElementTree

from kibitz.core.contract import Game

COLUMNS = 4
SIDE, CAPTION, GAP = 200, 24, 12
"""The side of a board, the height of what stands below it, and the space between two."""
MOST_BOARDS = 12


def chosen(count: int) -> list[int]:
    """Return which of so many positions are shown: all, or some that are evenly spread, the first and the last among them."""
    shown = min(count, MOST_BOARDS)
    return sorted({round(place * (count - 1) / max(shown - 1, 1)) for place in range(shown)})


def board_sheet(game: Game, states: Sequence[Any], captions: Sequence[str]) -> str:
    """Return boards with words below each as a picture; the game must have pictures of its positions."""
    boards = []
    for number, (s, caption) in enumerate(zip(states, captions, strict=True)):
        left, top = number % COLUMNS * (SIDE + GAP), number // COLUMNS * (SIDE + CAPTION + GAP)
        boards.append(f'<g transform="translate({left} {top})">{_placed(game.svg(s) or "")}'
                      f'<text x="{SIDE / 2}" y="{SIDE + 16}" text-anchor="middle" font-family="sans-serif" font-size="13" '
                      f'fill="#777777">{escape(caption)}</text></g>')  # fmt: skip
    wide, rows = min(len(boards), COLUMNS), -(-len(boards) // COLUMNS)
    width, height = wide * (SIDE + GAP) - GAP, rows * (SIDE + CAPTION + GAP) - GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f"{''.join(boards)}</svg>"
    )


def _placed(svg: str) -> str:
    """Return a picture as a part of another, of the side of a board."""
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    root = ElementTree.fromstring(svg)
    root.set("width", str(SIDE))
    root.set("height", str(SIDE))
    return ElementTree.tostring(root, encoding="unicode")
