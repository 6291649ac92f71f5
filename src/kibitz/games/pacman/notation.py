"""Positions as text: to look at, and in one word that can be read back.

`P9,1W/G8,5-0/G11.5,5E39/Fff/C3/S-12/T0` is Pacman at (9, 1) looking west, two ghosts with direction and scared timer, the sets
of food and capsules left in hexadecimal, the score and whose turn it is; `/won` or `/lost` follows at the end of a game.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kibitz.core.bits import wrap
from kibitz.core.errors import PositionError
from kibitz.games.pacman.state import LOST, PLAYING, WON, State

if TYPE_CHECKING:
    from kibitz.games.pacman import Pacman

FACES = "W-ENS"
"""The letters of the directions, `-` for none."""
PACMEN = ">><v^"
"""Pacman in text by where he looks: the opening is his mouth."""
ENDINGS = {PLAYING: "", WON: "/won", LOST: "/lost"}
WRITTEN = re.compile(
    r"P(?P<pacman>\d+,\d+)(?P<towards>[W\-ENS])(?P<ghosts>(?:/G[\d.]+,[\d.]+[W\-ENS]\d+)*)"
    r"/F(?P<food>[0-9a-f]+)/C(?P<capsules>[0-9a-f]+)/S(?P<score>-?\d{1,9})/T(?P<mover>\d{1,3})(?P<over>|/won|/lost)",
    re.ASCII,
)
GHOST = re.compile(r"/G([\d.]+,[\d.]+)([W\-ENS])(\d{1,3})", re.ASCII)


def set_of(words: tuple[int, ...]) -> int:
    """Return a set that is kept in words of 64 bits as one long number."""
    return sum((word & (1 << 64) - 1) << 64 * place for place, word in enumerate(words))


def point(game: Pacman, place: int) -> tuple[float, float]:
    """Return a place as (x, y) in cells."""
    return place % game.stride / 2, place // game.stride / 2


def cell_name(x: float, y: float) -> str:
    """Return the name of a cell, as positions have it: `9,1`."""
    return f"{x:g},{y:g}"


def free_cells(game: Pacman) -> list[tuple[int, int]]:
    """Return the cells without a wall, as (x, y)."""
    cells = ((x, y) for y in range(game.height) for x in range(game.width))
    return [(x, y) for x, y in cells if game.cell_numbers[2 * y * game.stride + 2 * x] >= 0]


def cells_of(game: Pacman, numbers: tuple[int, ...], left: int) -> set[tuple[int, int]]:
    """Return the cells, as (x, y), of those things in a table of places that are still there."""
    places = (place for place, number in enumerate(numbers) if number >= 0 and left >> number & 1)
    return {(place % game.stride // 2, place // game.stride // 2) for place in places}


def ghosts_of(game: Pacman, s: State) -> list[tuple[float, float, int, int]]:
    """Return for every ghost its x and y in cells, its direction and its scared timer."""
    agents = zip(s.ghosts, s.facing, s.timers, strict=True)
    return [(*point(game, place), facing, timer) for place, facing, timer in agents][: game.players - 1]


def maze_text(game: Pacman, s: State) -> str:
    """Return the maze as the course writes it, with the score below."""
    rows = [["%"] * game.width for _ in range(game.height)]
    food, capsules = cells_of(game, game.food, set_of(s.food)), cells_of(game, game.capsules, s.capsules)
    for x, y in free_cells(game):
        rows[y][x] = "." if (x, y) in food else "o" if (x, y) in capsules else " "
    x, y = s.pacman % game.stride // 2, s.pacman // game.stride // 2
    rows[y][x] = PACMEN[s.towards]
    for across, up, _, timer in ghosts_of(game, s):
        rows[int(up + 0.5)][int(across + 0.5)] = "G" if timer == 0 else "g"
    return "\n".join("".join(row) for row in reversed(rows)) + f"\nScore: {s.score}"


def written(game: Pacman, s: State) -> str:
    """Return the position in one word."""
    ghosts = "".join(f"/G{cell_name(x, y)}{FACES[facing]}{timer}" for x, y, facing, timer in ghosts_of(game, s))
    food = f"/F{set_of(s.food):x}/C{s.capsules:x}"
    return f"P{cell_name(*point(game, s.pacman))}{FACES[s.towards]}{ghosts}{food}/S{s.score}/T{s.mover}{ENDINGS[s.over]}"


def read_position(game: Pacman, text: str) -> State:
    """Return the position that `written` wrote, or refuse what does not fit this maze."""
    found = WRITTEN.fullmatch(text)
    if found is None:
        raise PositionError(f"position {text!r} is not of the form {written(game, game.initial())}")
    ghosts = GHOST.findall(found["ghosts"])
    start = game.initial()
    food, capsules, mover = int(found["food"], 16), int(found["capsules"], 16), int(found["mover"])
    over = next(number for number, word in ENDINGS.items() if word == found["over"])
    if len(ghosts) != game.players - 1:
        raise PositionError(f"position {text!r} has {len(ghosts)} ghosts, but {game.players - 1} play")
    if food & ~set_of(start.food) or capsules & ~start.capsules or mover >= game.players:
        raise PositionError(f"position {text!r} has food, capsules or an agent that the layout {game.layout} has not")
    if (food == 0) != (over == WON):
        raise PositionError(f"position {text!r}: the game is won when no food is left, and not before")
    places, facing, timers = start.ghosts, start.facing, start.timers
    if ghosts:
        places = tuple(_place(game, text, where) for where, _, _ in ghosts)
        facing = tuple(FACES.index(face) for _, face, _ in ghosts)
        timers = tuple(int(timer) for _, _, timer in ghosts)
    words = tuple(wrap(food >> 64 * place) for place in range(len(start.food)))
    pacman, towards = _place(game, text, found["pacman"]), FACES.index(found["towards"])
    return State(pacman, towards, places, facing, timers, words, capsules, int(found["score"]), mover, over)


def _place(game: Pacman, text: str, where: str) -> int:
    """Return the place written as `x,y`, which must be free."""
    try:
        x, y = (2 * float(number) for number in where.split(","))
    except ValueError:
        x = y = -1.0
    inside = x == int(x) and y == int(y) and 0 <= x < game.stride and 0 <= y < 2 * game.height
    if not inside or game.cell_numbers[int(y) * game.stride + int(x)] < 0:
        raise PositionError(f"position {text!r}: there is no free cell at {where} in the layout {game.layout}")
    return int(y) * game.stride + int(x)
