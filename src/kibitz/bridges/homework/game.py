"""What homework files import as `game`: directions, actions, agents, and grids of what lies where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from kibitz.bridges.homework.util import raiseNotDefined

Point = tuple[float, float]


class Directions:
    """The five actions, and what is left, right and behind when one looks in a direction."""

    NORTH, SOUTH, EAST, WEST, STOP = "North", "South", "East", "West", "Stop"
    LEFT: ClassVar = {NORTH: WEST, SOUTH: EAST, EAST: NORTH, WEST: SOUTH, STOP: STOP}
    RIGHT: ClassVar = {NORTH: EAST, SOUTH: WEST, EAST: SOUTH, WEST: NORTH, STOP: STOP}
    REVERSE: ClassVar = {NORTH: SOUTH, SOUTH: NORTH, EAST: WEST, WEST: EAST, STOP: STOP}


VECTORS: dict[str, tuple[int, int]] = {
    Directions.WEST: (-1, 0), Directions.STOP: (0, 0), Directions.EAST: (1, 0), Directions.NORTH: (0, 1),
    Directions.SOUTH: (0, -1),
}  # fmt: skip
TOLERANCE = 0.001


class Agent:
    """Somebody who moves: number 0 is Pacman."""

    def __init__(self, index: int = 0) -> None:
        self.index = index

    def getAction(self, state: Any) -> str:  # noqa: N802 - the course's name, as all below
        """Return a legal action."""
        raiseNotDefined()
        return Directions.STOP


class Configuration:
    """A place and the direction in which somebody looks there."""

    def __init__(self, pos: Point, direction: str) -> None:
        self.pos = pos
        self.direction = direction

    def getPosition(self) -> Point:  # noqa: N802
        """Return the place."""
        return self.pos

    def getDirection(self) -> str:  # noqa: N802
        """Return the direction."""
        return self.direction

    def isInteger(self) -> bool:  # noqa: N802
        """Return whether the place is a cell and not between two."""
        return all(number == int(number) for number in self.pos)

    def generateSuccessor(self, vector: Point) -> Configuration:  # noqa: N802
        """Return the place and direction after a step."""
        direction = Actions.vectorToDirection(vector)
        looks = self.direction if direction == Directions.STOP else direction
        return Configuration((self.pos[0] + vector[0], self.pos[1] + vector[1]), looks)

    def __eq__(self, other: object) -> bool:
        """Return whether place and direction are the same."""
        return isinstance(other, Configuration) and (self.pos, self.direction) == (other.pos, other.direction)

    def __hash__(self) -> int:
        """Return a hash."""
        return hash((self.pos, self.direction))

    def __str__(self) -> str:
        """Return both as text."""
        return f"(x,y)={self.pos}, {self.direction}"


class AgentState:
    """Where somebody is, where it looks, and for how many more moves it is scared."""

    def __init__(self, startConfiguration: Configuration, isPacman: bool) -> None:  # noqa: N803
        self.start = startConfiguration
        self.configuration = startConfiguration
        self.isPacman = isPacman
        self.scaredTimer = 0
        self.numCarrying = 0
        self.numReturned = 0

    def copy(self) -> AgentState:
        """Return a copy."""
        made = AgentState(self.start, self.isPacman)
        made.configuration, made.scaredTimer = self.configuration, self.scaredTimer
        return made

    def getPosition(self) -> Point:  # noqa: N802
        """Return the place."""
        return self.configuration.getPosition()

    def getDirection(self) -> str:  # noqa: N802
        """Return the direction."""
        return self.configuration.getDirection()

    def __eq__(self, other: object) -> bool:
        """Return whether place, direction and fear are the same."""
        if not isinstance(other, AgentState):
            return False
        return bool(self.configuration == other.configuration and self.scaredTimer == other.scaredTimer)

    def __hash__(self) -> int:
        """Return a hash."""
        return hash((self.configuration, self.scaredTimer))

    def __str__(self) -> str:
        """Return who and where as text."""
        return f"{'Pacman' if self.isPacman else 'Ghost'}: {self.configuration}"


class Grid:
    """What is true of which cell: `grid[x][y]`, counted from the lower left corner."""

    def __init__(self, width: int, height: int, initialValue: bool = False) -> None:  # noqa: N803
        self.width = width
        self.height = height
        self.data = [[initialValue] * height for _ in range(width)]

    def __getitem__(self, x: int) -> list[bool]:
        """Return a column."""
        return self.data[x]

    def __setitem__(self, x: int, column: list[bool]) -> None:
        """Replace a column."""
        self.data[x] = column

    def __iter__(self) -> Iterator[list[bool]]:
        """Go through the columns."""
        return iter(self.data)

    def __eq__(self, other: object) -> bool:
        """Return whether the same is true of all cells."""
        return isinstance(other, Grid) and self.data == other.data

    def __hash__(self) -> int:
        """Return a hash of all cells."""
        return hash(tuple(map(tuple, self.data)))

    def __str__(self) -> str:
        """Return the rows, the top one first, as T and F."""
        return "\n".join("".join(str(self.data[x][y])[0] for x in range(self.width)) for y in reversed(range(self.height)))

    def copy(self) -> Grid:
        """Return a copy."""
        made = Grid(self.width, self.height)
        made.data = [column[:] for column in self.data]
        return made

    deepCopy = copy  # noqa: N815

    def shallowCopy(self) -> Grid:  # noqa: N802
        """Return a grid with the same columns."""
        made = Grid(self.width, self.height)
        made.data = self.data
        return made

    def count(self, item: bool = True) -> int:
        """Return of how many cells something is true."""
        return sum(column.count(item) for column in self.data)

    def asList(self, key: bool = True) -> list[tuple[int, int]]:  # noqa: N802
        """Return the cells of which something is true."""
        return [(x, y) for x in range(self.width) for y in range(self.height) if self.data[x][y] == key]


class Actions:
    """Steps and directions."""

    @staticmethod
    def reverseDirection(action: str) -> str:  # noqa: N802
        """Return the opposite direction."""
        return Directions.REVERSE[action]

    @staticmethod
    def vectorToDirection(vector: Point) -> str:  # noqa: N802
        """Return the direction of a step."""
        dx, dy = vector
        if dy:
            return Directions.NORTH if dy > 0 else Directions.SOUTH
        return Directions.STOP if not dx else Directions.WEST if dx < 0 else Directions.EAST

    @staticmethod
    def directionToVector(direction: str, speed: float = 1.0) -> Point:  # noqa: N802
        """Return the step in a direction."""
        dx, dy = VECTORS[direction]
        return dx * speed, dy * speed

    @staticmethod
    def getPossibleActions(config: Configuration, walls: Grid) -> list[str]:  # noqa: N802
        """Return the directions without a wall, Stop too; between two cells, only that in which it goes."""
        x, y = config.pos
        cell = int(x + 0.5), int(y + 0.5)
        if abs(x - cell[0]) + abs(y - cell[1]) > TOLERANCE:
            return [config.getDirection()]
        return [direction for direction, (dx, dy) in VECTORS.items() if not walls[cell[0] + dx][cell[1] + dy]]

    @staticmethod
    def getLegalNeighbors(position: Point, walls: Grid) -> list[tuple[int, int]]:  # noqa: N802
        """Return the cells without a wall that are one step away, and the cell itself."""
        x, y = int(position[0] + 0.5), int(position[1] + 0.5)
        near = [(x + dx, y + dy) for dx, dy in VECTORS.values()]
        return [(a, b) for a, b in near if 0 <= a < walls.width and 0 <= b < walls.height and not walls[a][b]]

    @staticmethod
    def getSuccessor(position: Point, action: str) -> Point:  # noqa: N802
        """Return the place after a step."""
        dx, dy = VECTORS[action]
        return position[0] + dx, position[1] + dy
