"""The state that homework files see agrees with Kibitz's own Pacman, and the modules beside it do what their names say."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

from kibitz.bridges.homework import game as course
from kibitz.bridges.homework import util
from kibitz.bridges.homework.pacman import GameState
from kibitz.core.randomness import Random
from kibitz.games.pacman import ACTIONS, Pacman, State, layouts, load_layout
from kibitz.games.pacman.notation import ghosts_of, point
from kibitz.games.pacman.state import LOST, WON


def check(maze: Pacman, s: State) -> None:
    """Compare everything that a state says with what Kibitz's own rules and its drawing say."""
    state = GameState(maze=maze, at=s)
    rows = maze.show(s).splitlines()[: maze.height][::-1]
    food, walls = state.getFood(), state.getWalls()
    hidden = {point(maze, s.pacman), *((int(x + 0.5), int(y + 0.5)) for x, y, _, _ in ghosts_of(maze, s))}
    drawn = {(x, y): rows[y][x] for x in range(maze.width) for y in range(maze.height) if (x, y) not in hidden}
    capsules = state.getCapsules()
    for (x, y), letter in drawn.items():
        assert food[x][y] == state.hasFood(x, y) == (letter == ".")
        assert walls[x][y] == state.hasWall(x, y) == (letter == "%")
        assert ((x, y) in capsules) == (letter == "o")
    assert food.count() == len(food.asList()) == state.getNumFood()
    assert state.getNumAgents() == maze.players
    assert (state.isWin(), state.isLose(), state.getScore()) == (s.over == WON, s.over == LOST, s.score)
    assert state.getPacmanPosition() == state.getPacmanState().getPosition() == point(maze, s.pacman)
    assert state.getPacmanState().getDirection() == ACTIONS[s.towards]
    ghosts = [((x, y), ACTIONS[facing], timer) for x, y, facing, timer in ghosts_of(maze, s)]
    assert [(one.getPosition(), one.getDirection(), one.scaredTimer) for one in state.getGhostStates()] == ghosts
    assert state.getGhostPositions() == [where for where, _, _ in ghosts]
    assert state.getLegalActions(s.mover) == [ACTIONS[a] for a in maze.actions(s)]
    for a in maze.actions(s):
        after = state.generateSuccessor(s.mover, ACTIONS[a])
        assert after == GameState(maze=maze, at=maze.result(s, a))
        assert hash(after) == hash(GameState(maze=maze, at=maze.result(s, a)))
        assert after != state or maze.result(s, a)._replace(mover=0) == s._replace(mover=0)
        if s.mover == 0:
            assert state.generatePacmanSuccessor(ACTIONS[a]) == after


def random_positions(maze: Pacman, count: int) -> None:
    random, s = Random(1), maze.initial()
    for _ in range(count):
        check(maze, s)
        s = maze.initial() if maze.is_terminal(s) else maze.result(s, random.choice(list(maze.actions(s))))


@pytest.mark.parametrize("layout", layouts())
def test_states_agree(layout: str) -> None:
    random_positions(Pacman.of(load_layout(layout)), 25)


@pytest.mark.conformance
@pytest.mark.parametrize("layout", layouts())
def test_a_thousand_states_agree(layout: str) -> None:
    random_positions(Pacman.of(load_layout(layout)), 1000)


@pytest.mark.conformance
def test_a_thousand_states_of_the_courses_own_layouts_agree(oracles: Path) -> None:
    for file in sorted((oracles / "pacman" / "cs188_py3" / "layouts").glob("*.lay")):
        random_positions(Pacman.of(load_layout(str(file))), 1000)


def test_any_agent_moves_whoevers_turn_it_is() -> None:
    state = GameState(maze=Pacman.of(load_layout("smallClassic")))
    one = state.generateSuccessor(0, "West").generateSuccessor(2, state.getLegalActions(2)[0])
    other = state.generateSuccessor(2, state.getLegalActions(2)[0]).generateSuccessor(0, "West")
    assert one == other
    assert copy.deepcopy(one) == one.deepCopy() == GameState(one) == one
    assert one.data.agentStates[0].isPacman
    with pytest.raises(Exception, match="cannot go North here; legal: "):
        state.generateSuccessor(0, "North")
    with pytest.raises(Exception, match="there is no agent 3"):
        state.getLegalActions(3)
    with pytest.raises(Exception, match="there is no ghost 0"):
        state.getGhostState(0)


def test_a_game_that_is_over_goes_nowhere() -> None:
    maze = Pacman.of(load_layout("trappedClassic"))
    state, random = GameState(maze=maze), Random(0)
    while not (state.isWin() or state.isLose()):
        for agent in range(state.getNumAgents()):
            if state.getLegalActions(agent):
                state = state.generateSuccessor(agent, random.choice(state.getLegalActions(agent)))
    assert state.getLegalActions(0) == []
    with pytest.raises(Exception, match="ask isWin"):
        state.generateSuccessor(0, "Stop")


def test_grids_are_indexed_by_column_and_may_be_changed() -> None:
    grid = course.Grid(3, 2)
    grid[2][1] = True
    again = grid.copy()
    again[0][0] = True
    assert (grid.asList(), again.count(), grid == again) == ([(2, 1)], 2, False)
    assert grid.shallowCopy() == grid.deepCopy() == grid
    assert str(grid) == "FFT\nFFF"


def test_containers_and_counters() -> None:
    stack, queue, priority = util.Stack(), util.Queue(), util.PriorityQueue()
    for number in (2, 1, 3):
        stack.push(number)
        queue.push(number)
        priority.push(str(number), number)
    priority.update("3", 0)
    assert ([stack.pop() for _ in range(3)], [queue.pop() for _ in range(3)]) == ([3, 1, 2], [2, 1, 3])
    assert [priority.pop() for _ in range(3)] == ["3", "1", "2"]
    assert (stack.isEmpty(), queue.isEmpty(), priority.isEmpty()) == (True, True, True)
    counts = util.Counter()
    counts["a"] += 3
    counts.incrementAll(["a", "b"], 1)
    assert (counts["c"], counts.argMax(), counts.totalCount(), counts.sortedKeys()[:2]) == (0, "a", 5, ["a", "b"])
    assert counts * util.Counter(a=2, d=9) == 8
    assert (counts + util.Counter(b=1))["b"] == 2
    assert (counts - util.Counter(b=1))["b"] == 0
    counts.normalize()
    assert counts["a"] == 0.8
    assert util.normalize([1, 3]) == [0.25, 0.75]
    assert util.sample({"x": 1.0, "y": 0.0}) == util.chooseFromDistribution([(1.0, "x")]) == "x"
    assert (util.manhattanDistance((0, 1), (3, -1)), util.nearestPoint((1.5, 2.2)), util.sign(-2)) == (5, (2, 2), -1)


def test_directions_and_actions() -> None:
    assert course.Directions.REVERSE["North"] == "South"
    assert course.Directions.LEFT["North"] == "West"
    assert course.Actions.directionToVector("East", 0.5) == (0.5, 0)
    assert course.Actions.vectorToDirection((0, -1)) == "South"
    maze = GameState(maze=Pacman.of(load_layout("smallClassic")))
    walls, pacman = maze.getWalls(), maze.getPacmanState().configuration
    assert sorted(course.Actions.getPossibleActions(pacman, walls)) == sorted(maze.getLegalActions(0))
    assert maze.getPacmanPosition() in course.Actions.getLegalNeighbors(maze.getPacmanPosition(), walls)
