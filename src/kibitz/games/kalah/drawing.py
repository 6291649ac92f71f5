"""The board of Kalah as text and as a picture, as the first player sees it."""

from __future__ import annotations

from math import cos, sin

from kibitz.games._drawing import clickable_area, document, words
from kibitz.games.kalah.notation import sides
from kibitz.games.kalah.state import State, count

PIT, GAP, EDGE = 72, 8, 14
WOOD, HOLLOW, RIM, MOVER, INK = "#9c6b3f", "#e9d6b4", "#6e4726", "#2a1a0c", "#2a1a0c"
SEEDS = ("#7a3b2e", "#2f5d50", "#5b4a8a")
DRAWN = 16
"""So many seeds of a pit are drawn; the number beside them tells them all."""


def shown(s: State, pits: int) -> str:
    """Return the board as text, the second player's pits above, from right to left, and whose turn it is."""
    first, second = sides(s)
    upper = " ".join(f"{count(second, pit):>3}" for pit in range(pits - 1, -1, -1))
    lower = " ".join(f"{count(first, pit):>3}" for pit in range(pits))
    stores = f"{count(second, pits):>3} {'':{4 * pits - 1}} {count(first, pits):>3}"
    return f"    {upper}\n{stores}\n    {lower}\n{('first', 'second')[s.turn]} player to move"


def pit_name(player: int, pit: int) -> str:
    """Return the name of a pit in the picture: both players have a pit 1."""
    return f"{'ab'[player]}{pit + 1}"


def drawn(s: State, pits: int) -> str:
    """Return the board as SVG: seeds and how many they are; who is to move has pits with a dark rim."""
    width, height = (pits + 2) * (PIT + GAP) + 2 * EDGE, 2 * (PIT + GAP + 12) + 2 * EDGE
    parts = [f'<rect x="0" y="0" width="{width}" height="{height}" rx="26" fill="{WOOD}"/>']
    areas = []
    for player, side in enumerate(sides(s)):
        rim = MOVER if player == s.turn else RIM
        x = width - EDGE - PIT // 2 if player == 0 else EDGE + PIT // 2
        tall = height - 2 * EDGE
        parts.append(
            f'<rect x="{x - PIT // 2}" y="{EDGE}" width="{PIT}" height="{tall}" rx="{PIT // 2}" fill="{HOLLOW}" '
            f'stroke="{RIM}" stroke-width="2"/>'
        )
        parts += [_seeds(x, height // 2, count(side, pits)), words(x, height - EDGE - 16, str(count(side, pits)), INK, 20)]
        for pit in range(pits):
            column = pit if player == 0 else pits - 1 - pit
            x = EDGE + (PIT + GAP) * (column + 1) + PIT // 2 + GAP // 2
            y = height - EDGE - PIT // 2 - 14 if player == 0 else EDGE + PIT // 2 + 14
            parts.append(f'<circle cx="{x}" cy="{y}" r="{PIT // 2}" fill="{HOLLOW}" stroke="{rim}" stroke-width="3"/>')
            beside = y + PIT // 2 + 12 if player == 0 else y - PIT // 2 - 12
            parts += [_seeds(x, y, count(side, pit)), words(x, beside, str(count(side, pit)), HOLLOW, 16)]
            areas.append(clickable_area(pit_name(player, pit), x - PIT // 2, y - PIT // 2, PIT, PIT))
    return document(width, height, parts + areas)


def _seeds(x: int, y: int, number: int) -> str:
    """Return seeds in a heap, from the middle outward."""
    heap = ""
    for seed in range(min(number, DRAWN)):
        distance, angle = 6.5 * seed**0.5, 2.4 * seed
        across, down = round(x + distance * cos(angle)), round(y + distance * sin(angle))
        heap += f'<circle cx="{across}" cy="{down}" r="5" fill="{SEEDS[seed % 3]}"/>'
    return heap
