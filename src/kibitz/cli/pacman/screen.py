"""Pacman on a terminal: the maze drawn with lines, everybody in colours, moving."""

from __future__ import annotations

import time
from itertools import groupby
from types import TracebackType

from rich.live import Live
from rich.text import Text

from kibitz.cli.output import console
from kibitz.games.pacman import Pacman, State
from kibitz.games.pacman.notation import PACMEN, cells_of, free_cells, ghosts_of, point, set_of
from kibitz.games.pacman.state import PLAYING, WON

WALL, FOOD, CAPSULE, PACMAN, SCARED = "blue", "white", "bold bright_white", "bold bright_yellow", "bold white on blue"
GHOSTS = ("bold red", "bold cyan", "bold magenta", "bold green", "bold yellow")
GHOST = "∩"
LINES = " ╴╶─╵╯╰┴╷╮╭┬│┤├┼"
"""The lines that meet in a cell, by the sum of 1 for one to the west, 2 to the east, 4 to the north and 8 to the south."""
PILLAR = "▪"
"""A wall that stands alone."""
WIDE = 2
"""A cell is so many columns wide for each row that it is high: letters are narrow."""

Cell = tuple[int, int]


class Maze:
    """The walls of a layout as lines, drawn once; `picture` puts everybody in."""

    def __init__(self, game: Pacman, zoom: int = 1) -> None:
        self.game = game
        self.zoom = zoom
        self.walls = {(x, y) for x in range(game.width) for y in range(game.height)} - set(free_cells(game))
        self.canvas = [[" "] * (WIDE * zoom * (game.width - 1) + 1) for _ in range(zoom * (game.height - 1) + 1)]
        for x, y in self.walls:
            self._draw_wall(x, y)

    def _draw_wall(self, x: int, y: int) -> None:
        """Draw what meets in a cell, and the lines from it to the east and to the south."""
        row, column = self._place(x, y)
        west, east = self._linked((x, y), (x - 1, y)), self._linked((x, y), (x + 1, y))
        north, south = self._linked((x, y), (x, y + 1)), self._linked((x, y), (x, y - 1))
        self.canvas[row][column] = LINES[west + 2 * east + 4 * north + 8 * south]
        if not (west or east or north or south) and any(map(self._is_free, ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)))):
            self.canvas[row][column] = PILLAR
        if east:
            for step in range(1, WIDE * self.zoom):
                self.canvas[row][column + step] = "─"
        if south:
            for step in range(1, self.zoom):
                self.canvas[row + step][column] = "│"

    def _linked(self, one: Cell, other: Cell) -> bool:
        """Return whether a line joins two walls: only along the border of a block, not inside it."""
        if one not in self.walls or other not in self.walls:
            return False
        level = one[1] == other[1]
        beside = [(x, y + side) if level else (x + side, y) for x, y in (one, other) for side in (-1, 1)]
        return any(self._is_free(cell) for cell in beside)

    def _is_free(self, cell: Cell) -> bool:
        """Return whether there is no wall in a cell of the maze."""
        return cell not in self.walls and 0 <= cell[0] < self.game.width and 0 <= cell[1] < self.game.height

    def _place(self, x: float, y: float) -> Cell:
        """Return the row and the column of a point of the maze."""
        return int(self.zoom * (self.game.height - 1 - y)), int(WIDE * self.zoom * x)

    def picture(self, s: State) -> Text:
        """Return the maze with everybody in it, and the score below."""
        canvas = [[(letter, WALL) for letter in row] for row in self.canvas]
        things: list[tuple[float, float, str, str]] = []
        things += [(x, y, "·", FOOD) for x, y in cells_of(self.game, self.game.food, set_of(s.food))]
        things += [(x, y, "●", CAPSULE) for x, y in cells_of(self.game, self.game.capsules, s.capsules)]
        things.append((*point(self.game, s.pacman), PACMEN[s.towards], PACMAN))
        for number, (x, y, _, timer) in enumerate(ghosts_of(self.game, s)):
            things.append((x, y, GHOST, SCARED if timer else GHOSTS[number % len(GHOSTS)]))
        for x, y, letter, style in things:
            row, column = self._place(x, y)
            canvas[row][column] = (letter, style)
        text = Text(no_wrap=True)
        for row_of_letters in canvas:
            for style, run in groupby(row_of_letters, key=lambda cell: cell[1]):
                text.append("".join(letter for letter, _ in run), style)
            text.append("\n")
        word = "" if s.over == PLAYING else "  won" if s.over == WON else "  died"
        return text.append(f"Score: {s.score}{word}\n", "bold")


class Screen:
    """Shows a game as it goes on, one picture when all have moved."""

    def __init__(self, game: Pacman, seconds: float, zoom: int = 1) -> None:
        self.maze = Maze(game, zoom)
        self.seconds = seconds
        self.live = Live(console=console(), auto_refresh=False, transient=False)

    def __enter__(self) -> Screen:
        """Begin to draw."""
        self.live.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Leave the last picture where it is."""
        self.live.__exit__(kind, error, trace)

    def __call__(self, s: State) -> None:
        """Show a state if it is Pacman's turn or the end."""
        if s.mover == 0 or s.over != PLAYING:
            self.live.update(self.maze.picture(s), refresh=True)
            time.sleep(self.seconds)
