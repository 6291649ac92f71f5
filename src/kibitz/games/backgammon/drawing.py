"""Pictures of backgammon boards: the first player's home at the bottom right, as books show it."""

from __future__ import annotations

from kibitz.games._drawing import DIE, clickable_area, die, document, words
from kibitz.games.backgammon.notation import steps
from kibitz.games.backgammon.position_id import PLAYERS, counts
from kibitz.games.backgammon.state import BAR, State

POINT, HIGH, BAR_WIDTH, TRAY = 40, 400, 40, 56
"""Width of a point, height of the board inside, widths of the bar and of the tray for checkers borne off."""
FRAME = 22
ROWS = 5
"""Checkers that a pile shows; of a higher one the last tells the number."""
RADIUS = 18
FELT, WOOD, EDGE = "#e9dcc0", "#6b4426", "#4a2e18"
TRIANGLES = ("#b5532f", "#2f5d50")
CHECKERS = (("#f7f3e8", "#8a7f6a"), ("#2a2f3a", "#8d93a1"))
LABEL = "#f1e6d0"
ON_THE_BAR, OFF = "bar", "off"
"""The names of the cells that are no points; those have their numbers."""


def _board(s: State, checkers: int) -> tuple[list[list[int]], list[int]]:
    """Return the checkers of the first and the second player on each place of their own, and those borne off."""
    sides = [counts(s.mine_few, s.mine_many), counts(s.their_few, s.their_many)]
    if s.turn == 1:
        sides.reverse()
    return sides, [checkers - sum(side) for side in sides]


def _told(s: State) -> str:
    """Return whose turn it is and the dice."""
    if s.dice < 0:
        return "opening roll"
    return f"{PLAYERS[s.turn]} " + (f"to play {s.dice >> 3}-{s.dice & 7}" if s.dice > 0 else "to roll")


def text(s: State, checkers: int) -> str:
    """Return the board as text: x is the first player and moves to the bottom right; numbers are the first player's."""
    sides, off = _board(s, checkers)
    top, bottom = _half(sides, off, range(13, BAR), 0), _half(sides, off, range(12, 0, -1), 1)
    middle = " " * 19 + "|   |" + " " * 19 + "|  " + _told(s)
    return "\n".join([*top, middle, *reversed(bottom)])


def _half(sides: list[list[int]], off: list[int], points: range, player: int) -> list[str]:
    """Return one half of the board from its edge to the middle: the bar of `player`, and what the other has borne off."""
    names = "".join(f"{'     ' if place == 6 else ''}{point:3}" for place, point in enumerate(points))
    lines = [names]
    for row in range(ROWS):
        cells = [_cell(sides, point, row) for point in points]
        bar = _pile_row(PLAYERS[player], sides[player][BAR], row)
        tray = _pile_row(PLAYERS[1 - player], off[1 - player], row)
        lines.append(f"{''.join(cells[:6])} |{bar or '   '}|{''.join(cells[6:])} | {tray}".rstrip())
    return lines


def _cell(sides: list[list[int]], point: int, row: int) -> str:
    """Return one row of what stands on a point."""
    held = _pile_row(PLAYERS[0], sides[0][point], row) or _pile_row(PLAYERS[1], sides[1][BAR - point], row)
    return f" {held.rstrip() or ' .'}"


def _pile_row(mark: str, number: int, row: int) -> str:
    """Return one row of a pile, three letters, or nothing above it; the last row tells the number of a higher pile."""
    if number <= row:
        return ""
    return f"{number:2} " if row == ROWS - 1 and number > ROWS else f" {mark} "


