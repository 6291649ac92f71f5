"""The board of animal shogi as text and as a picture."""

from __future__ import annotations

from kibitz.games._drawing import PLAYERS, SIDES_BY_COLOUR, clickable_area, document, words
from kibitz.games.dobutsu.notation import LETTERS, hands, piece_at, square_name
from kibitz.games.dobutsu.state import WAYS, State

CELL, EDGE, HAND = 64, 26, 46
GRASS, LINE, PAPER, INK, SKY = "#dcebc8", "#7d9a5e", "#fffaf0", "#33291c", "#cfe3f2"
ANIMALS = ("Lion", "Giraffe", "Elephant", "Chick", "Hen")


def shown(s: State) -> str:
    """Return the board, the first player's animals in capitals, what is in hand and whose turn it is."""
    lines = [f"{4 - row} {' '.join(piece_at(s, 3 * row + column) for column in range(3))}" for row in (3, 2, 1, 0)]
    first, second = (word or "nothing" for word in hands(s))
    return "\n".join([*lines, "  a b c", f"in hand: {first}, {second}", f"{('first', 'second')[s.turn]} player to move"])


def drawn(s: State) -> str:
    """Return the board as SVG: a mark at the edge of an animal for every way it steps, and the hands above and below."""
    width, height = 3 * CELL + 2 * EDGE, 4 * CELL + 2 * EDGE + 2 * HAND
    top = EDGE + HAND
    parts = [
        f'<rect x="0" y="0" width="{width}" height="{height}" rx="10" fill="{GRASS}"/>',
        f'<rect x="{EDGE}" y="{top}" width="{3 * CELL}" height="{CELL}" fill="{SKY}"/>',
        f'<rect x="{EDGE}" y="{top + 3 * CELL}" width="{3 * CELL}" height="{CELL}" fill="{SKY}"/>',
    ]
    path = "".join(f"M{EDGE} {top + row * CELL}h{3 * CELL}" for row in range(5))
    path += "".join(f"M{EDGE + column * CELL} {top}v{4 * CELL}" for column in range(4))
    parts.append(f'<path d="{path}" fill="none" stroke="{LINE}" stroke-width="2"/>')
    areas = []
    for square in range(12):
        row, column = divmod(square, 3)
        left, upper = EDGE + column * CELL, top + (3 - row) * CELL
        letter = piece_at(s, square)
        if letter != ".":
            parts.append(_animal(left + CELL // 2, upper + CELL // 2, letter, CELL))
        areas.append(clickable_area(square_name(square), left, upper, CELL, CELL))
    for player, held in enumerate(hands(s)):
        y = height - EDGE - HAND // 2 + 10 if player == 0 else EDGE + HAND // 2 - 10
        for place, kind in enumerate("GEC" if player == 0 else "gec"):
            x = EDGE + place * CELL + CELL // 2
            if held.count(kind):
                parts.append(_animal(x - 8, y, kind, 40))
                parts.append(words(x + 20, y, str(held.count(kind)), INK, 16))
            areas.append(clickable_area(kind, x - CELL // 2, y - HAND // 2, CELL, HAND))
    for index in range(4):
        parts.append(words(EDGE // 2, top + index * CELL + CELL // 2, str(index + 1), INK, 13))
        if index < 3:
            parts.append(words(EDGE + index * CELL + CELL // 2, top - 8, "abc"[index], INK, 13))
    marker = height - EDGE if s.turn == 0 else EDGE
    parts.append(f'<circle cx="{width - EDGE // 2}" cy="{marker}" r="6" fill="{PLAYERS[s.turn]}" stroke="{INK}"/>')
    return document(width, height, parts + areas, sides=SIDES_BY_COLOUR[:2])


def _animal(x: int, y: int, letter: str, size: int) -> str:
    """Return an animal: its name, in its owner's colour, and marks at the edge for its steps."""
    owner = 0 if letter.isupper() else 1
    kind, half = LETTERS.index(letter.upper()), size * 21 // 50
    parts = [
        f'<rect x="{x - half}" y="{y - half}" width="{2 * half}" height="{2 * half}" rx="8" fill="{PAPER}" '
        f'stroke="{PLAYERS[owner]}" stroke-width="4"/>',
        words(x, y, ANIMALS[kind] if size == CELL else letter.upper(), INK, 11 if size == CELL else 16, bold=True),
    ]
    for across, up in WAYS[kind]:
        rising = up if owner == 0 else -up
        parts.append(
            f'<circle cx="{x + across * (half - 7)}" cy="{y - rising * (half - 7)}" r="{3 if size == CELL else 2}" '
            f'fill="{PLAYERS[owner]}"/>'
        )
    return "".join(parts)
