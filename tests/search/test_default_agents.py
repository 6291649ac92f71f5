"""Who plays where no agent is named: in the games of the examples, and in games that ask for something else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kibitz
from kibitz.api import default_agent
from kibitz.checking.checker import check
from kibitz.core.agents import find
from kibitz.core.contract import Game
from kibitz.core.game import CHANCE
from kibitz.games.go import Go
from kibitz.session import Session
from sample_game import LISTS, SOUND

EXAMPLES = Path(__file__).parents[2] / "examples"
OPPOSED = "uct:time=1,c=0.7,reuse=true"
"""What plays games of two players, or one, with nothing but rules."""
AGENTS = {
    "kalah.py": OPPOSED,
    "hex.py": OPPOSED,
    "cant_stop.py": OPPOSED,
    "misere.py": OPPOSED,
    "trails.py": "uct:time=1,c=0.7",
}
QUICK = ("kalah.py", "hex.py:size=5")
OTHERS = ("misere.py:size=4", "trails.py:size=5")
EVALUATE = "\n    def evaluate(self, s, player):\n        return 0.5 if (s.left % 4 != 0) == (player == s.player) else -0.5\n"


def opened(example: str) -> Game:
    """Return the game of an example."""
    return kibitz.load(f"{EXAMPLES}/{example}")


def written(folder: Path, source: str) -> Game:
    """Return the game with that source."""
    (folder / "my_game.py").write_text(source)
    return kibitz.load(f"{folder}/my_game.py")


def test_every_example_has_its_agent() -> None:
    assert {file.name for file in EXAMPLES.glob("*.py")} == AGENTS.keys()


@pytest.mark.parametrize("example", AGENTS)
def test_a_game_without_an_evaluation_is_played_by_random_games(example: str) -> None:
    assert default_agent(opened(example)) == AGENTS[example]


@pytest.mark.parametrize("example", ["kalah.py", "hex.py", "misere.py", "trails.py"])
def test_the_examples_are_sound(example: str) -> None:
    report = check(f"{EXAMPLES}/{example}", games=5, targets=("python", "native"))
    assert report.ok, report


@pytest.mark.parametrize("example", [*QUICK, *(pytest.param(example, marks=pytest.mark.conformance) for example in OTHERS)])
def test_the_default_beats_random_moves(example: str) -> None:
    game = opened(example)
    agent = default_agent(game).replace("time=1", "sims=200")
    for seat in range(game.players):
        agents = tuple(agent if player == seat else "random" for player in range(game.players))
        session = Session(game, game.initial(), agents, seed=1)
        while not session.is_over:
            chosen = session.sample_chance() if session.to_move == CHANCE else session.decide().action
            assert chosen is not None
            session.play(chosen)
        assert session.result is not None
        assert session.result[seat] == 1.0


def test_a_game_whose_end_is_in_sight_is_searched_to_it(tmp_path: Path) -> None:
    assert default_agent(written(tmp_path, SOUND.replace("pile: int = 10", "pile: int = 60"))) == "alphabeta:time=1"
    assert default_agent(kibitz.load("nim:piles=9+9+9+9")) == "alphabeta:time=1"


def test_a_game_that_comes_to_too_many_positions_is_not(tmp_path: Path) -> None:
    assert default_agent(written(tmp_path, SOUND.replace("pile: int = 10", "pile: int = 6000"))) == OPPOSED


def test_an_evaluation_of_ones_own_is_searched_with(tmp_path: Path) -> None:
    game = written(tmp_path, SOUND.replace("pile: int = 10", "pile: int = 6000") + EVALUATE)
    assert default_agent(game) == "alphabeta:time=1"


@pytest.mark.parametrize(("pile", "agent"), [(10, "deepening:time=1"), (40, "uct:time=1,c=0.7")])
def test_a_game_that_runs_interpreted_has_a_time_too(tmp_path: Path, pile: int, agent: str) -> None:
    game = written(tmp_path, LISTS.replace("pile: int = 10", f"pile: int = {pile}"))
    assert default_agent(game) == agent


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        ("chess", "alphabeta:time=1"),
        ("connect_four", "puct:time=1,net=trained"),
        ("connect_four:width=6", "alphabeta:time=1"),
        ("backgammon", "expectiminimax:time=1"),
        ("chinese_checkers", "maxn:time=1"),
        ("2048", "expectimax:time=1,patterns=trained"),
        ("2048:size=3", OPPOSED),
        ("othello", "alphabeta:time=1,patterns=trained"),
        ("othello:size=6", "alphabeta:time=1"),
    ],
)
def test_the_evaluation_of_a_game_for_several_is_searched_with(game: str, agent: str) -> None:
    assert default_agent(kibitz.load(game)) == agent


def test_what_suits_go_is_not_taken_for_other_games_with_playouts_of_their_own(tmp_path: Path) -> None:
    own = "\n    def playout_action(self, s, random):\n        return 1\n"
    assert default_agent(written(tmp_path, SOUND.replace("pile: int = 10", "pile: int = 6000") + own)) == OPPOSED
    assert default_agent(kibitz.load("go")) == Go().default_agent()


@pytest.mark.parametrize("page", ["docs/protocols.md", "docs/games/go.md", "src/kibitz/cli/gtp.py", "README.md"])
def test_documented_agents_for_go_play_no_worse_than_the_default(page: str) -> None:
    _, wanted = find(kibitz.load("go"), Go().default_agent())
    for agent in re.findall(r"kibitz (?:gtp|play go)\b[^\n]*?(uct\S*)", (EXAMPLES.parent / page).read_text()):
        _, options = find(kibitz.load("go"), agent)
        assert options.items() >= {name: value for name, value in wanted.items() if name != "time"}.items(), agent
        assert options["time"] >= wanted["time"]
