"""What homework files import as `pacman`: the state of a game, asked and moved on by the course's names."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from kibitz.bridges.homework.game import AgentState, Configuration, Grid
from kibitz.games.pacman import ACTIONS, Pacman, State
from kibitz.games.pacman.notation import cells_of, free_cells, ghosts_of, point, set_of
from kibitz.games.pacman.state import LOST, PLAYING, WON
from kibitz.games.pacman.tables import STOP

SCARED_TIME = 40
COLLISION_TOLERANCE = 0.7
TIME_PENALTY = 1


class GameState:
    """A position of Kibitz's Pacman. Any agent can be moved in it, whoever's turn it is, as in the course."""

    explored: ClassVar[set[Any]] = set()
    successors: ClassVar[int] = 0
    """How many successors have been generated."""

    def __init__(self, prevState: GameState | None = None, *, maze: Pacman | None = None, at: State | None = None) -> None:  # noqa: N803
        if prevState is not None:
            maze, at = prevState.maze, prevState.at
        assert maze is not None
        self.maze: Pacman = maze
        self.at: State = maze.initial() if at is None else at

    @staticmethod
    def getAndResetExplored() -> set[Any]:  # noqa: N802 - the course's name, as all below
        """Return the states that were asked for their actions, and forget them."""
        found = GameState.explored.copy()
        GameState.explored.clear()
        return found

    # Moves.

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:  # noqa: N802, N803
        """Return the legal actions of an agent, none when the game is over."""
        return [ACTIONS[action] for action in self.maze.actions(self._with(agentIndex))]

    def generateSuccessor(self, agentIndex: int, action: str) -> GameState:  # noqa: N802, N803
        """Return the state after an agent's action."""
        if self.at.over != PLAYING:
            raise Exception("a game that is over has no successors: ask isWin() and isLose() before generateSuccessor()")
        s = self._with(agentIndex)
        if action not in self.getLegalActions(agentIndex):
            raise Exception(f"agent {agentIndex} cannot go {action} here; legal: {', '.join(self.getLegalActions(agentIndex))}")
        GameState.successors += 1
        return GameState(maze=self.maze, at=self.maze.result(s, ACTIONS.index(action)))

    def getLegalPacmanActions(self) -> list[str]:  # noqa: N802
        """Return Pacman's legal actions."""
        return self.getLegalActions(0)

    def generatePacmanSuccessor(self, action: str) -> GameState:  # noqa: N802
        """Return the state after Pacman's action."""
        return self.generateSuccessor(0, action)

    def _with(self, agent: int) -> State:
        """Return the position with an agent to move."""
        if not isinstance(agent, int) or not 0 <= agent < self.maze.players:
            raise Exception(f"there is no agent {agent}: agents are numbered from 0 to {self.maze.players - 1}")
        return self.at._replace(mover=agent)

    # Who is where.

    def getNumAgents(self) -> int:  # noqa: N802
        """Return how many play: Pacman and the ghosts."""
        return self.maze.players

    def getPacmanState(self) -> AgentState:  # noqa: N802
        """Return where Pacman is and where he looks."""
        return self._agents[0].copy()

    def getPacmanPosition(self) -> tuple[int, int]:  # noqa: N802
        """Return Pacman's cell."""
        x, y = point(self.maze, self.at.pacman)
        return int(x), int(y)

    def getGhostStates(self) -> list[AgentState]:  # noqa: N802
        """Return where the ghosts are, where they look, and how long they are scared."""
        return list(self._agents[1:])

    def getGhostState(self, agentIndex: int) -> AgentState:  # noqa: N802, N803
        """Return the state of a ghost; the first has the number 1."""
        if not 1 <= agentIndex < self.maze.players:
            raise Exception(f"there is no ghost {agentIndex}: ghosts are numbered from 1 to {self.maze.players - 1}")
        return self._agents[agentIndex]

    def getGhostPosition(self, agentIndex: int) -> tuple[float, float]:  # noqa: N802, N803
        """Return where a ghost is."""
        return self.getGhostState(agentIndex).getPosition()

    def getGhostPositions(self) -> list[tuple[float, float]]:  # noqa: N802
        """Return where the ghosts are."""
        return [ghost.getPosition() for ghost in self._agents[1:]]

    @cached_property
    def _agents(self) -> list[AgentState]:
        """Everybody's state, Pacman's first."""
        maze = self.maze
        x, y = point(maze, maze.pacman)
        made = [_agent((int(x), int(y)), self.getPacmanPosition(), self.at.towards, 0, is_pacman=True)]
        for home, (x, y, facing, timer) in zip(maze.homes, ghosts_of(maze, self.at), strict=False):
            start = point(maze, home)
            where = (int(x), int(y)) if facing == STOP else (x, y)
            made.append(_agent((int(start[0]), int(start[1])), where, facing, timer, is_pacman=False))
        return made

    # What lies where.

    def getCapsules(self) -> list[tuple[int, int]]:  # noqa: N802
        """Return the cells of the capsules that are left."""
        return sorted(cells_of(self.maze, self.maze.capsules, self.at.capsules))

    def getNumFood(self) -> int:  # noqa: N802
        """Return how much food is left."""
        return set_of(self.at.food).bit_count()

    def getFood(self) -> Grid:  # noqa: N802
        """Return where food is left; the grid may be kept and changed."""
        food = Grid(self.maze.width, self.maze.height)
        for x, y in cells_of(self.maze, self.maze.food, set_of(self.at.food)):
            food[x][y] = True
        return food

    def getWalls(self) -> Grid:  # noqa: N802
        """Return where walls are."""
        walls = Grid(self.maze.width, self.maze.height, initialValue=True)
        for x, y in free_cells(self.maze):
            walls[x][y] = False
        return walls

    def hasFood(self, x: int, y: int) -> bool:  # noqa: N802
        """Return whether food lies in a cell."""
        number = self.maze.food[2 * y * self.maze.stride + 2 * x]
        return number >= 0 and set_of(self.at.food) >> number & 1 == 1

    def hasWall(self, x: int, y: int) -> bool:  # noqa: N802
        """Return whether a cell is a wall."""
        return self.maze.cell_numbers[2 * y * self.maze.stride + 2 * x] < 0

    # How the game stands.

    def getScore(self) -> float:  # noqa: N802
        """Return the score."""
        return float(self.at.score)

    def isWin(self) -> bool:  # noqa: N802
        """Return whether Pacman has won."""
        return self.at.over == WON

    def isLose(self) -> bool:  # noqa: N802
        """Return whether Pacman has died."""
        return self.at.over == LOST

    @property
    def data(self) -> GameState:
        """The state itself: files that look into it find `score`, `food`, `capsules`, `agentStates`."""
        return self

    @property
    def score(self) -> float:
        """The score."""
        return self.getScore()

    @property
    def food(self) -> Grid:
        """Where food is left."""
        return self.getFood()

    @property
    def capsules(self) -> list[tuple[int, int]]:
        """Where capsules are left."""
        return self.getCapsules()

    @property
    def agentStates(self) -> list[AgentState]:  # noqa: N802
        """Everybody's state, Pacman's first."""
        return list(self._agents)

    def deepCopy(self) -> GameState:  # noqa: N802
        """Return a copy."""
        return GameState(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> GameState:
        """Return a copy; positions never change, so it holds the same one."""
        return GameState(self)

    def _all(self) -> tuple[Any, ...]:
        """Return all that matters; whose turn it is does not, as any agent can be moved."""
        return self.maze.layout, self.at._replace(mover=0)

    def __eq__(self, other: object) -> bool:
        """Return whether everybody and everything is in the same place."""
        return isinstance(other, GameState) and self._all() == other._all()

    def __hash__(self) -> int:
        """Return a hash."""
        return hash(self._all())

    def __str__(self) -> str:
        """Return the maze with everybody in it."""
        return self.maze.show(self.at)


def _agent(start: Any, where: Any, facing: int, timer: int, *, is_pacman: bool) -> AgentState:
    """Return somebody's state."""
    made = AgentState(Configuration(start, ACTIONS[STOP]), is_pacman)
    made.configuration, made.scaredTimer = Configuration(where, ACTIONS[facing]), timer
    return made
