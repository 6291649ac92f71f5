"""Pictures of Pacman: a dark maze with blue walls, as in the arcades; it looks the same on light and on dark pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.games._drawing import clickable_area, document
from kibitz.games.pacman.notation import cell_name, cells_of, free_cells, ghosts_of, point, set_of
from kibitz.games.pacman.state import LOST, PLAYING, WON, State
from kibitz.games.pacman.tables import EAST, NORTH, SOUTH, STOP, WEST

if TYPE_CHECKING:
    from kibitz.games.pacman import Pacman

CELL = 24
FLOOR, WALL, FOOD, PACMAN = "#0b0b16", "#3b5bff", "#ffd7b0", "#ffd928"
GHOSTS = ("#ff3b30", "#34d5ff", "#ff8ad8", "#ffa53a", "#59d95a")
"""The colours of the ghosts, in turn."""
SCARED, FLICKERING, EYE, PUPIL = "#2b3df0", "#f4f4ff", "#ffffff", "#1a2a9c"
LAST_MOVES = 8
"""A ghost that is scared for no more moves than so many flickers."""
LOOKS = {WEST: (-1, 0), STOP: (0, 0), EAST: (1, 0), NORTH: (0, -1), SOUTH: (0, 1)}
"""Where eyes look, in the picture's own directions: down is positive."""
TURNS = {WEST: 180, STOP: 0, EAST: 0, NORTH: 270, SOUTH: 90}
ENDINGS = {PLAYING: "", WON: " · won", LOST: " · lost"}


def maze_svg(game: Pacman, s: State) -> str:
    """Return the maze as a picture."""
    width, height = game.width * CELL, game.height * CELL
    parts = [f'<rect width="{width}" height="{height + CELL}" rx="{CELL // 3}" fill="{FLOOR}"/>', _walls(game)]
    parts += [_circle(*_middle(game, x, y), CELL * 0.12, FOOD) for x, y in sorted(cells_of(game, game.food, set_of(s.food)))]
    parts += [_circle(*_middle(game, x, y), CELL * 0.3, FOOD) for x, y in sorted(cells_of(game, game.capsules, s.capsules))]
    parts += [_ghost(game, number, *ghost) for number, ghost in enumerate(ghosts_of(game, s))]
    parts.append(_pacman(game, s))
    style = f'font-size="{CELL * 2 // 3}" fill="{PACMAN}" dominant-baseline="central"'
    parts.append(f'<text x="{CELL // 2}" y="{height + CELL * 3 // 8}" {style}>Score {s.score}{ENDINGS[s.over]}</text>')
    parts += [clickable_area(cell_name(x, y), x * CELL, (game.height - 1 - y) * CELL, CELL, CELL) for x, y in free_cells(game)]
    ghosts = [(f"Ghost {number + 1}", GHOSTS[number % len(GHOSTS)]) for number in range(game.players - 1)]
    return document(width, height + CELL, parts, sides=[("Pacman", PACMAN), *ghosts])


def _walls(game: Pacman) -> str:
    """Return the walls as tubes: a thick line along them, and a thinner one in the colour of the floor upon it."""
    free = set(free_cells(game))
    walls = {(x, y) for y in range(game.height) for x in range(game.width) if (x, y) not in free}
    path = []
    for x, y in sorted(walls):
        left, top = _middle(game, x, y)
        path.append(f"M{left:g} {top:g}h0")
        if (x + 1, y) in walls:
            path.append(f"h{CELL}" if (x, y - 1) not in walls or (x + 1, y - 1) not in walls else f"h{CELL}v{CELL}h-{CELL}z")
        if (x, y - 1) in walls:
            path.append(f"M{left:g} {top:g}v{CELL}")
    lines = "".join(path)
    strokes = ((CELL * 0.5, WALL), (CELL * 0.34, FLOOR))
    style = 'stroke-linecap="round" stroke-linejoin="round"'
    return "".join(
        f'<path d="{lines}" fill="{colour}" stroke="{colour}" stroke-width="{thick:g}" {style}/>' for thick, colour in strokes
    )


def _pacman(game: Pacman, s: State) -> str:
    """Return Pacman, his mouth open where he looks; it is closed at the start, and at his death all too open."""
    x, y = _middle(game, *point(game, s.pacman))
    radius = CELL * 0.42
    if s.towards == STOP:
        return _circle(x, y, radius, PACMAN)
    # the corners of the mouth, and whether more than half of the disc is left between them
    across, down, large = (-0.45, 0.89, 0) if s.over == LOST else (0.8, 0.6, 1)
    right, low = across * radius, down * radius
    disc = f"M0 0L{right:.1f} {-low:.1f}A{radius:g} {radius:g} 0 {large} 0 {right:.1f} {low:.1f}Z"
    return f'<path d="{disc}" fill="{PACMAN}" transform="translate({x:g} {y:g}) rotate({TURNS[s.towards]})"/>'


def _ghost(game: Pacman, number: int, across: float, up: float, facing: int, timer: int) -> str:
    """Return a ghost; a scared one is blue and has no eyes to see with, and flickers before it has done with that."""
    x, y = _middle(game, across, up)
    r = CELL * 0.4
    body = f"M{-r:g} {r:g}V0A{r:g} {r:g} 0 0 1 {r:g} 0V{r:g}" + f"l{-r / 3:.2f} {-r / 3:.2f}l{-r / 3:.2f} {r / 3:.2f}" * 3 + "Z"
    colour = GHOSTS[number % len(GHOSTS)] if timer == 0 else SCARED if timer > LAST_MOVES else FLICKERING
    face = _scared_face(r, FLICKERING if colour == SCARED else GHOSTS[0]) if timer else _eyes(r, *LOOKS[facing])
    return f'<g transform="translate({x:g} {y:g})"><path d="{body}" fill="{colour}"/>{face}</g>'


def _eyes(r: float, right: int, down: int) -> str:
    """Return two eyes that look to where a ghost goes; `r` is half its width."""
    rounds = ((0.12, 0.3, EYE), (0.28, 0.15, PUPIL))
    return "".join(
        _circle((side * 0.42 + right * shift) * r, (down * shift - 0.15) * r, size * r, ink)
        for side in (-1, 1)
        for shift, size, ink in rounds
    )


def _scared_face(r: float, ink: str) -> str:
    """Return two dots and a wavering mouth."""
    dots = "".join(_circle(side * r * 0.4, -r * 0.2, r * 0.14, ink) for side in (-1, 1))
    mouth = f"M{-r * 0.6:.1f} {r * 0.4:.1f}" + f"l{r * 0.2:.1f} {-r * 0.2:.1f}l{r * 0.2:.1f} {r * 0.2:.1f}" * 3
    return f'{dots}<path d="{mouth}" fill="none" stroke="{ink}" stroke-width="{CELL / 16:g}"/>'


def _circle(x: float, y: float, radius: float, colour: str) -> str:
    """Return a disc."""
    return f'<circle cx="{round(x, 1):g}" cy="{round(y, 1):g}" r="{round(radius, 1):g}" fill="{colour}"/>'


def _middle(game: Pacman, x: float, y: float) -> tuple[float, float]:
    """Return a point of the maze in the picture, where y goes down."""
    return (x + 0.5) * CELL, (game.height - 0.5 - y) * CELL