def picture(s: State, checkers: int) -> str:
    """Return the board as an SVG picture."""
    sides, off = _board(s, checkers)
    inside = 12 * POINT + BAR_WIDTH
    width, height = inside + TRAY + 3 * FRAME, HIGH + 2 * FRAME
    parts = [
        f'<rect x="0" y="0" width="{width}" height="{height}" rx="10" fill="{WOOD}"/>',
        f'<rect x="{FRAME}" y="{FRAME}" width="{inside}" height="{HIGH}" fill="{FELT}"/>',
        f'<rect x="{FRAME + 6 * POINT}" y="{FRAME}" width="{BAR_WIDTH}" height="{HIGH}" fill="{EDGE}"/>',
        f'<rect x="{inside + 2 * FRAME}" y="{FRAME}" width="{TRAY}" height="{HIGH}" rx="6" fill="{EDGE}"/>',
    ]
    parts += [_triangle(point) for point in range(1, BAR)]
    for point in range(1, BAR):
        for player, place in enumerate((point, BAR - point)):
            parts += _pile(player, sides[player][place], _middle(point), point > 12)
    for player in range(2):
        parts += _pile(player, sides[player][BAR], FRAME + 6 * POINT + BAR_WIDTH // 2, player == 0, 3)
        parts += _tray(player, off[player], inside + 2 * FRAME)
    parts += _dice(s)
    parts += [clickable_area(str(point), _middle(point) - POINT // 2, *_reach(point > 12)) for point in range(1, BAR)]
    parts.append(clickable_area(ON_THE_BAR, FRAME + 6 * POINT, FRAME, BAR_WIDTH, HIGH))
    parts.append(clickable_area(OFF, inside + 2 * FRAME, FRAME, TRAY, HIGH))
    return document(width, height, parts, pairs=True, sides=(("White", CHECKERS[0][0]), ("Black", CHECKERS[1][0])))


def path(s: State, a: int) -> tuple[str, ...]:
    """Return the places of a play, from where and to where for each die in turn; points are the first player's."""
    return tuple(_place_name(s.turn, place) for step in steps(s, a) for place in (step.source, step.target))


def _place_name(player: int, place: int) -> str:
    """Return the name in the picture of a place that a player counts its own way."""
    if place in (0, BAR):
        return ON_THE_BAR if place else OFF
    return str(place if player == 0 else BAR - place)


def _reach(is_top: bool) -> tuple[int, int, int]:
    """Return the top, the width and the height of what can be clicked of a point, up to where the dice lie."""
    high = (HIGH - DIE) // 2 - 2
    return (FRAME if is_top else FRAME + HIGH - high), POINT, high


def _middle(point: int) -> int:
    """Return the middle of a point's column."""
    column = point - 13 if point > 12 else 12 - point
    return FRAME + column * POINT + POINT // 2 + (BAR_WIDTH if column > 5 else 0)


def _triangle(point: int) -> str:
    """Return a point of the board and its number."""
    x, is_top = _middle(point), point > 12
    edge, tip = (FRAME, FRAME + HIGH * 9 // 20) if is_top else (FRAME + HIGH, FRAME + HIGH * 11 // 20)
    row = FRAME // 2 if is_top else HIGH + FRAME + FRAME // 2
    half = POINT // 2
    path = f"M{x - half} {edge}L{x + half} {edge}L{x} {tip}Z"
    return f'<path d="{path}" fill="{TRIANGLES[point % 2]}"/>{words(x, row, str(point), LABEL, 14)}'


def _pile(player: int, number: int, x: int, is_top: bool, rows: int = ROWS) -> list[str]:
    """Return the checkers on one place, the number written on the last of a high pile."""
    fill, line = CHECKERS[player]
    depths = [RADIUS + 1 + 2 * RADIUS * row for row in range(rows)]
    ys = [FRAME + (depth if is_top else HIGH - depth) for depth in depths]
    style = f'r="{RADIUS - 1}" fill="{fill}" stroke="{line}" stroke-width="2"'
    parts = [f'<circle cx="{x}" cy="{y}" {style}/>' for y in ys[:number]]
    if number > rows:
        parts.append(words(x, ys[-1], str(number), CHECKERS[1 - player][0], 16, bold=True))
    return parts


def _tray(player: int, number: int, left: int) -> list[str]:
    """Return the checkers that a player has borne off, seen from the side."""
    fill, line = CHECKERS[player]
    thick, gap = 11, 12
    tops = [FRAME + HIGH - 4 - thick - gap * place if player == 0 else FRAME + 4 + gap * place for place in range(number)]
    style = f'width="{TRAY - 12}" height="{thick}" rx="3" fill="{fill}" stroke="{line}"'
    return [f'<rect x="{left + 6}" y="{top}" {style}/>' for top in tops]


def _dice(s: State) -> list[str]:
    """Return the dice in the half of who plays them, or a sign of who is to roll."""
    middle = FRAME + HIGH // 2
    if s.dice <= 0:
        sides = (0, 1) if s.dice < 0 else (s.turn,)
        return [_die(player, _die_place(player), middle, None) for player in sides]
    x = _die_place(s.turn)
    return [_die(s.turn, x - 24, middle, s.dice >> 3), _die(s.turn, x + 24, middle, s.dice & 7)]


def _die(player: int, x: int, y: int, number: int | None) -> str:
    """Return a die in a player's colours."""
    return die(x, y, number, CHECKERS[player][0], CHECKERS[1 - player][0], CHECKERS[player][1])


def _die_place(player: int) -> int:
    """Return where the middle of a player's dice lies: the right half for the first, the left one for the second."""
    return FRAME + (9 * POINT + BAR_WIDTH if player == 0 else 3 * POINT)
