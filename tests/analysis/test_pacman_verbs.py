"""Games of Pacman over the protocol are those that the rules and `play_game` make."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kibitz.analysis.context import Context
from kibitz.analysis.quota import Quota, QuotaError
from kibitz.analysis.verbs import pacman as pacman_verbs
from kibitz.analysis.verbs.library import Nothing
from kibitz.analysis.verbs.pacman import Maze, Step, Watched, maze, pacman, pacman_step, pacmen
from kibitz.core.errors import IllegalMoveError, InputError, UnknownNameError
from kibitz.core.randomness import Random
from kibitz.games.pacman import ACTIONS, Pacman, State, load_layout
from kibitz.games.pacman.layout import read_layout
from kibitz.games.pacman.notation import cells_of, set_of
from kibitz.pacman import play_game
from kibitz.pacman.course import ghost_agents, pacman_agent
from kibitz.pacman.playing import game_seed

Fields = dict[str, Any]

CORRIDOR = """%%%%%%
%P ..%
%%%%%%"""
TRAP = """%%%%%%%
%P.G .%
%%%%%%%"""
CAPSULE = """%%%%%%%%
%Po  G.%
%%%%%%%%"""


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    pacman_verbs._games.clear()
    yield
    pacman_verbs._games.clear()


def watched(**fields: Any) -> tuple[Fields, list[Fields]]:
    """Return the result of a game and all its frames."""
    told: list[Fields] = []
    result = pacman(Watched.model_validate(fields), Context(emit=told.append))
    return result, [one for message in told for one in message.get("frames", ())]


def stepped(**fields: Any) -> Fields:
    return pacman_step(Step.model_validate(fields), Context())


def left_in(game: Pacman, s: State) -> set[tuple[int, int]]:
    """Return the cells with food or capsules."""
    return cells_of(game, game.food, set_of(s.food)) | cells_of(game, game.capsules, s.capsules)


def assert_frames_are(frames: list[Fields], game: Pacman, actions: list[int]) -> None:
    """Hold frames to the states that the rules make of the same actions."""
    s = game.initial()
    left = left_in(game, s)
    assert len(frames) == len(actions) + 1
    for number, one in enumerate(frames):
        if number:
            assert (one["mover"], one["action"]) == (s.mover, ACTIONS[actions[number - 1]])
            s = game.result(s, actions[number - 1])
        left -= {(x, y) for x, y in one["eaten"]}
        assert left == left_in(game, s)
        assert 2 * one["pacman"]["y"] * game.stride + 2 * one["pacman"]["x"] == s.pacman
        assert one["pacman"]["facing"] == ACTIONS[s.towards]
        for ghost, place, facing, timer in zip(one["ghosts"], s.ghosts, s.facing, s.timers, strict=True):
            assert 2 * ghost["y"] * game.stride + 2 * ghost["x"] == place
            assert (ghost["facing"], ghost["scared"]) == (ACTIONS[facing], timer)
        assert one["score"] == s.score
        assert one["over"] == ("", "won", "lost")[s.over]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ghosts", ["RandomGhost", "DirectionalGhost:prob_attack=0.5"])
def test_a_watched_game_is_the_one_that_is_played_with_the_same_seed(seed: int, ghosts: str) -> None:
    result, frames = watched(layout="smallClassic", pacman="ReflexAgent", ghosts=ghosts, number=1, seed=seed)
    game = Pacman.of(load_layout("smallClassic"), 1)
    played = play_game(game, [pacman_agent(game, "ReflexAgent"), *ghost_agents(game, ghosts)], game_seed(seed), longest=2_000)
    assert_frames_are(frames, game, played.actions)
    assert (result["score"], result["won"], result["died"]) == (played.score, played.won, played.died)
    assert (result["moves"], result["failure"]) == (played.moves, played.failure)


def test_an_agent_string_with_options_plays_and_capsules_scare() -> None:
    result, frames = watched(text=CAPSULE, pacman="expectimax:depth=4", arguments="evalFn=better", seed=2)
    assert max(ghost["scared"] for one in frames for ghost in one["ghosts"]) >= 39
    assert frames[-1]["score"] == result["score"]


def test_a_long_game_is_broken_off() -> None:
    result, frames = watched(layout="mediumClassic", pacman="random", ghosts="RandomGhost", number=0, moves=7)
    assert result["moves"] == 7
    assert not result["won"]
    assert not result["died"]
    assert "7 moves" in result["failure"]
    assert len(frames) == 8


def test_a_stopped_game_answers_with_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacman_verbs, "REPORT_SECONDS", 0.0)
    told: list[Fields] = []

    def interrupting(message: Fields) -> None:
        told.append(message)
        if len(told) == 3:
            raise KeyboardInterrupt

    result = pacman(Watched.model_validate({"layout": "smallClassic"}), Context(emit=interrupting))
    frames = [one for message in told for one in message.get("frames", ())]
    assert "stopped" in result["failure"]
    assert result["score"] == frames[-1]["score"]
    assert result["moves"] == sum(one["mover"] == 0 for one in frames)


def test_a_search_that_asks_for_too_much_is_refused() -> None:
    context = Context(quota=Quota(seconds=10))
    with pytest.raises(QuotaError, match="time"):
        pacman(Watched.model_validate({"pacman": "uct:time=100"}), context)
    with pytest.raises(QuotaError, match="time"):
        pacman(Watched.model_validate({"ghosts": "uct:time=100"}), context)


@pytest.mark.parametrize("ghosts", ["uct:sims=10", "MinimaxGhost:depth=5"])
def test_ghosts_that_may_think_for_long_do_not_play_against_people(ghosts: str) -> None:
    with pytest.raises(InputError, match="too long"):
        stepped(ghosts=ghosts)


@pytest.mark.parametrize("fields", [{"pacman": "Nobody"}, {"ghosts": "Nobody"}, {"layout": "nowhere"}])
def test_unknown_names_are_refused(fields: Fields) -> None:
    with pytest.raises(UnknownNameError):
        watched(**fields)


def walk(move: Random, **fields: Any) -> tuple[list[str], list[Fields]]:
    """Return the actions and the frames of a game in which Pacman goes anywhere."""
    answer = stepped(**fields)
    frames = list(answer["frames"])
    for _ in range(60):
        if answer["is_over"]:
            break
        answer = stepped(**fields, actions=answer["actions"], move=move.choice(answer["legal"]))
        frames += answer["frames"]
    return answer["actions"], frames


@pytest.mark.parametrize("ghosts", ["RandomGhost", "DirectionalGhost", "MinimaxGhost:depth=1"])
@pytest.mark.parametrize("remembered", [True, False])
def test_steps_follow_the_rules_and_the_seed_decides_the_ghosts(
    ghosts: str, remembered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = {"layout": "smallClassic", "ghosts": ghosts, "seed": 5}
    actions, frames = walk(Random(1), **fields)
    assert_frames_are(frames, Pacman.of(load_layout("smallClassic")), [ACTIONS.index(name) for name in actions])
    if not remembered:
        monkeypatch.setattr(pacman_verbs, "REMEMBERED", 0)
    pacman_verbs._games.clear()
    assert walk(Random(1), **fields) == (actions, frames)
    assert stepped(**fields, actions=actions)["frames"] == frames


def test_other_seeds_have_other_ghosts() -> None:
    assert len({tuple(walk(Random(1), layout="smallClassic", seed=seed)[0]) for seed in range(4)}) > 1


def test_the_ghosts_are_those_of_a_watched_game() -> None:
    game = Pacman.of(load_layout("smallClassic"))
    agents = [pacman_agent(game, "ReflexAgent"), *ghost_agents(game, "DirectionalGhost")]
    played = play_game(game, agents, game_seed(9), longest=30)
    mine = [ACTIONS[action] for action in played.actions[:: game.players]]
    actions: list[str] = []
    for move in mine:
        actions = stepped(layout="smallClassic", ghosts="DirectionalGhost", seed=9, actions=actions, move=move)["actions"]
    assert actions == [ACTIONS[action] for action in played.actions]


def test_a_corridor_is_won_and_a_trap_is_lost() -> None:
    actions: list[str] = []
    for move in ("East", "East", "East"):
        answer = stepped(text=CORRIDOR, actions=actions, move=move)
        actions = answer["actions"]
    assert (answer["is_over"], answer["won"], answer["score"], answer["legal"]) == (True, True, 517, [])
    lost = stepped(text=TRAP, ghosts="DirectionalGhost:prob_attack=1", move="East")
    assert (lost["is_over"], lost["won"], lost["score"]) == (True, False, -491)
    assert lost["frames"][-1]["over"] == "lost"


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"move": "North"}, "legal: Stop, East"),
        ({"actions": ["North"], "move": "East"}, "action 1"),
        ({"actions": ["East", "East", "East", "East"]}, "the game is over"),
    ],
)
def test_steps_that_cannot_be_are_refused(fields: Fields, says: str) -> None:
    with pytest.raises(IllegalMoveError, match=says):
        stepped(text=CORRIDOR, **fields)


def test_actions_that_leave_out_a_ghost_are_refused() -> None:
    with pytest.raises(IllegalMoveError, match="ghost 1"):
        stepped(layout="testClassic", actions=["North"])


def test_a_maze_is_its_layout() -> None:
    answer = maze(Maze.model_validate({"text": CAPSULE}), Context())
    layout = read_layout("test", CAPSULE)
    assert (answer["width"], answer["height"], answer["text"]) == (8, 3, CAPSULE)
    assert {(x, y) for x, y in answer["walls"]} == layout.walls
    assert (answer["food"], answer["capsules"], answer["pacman"], answer["ghosts"]) == ([[6, 1]], [[2, 1]], [1, 1], [[5, 1]])
    with pytest.raises(InputError, match="leaks"):
        maze(Maze.model_validate({"text": "%%%\n%P.\n%%%"}), Context())


def test_everybody_of_the_course_is_listed_with_options_that_work() -> None:
    answer = pacmen(Nothing(), Context())
    for one in answer["pacmen"]:
        arguments = ",".join(f"{option['name']}={option['default']}" for option in one["options"])
        assert watched(layout="testClassic", pacman=one["name"], arguments=arguments, moves=1)[0]["moves"] == 1
    for one in answer["ghosts"]:
        options = ",".join(f"{option['name']}={option['default']}" for option in one["options"])
        stepped(layout="testClassic", ghosts=f"{one['name']}:{options}" if options else one["name"], move="Stop")
    assert "mediumClassic" in answer["layouts"]
