"""The rules of Pacman, one by one, in small mazes."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.core.errors import IllegalMoveError, InputError, PositionError
from kibitz.core.game import play
from kibitz.core.registry import load
from kibitz.games.pacman import ACTIONS, Pacman, State, layouts, load_layout
from kibitz.games.pacman.layout import read_layout
from kibitz.games.pacman.notation import ghosts_of, point
from kibitz.games.pacman.state import LOST, PLAYING, WON


def maze(drawing: str, ghosts: int | None = None) -> Pacman:
    return Pacman.of(read_layout("test", "\n".join(line.strip() for line in drawing.strip().splitlines())), ghosts)


def after(game: Pacman, moves: str) -> State:
    state: State = play(game, game.initial(), moves)  # type: ignore[arg-type]
    return state


def names(game: Pacman, s: State) -> list[str]:
    return [ACTIONS[action] for action in game.actions(s)]


CORRIDOR = """
    %%%%%%%%%%%
    %. P     G%
    %%%%%%%%%%%
"""


def test_moves_cost_one_and_food_brings_ten() -> None:
    game = maze("""
        %%%%%%
        %.P .%
        %%%%%%
    """)
    assert after(game, "Stop").score == -1
    assert after(game, "West").score == 9
    assert after(game, "West East").score == 8
    won = after(game, "West East East East")
    assert (won.score, won.over) == (10 + 10 + 500 - 4, WON)
    assert names(game, won) == []


def test_legal_actions_come_in_the_order_of_the_course() -> None:
    game = maze("""
        %%%%%
        % . %
        %.P.%
        % G %
        %%%%%
    """)
    s = game.initial()
    assert names(game, s) == ["West", "Stop", "East", "North", "South"]
    assert names(game, after(game, "North")) == ["West", "East", "North"]  # a ghost at home may go anywhere, but not stay
    assert names(game, after(game, "North West")) == ["West", "Stop", "East", "South"]
    assert game.count_actions(s) == 5


def test_ghosts_turn_back_only_where_they_must() -> None:
    game = maze("""
        %%%%%%%
        %P   .%
        % %%%%%
        %G    %
        %%%%%%%
    """)
    s = after(game, "Stop East Stop")
    assert names(game, s) == ["East"]
    dead_end = after(game, "Stop East Stop East Stop East Stop East Stop")
    assert names(game, dead_end) == ["West"]
    with pytest.raises(IllegalMoveError):
        after(game, "Stop East Stop West")


def test_ghosts_are_numbered_by_column_and_row() -> None:
    game = maze("""
        %%%%%%%%
        %G .P G%
        %    G %
        %G     %
        %%%%%%%%
    """)
    assert [point(game, home) for home in game.homes] == [(1, 1), (1, 3), (5, 2), (6, 3)]
    fewer = maze("%%%%%%%%\n%G .P G%\n%%%%%%%%", 1)
    assert (fewer.players, [point(fewer, home) for home in fewer.homes]) == (2, [(1, 1)])


def test_numbered_ghosts_come_in_the_order_of_their_numbers() -> None:
    game = maze("%%%%%%%%\n%2 .P 1%\n%%%%%%%%")
    assert [point(game, home) for home in game.homes] == [(6, 1), (1, 1)]


def test_death_costs_five_hundred() -> None:
    game = maze(CORRIDOR)
    ran_into = after(game, "Stop West East West East West East")
    assert (ran_into.over, ran_into.score, ran_into.mover) == (LOST, -500 - 4, 1)
    caught = after(game, "East West East West East West")
    assert (caught.over, caught.score, caught.mover) == (LOST, -500 - 3, 0)


def test_two_ghosts_at_once_cost_a_thousand() -> None:
    game = maze("""
        %%%%%%%
        %. P G%
        %%%%%G%
        %%%%% %
        %%%%%%%
    """)
    s = game.initial()._replace(ghosts=(game.homes[1], game.homes[1]))
    s = s._replace(pacman=s.ghosts[0] - 2, facing=(0, 0))
    died = game.result(s, ACTIONS.index("East"))
    assert (died.over, died.score) == (LOST, -1 - 1000)


def test_winning_comes_before_dying() -> None:
    game = maze("%%%%%%\n%P . %\n%G%%%%\n%%%%%%")
    s = game.initial()
    there = s._replace(pacman=s.pacman + 2, ghosts=(s.pacman + 4,))
    won = game.result(there, ACTIONS.index("East"))
    assert (won.over, won.score) == (WON, -1 + 10 + 500)


def test_a_capsule_scares_all_ghosts_for_forty_moves() -> None:
    game = maze("%%%%%%%%%%\n%.oP  G G%\n%%%%%%%%%%")
    s = after(game, "West")
    assert s.timers == (40, 40)
    assert (s.score, s.capsules) == (-1, 0)
    s = game.result(s, ACTIONS.index("West"))
    assert s.timers == (39, 40)
    assert ghosts_of(game, s)[0][0] == 5.5
    assert names(game, game.result(s, ACTIONS.index("West"))) == ["West", "Stop", "East"]


def test_between_two_cells_a_ghost_goes_on() -> None:
    game = maze("%%%%%%%%%%\n%.oP   G %\n%%%%%% %%%\n%%%%%%%%%%")
    s = after(game, "West West Stop")
    assert point(game, s.ghosts[0]) == (6.5, 2)
    assert names(game, s) == ["West"]
    s = play(game, s, "West Stop")  # type: ignore[arg-type]
    assert names(game, s) == ["West", "South"]


def test_a_scared_ghost_is_worth_two_hundred_and_goes_home() -> None:
    game = maze("%%%%%%%%%%\n%.oP G   %\n%%%%%%%%%%")
    s = after(game, "West West East West")
    assert ghosts_of(game, s) == [(4.0, 1.0, 0, 38)]
    eaten = game.result(s, ACTIONS.index("East"))
    assert eaten.score == -3 + 200
    assert (eaten.ghosts, eaten.facing, eaten.timers, eaten.over) == (game.homes, (1,), (0,), PLAYING)


def test_a_ghost_half_a_cell_away_is_met() -> None:
    game = maze("%%%%%%%%%%\n%.oP  G  %\n%%%%%%%%%%")
    s = after(game, "West West East West East")
    assert ghosts_of(game, s) == [(5.0, 1.0, 0, 38)]
    s = after(game, "West West East West East West")  # it comes to 4.5, Pacman is at 4
    assert (s.score, s.ghosts) == (-3 + 200, game.homes)


def test_a_ghost_that_is_calm_again_stands_in_a_cell() -> None:
    game = maze("%%%%%%%%%%\n%.oP     %\n%%%%%% %%%\n%%%%%%G%%%\n%%%%%%%%%%")
    half = game.initial()._replace(ghosts=(game.homes[0] + game.stride,), facing=(3,), timers=(1,), mover=1)
    calm = game.result(half, ACTIONS.index("North"))
    assert (point(game, calm.ghosts[0]), calm.timers) == ((6, 2), (0,))
    level = half._replace(ghosts=(game.pacman + 4,), facing=(2,))
    assert point(game, game.result(level, ACTIONS.index("East")).ghosts[0]) == (6, 3)


def test_the_last_scared_move_kills() -> None:
    """The timer runs out before the ghost meets Pacman."""
    game = maze(CORRIDOR)
    s = game.initial()
    s = s._replace(ghosts=(s.pacman + 2,), facing=(0,), mover=1)
    assert game.result(s._replace(timers=(2,)), ACTIONS.index("West")).over == PLAYING
    back = game.result(s._replace(timers=(1,)), ACTIONS.index("West"))
    assert (point(game, back.ghosts[0]), back.over) == ((4, 1), PLAYING)  # half a cell west of 4 is 3.5, and 4 again
    near = s._replace(ghosts=(s.pacman + 1,), timers=(1,))
    assert game.result(near, ACTIONS.index("West")).over == LOST


def test_utility_is_the_score_for_pacman_and_its_opposite_for_ghosts() -> None:
    game = maze(CORRIDOR)
    died = after(game, "East West East West East West")
    assert [game.utility(died, player) for player in range(2)] == [-503, 503]
    assert [game.evaluate(game.initial(), player) for player in range(2)] == [0, 0]


def test_alone_in_the_maze() -> None:
    game = maze(CORRIDOR, 0)
    assert game.players == 1
    assert after(game, "West West").over == WON
    assert game.parse(game.notation(after(game, "West"))) == after(game, "West")


def test_evaluations_use_distances_through_the_maze() -> None:
    layout = read_layout("test", "%%%%%%%\n%P%.  %\n% %%% %\n%    G%\n%%%%%%%")
    chase = Pacman.of(layout, evaluation="chase")
    assert chase.evaluate(chase.initial(), 0) == 6
    assert chase.evaluate(chase.initial()._replace(timers=(40,)), 0) == -6
    assert chase.evaluate(chase.initial(), 1) == -6
    better = Pacman.of(layout, evaluation="better")
    near = better.initial()._replace(ghosts=(better.pacman - 2 * better.stride,))
    assert better.evaluate(near, 0) < better.evaluate(better.initial(), 0) - 100
    assert better.evaluate(near._replace(timers=(40,)), 0) > better.evaluate(better.initial(), 0) + 100


@pytest.mark.parametrize("name", layouts())
def test_layouts_are_whole(name: str) -> None:
    """All food and all capsules can be eaten, and all ghosts can come to Pacman."""
    layout = load_layout(name)
    game = Pacman.of(layout, evaluation="chase")
    start = game.cell_numbers[game.pacman] * game.free
    assert max(game.distances[start : start + game.free]) < game.free


SIZES = {
    "capsuleClassic": (19, 7, 3), "contestClassic": (20, 9, 3), "mediumClassic": (20, 11, 2), "minimaxClassic": (9, 5, 3),
    "openClassic": (25, 9, 1), "originalClassic": (28, 27, 4), "smallClassic": (20, 7, 2), "testClassic": (5, 10, 1),
    "trappedClassic": (8, 5, 2), "trickyClassic": (20, 13, 4),
}  # fmt: skip


def test_the_lectures_names_and_sizes() -> None:
    found = {name: load_layout(name) for name in SIZES}
    assert {name: (layout.width, layout.height, len(layout.ghosts)) for name, layout in found.items()} == SIZES


@pytest.mark.parametrize("name", sorted(SIZES))
def test_layouts_are_our_own(oracles: Path, name: str) -> None:
    theirs = load_layout(str(oracles / "pacman" / "cs188_py3" / "layouts" / f"{name}.lay"))
    mine = load_layout(name)
    forms = [mine.rows, mine.rows[::-1], tuple(row[::-1] for row in mine.rows), tuple(row[::-1] for row in mine.rows[::-1])]
    assert theirs.rows not in forms
    assert (theirs.width, theirs.height, len(theirs.ghosts)) == (mine.width, mine.height, len(mine.ghosts))


@pytest.mark.parametrize(
    ("drawing", "said"),
    [
        ("", "is empty"),
        ("%%%%\n%. %\n%%%%", "no Pacman"),
        ("%%%%%\n%.PP%\n%%%%%", "2 Pacman"),
        ("%%%%\n%.P \n%%%%", "line 2 has 3 letters"),
        ("%%%%%\n%.P \n%%%%%", "has 3 letters"),
        ("%% %\n%.P%\n%%%%", "leaks: there is no wall at line 1, column 3"),
        ("%%%%\n.. P\n%%%%", "leaks: there is no wall at line 2, column 1"),
        ("%%%%\n%.P%", "leaks"),
        ("%%%%\n%xP%\n%%%%", "unknown letter 'x'"),
        ("%%%%%\n%. P%\n%%%%", "line 3 has 4 letters"),
        ("%%%%\n%.P%.\n%%%%", "line 2 has 5 letters"),
        ("%%%%\n% P%\n%%%%", "no food"),
        ("%%%%%%\n%.P%G%\n%%%%%%", "cannot move"),
    ],
)
def test_bad_layouts_are_refused(drawing: str, said: str) -> None:
    with pytest.raises(InputError) as told:
        read_layout("bad", drawing)
    assert said in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("pacman:layout=smalClassic", "did you mean smallClassic?"),
        ("pacman:layout=./no/such.lay", "cannot be read"),
        ("pacman:ghosts=3", "has 2 ghosts"),
        ("pacman:ghosts=-1", "has 2 ghosts"),
        ("pacman:evaluation=best", "unknown evaluation 'best'"),
        ("pacman:maze=x", "unknown option of pacman"),
    ],
)
def test_bad_parameters_are_refused(spec: str, said: str) -> None:
    with pytest.raises(InputError) as told:
        load(spec)
    assert said in str(told.value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("/G4,5-0", ""), "has 1 ghosts"),
        (("P9,1", "P0,1"), "no free cell at 0,1"),
        (("P9,1", "P99,1"), "no free cell"),
        (("/T0", "/T7"), "an agent that the layout"),
        (("/C3", "/Cff"), "capsules"),
        (("/T0", "/T0/won"), "won when no food is left"),
        (("/T0", "/T0/lots"), "not of the form"),
    ],
)
def test_bad_positions_are_refused(change: tuple[str, str], said: str) -> None:
    game = load("pacman")
    text = game.notation(game.initial()).replace("G7,5", "G4,5")
    assert game.parse(text)
    with pytest.raises(PositionError) as told:
        game.parse(text.replace(*change))
    assert said in str(told.value)


def test_pictures_show_everybody() -> None:
    game = maze("%%%%%%%%%%\n%.oP  G G%\n%%%%%%%%%%")
    s = after(game, "West West West")
    assert game.show(s).splitlines() == ["%%%%%%%%%%", "%.>   g g%", "%%%%%%%%%%", "Score: -1"]
    drawn = game.svg(s)
    assert drawn.count('fill="#2b3df0"') == 2
    assert drawn.count('fill="#ffd7b0"') == 1
    assert "Score -1" in drawn
