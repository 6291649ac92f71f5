"""The course's agents and ghosts: what each does by its definition, and how well they play."""

from __future__ import annotations

import os
import signal
from collections import Counter
from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest

from kibitz.core.errors import InputError
from kibitz.core.randomness import Random
from kibitz.games.pacman import ACTIONS, Pacman, State, load_layout
from kibitz.games.pacman.layout import read_layout
from kibitz.pacman import (
    AskedPacman,
    Choice,
    DirectionalGhost,
    MinimaxGhost,
    Played,
    RandomGhost,
    ReflexPacman,
    SearchingPacman,
    play_game,
)
from kibitz.pacman.agents import Agent
from kibitz.pacman.course import ghost_agents, pacman_agent
from kibitz.search.expectiminimax.traits import AVERAGE

CROSSING = """%%%%%%%
%% P %%
%% % %%
%. G .%
%% % %%
%%   %%
%%%%%%%"""


def oracle(oracles: Path, name: str) -> str:
    return str(oracles / "pacman" / "cs188_py3" / "layouts" / f"{name}.lay")


def played(layout: str, pacman: str, arguments: str, ghosts: str, games: int, count: int | None = None) -> list[Played]:
    """Return games between agents named as on the command line."""
    game = Pacman.of(load_layout(layout), count)
    agents = [pacman_agent(game, pacman, arguments), *ghost_agents(game, ghosts)]
    return [play_game(game, agents, seed) for seed in range(games)]


def mean(games: list[Played]) -> float:
    return sum(game.score for game in games) / len(games)


def at_the_crossing(timer: int = 0) -> tuple[Pacman, State]:
    """Return a state in which a ghost comes from the south, below Pacman, and may go west, east or straight on."""
    game = Pacman.of(read_layout("crossing", CROSSING.replace("%% % %%", "%%   %%")))
    s = game.initial()
    return game, s._replace(facing=(ACTIONS.index("North"),), timers=(timer,), mover=1)


def test_random_ghosts_take_any_action() -> None:
    game, s = at_the_crossing()
    assert RandomGhost(game).distribution(s) == {action: pytest.approx(1 / 3) for action in game.actions(s)}
    random = Random(3)
    drawn = Counter(RandomGhost(game).choose(s, random).action for _ in range(3000))
    assert set(drawn) == set(game.actions(s))
    assert all(900 < count < 1100 for count in drawn.values())


def test_directional_ghosts_come_near_and_flee() -> None:
    game, s = at_the_crossing()
    found = {ACTIONS[action]: chance for action, chance in DirectionalGhost(game).distribution(s).items()}
    assert found == {"West": pytest.approx(0.2 / 3), "East": pytest.approx(0.2 / 3), "North": pytest.approx(0.8 + 0.2 / 3)}
    game, s = at_the_crossing(timer=20)
    found = {ACTIONS[action]: chance for action, chance in DirectionalGhost(game, flee=0.5).distribution(s).items()}
    assert found == {
        "West": pytest.approx(0.25 + 0.5 / 3),
        "East": pytest.approx(0.25 + 0.5 / 3),
        "North": pytest.approx(0.5 / 3),
    }
    drawn = Counter(DirectionalGhost(game, flee=1.0).choose(s, Random(seed)).action for seed in range(200))
    assert {ACTIONS[action] for action in drawn} == {"West", "East"}
    with pytest.raises(InputError, match="from 0 to 1"):
        DirectionalGhost(game, attack=1.5)


def test_each_has_random_numbers_of_their_own() -> None:
    """What Pacman draws does not change what the ghosts do in the same places."""

    class Wasteful(ReflexPacman):
        def choose(self, s: State, random: Random) -> object:  # type: ignore[override]
            random.bits()
            return super().choose(s, Random(1))

    class Frugal(ReflexPacman):
        def choose(self, s: State, random: Random) -> object:  # type: ignore[override]
            return super().choose(s, Random(1))

    game = Pacman.of(load_layout("smallClassic"), evaluation="better")
    ghosts: list[Agent] = [RandomGhost(game)] * 2
    assert play_game(game, [Wasteful(game), *ghosts], 5).actions == play_game(game, [Frugal(game), *ghosts], 5).actions  # type: ignore[list-item]


def test_a_reflex_agent_takes_the_best_next_state() -> None:
    game = Pacman.of(read_layout("row", "%%%%%%%%\n%. P  G%\n%%%%%%%%"), evaluation="better")
    assert ACTIONS[ReflexPacman(game).choose(game.initial(), Random()).action] == "West"


def test_a_reflex_agent_wins_on_open_classic(oracles: Path) -> None:
    """The course's grader asks for ten wins of ten with a mean above 1000."""
    for layout in ("openClassic", oracle(oracles, "openClassic")):
        games = played(layout, "ReflexAgent", "", "RandomGhost", 10, count=1)
        assert all(game.won for game in games)
        assert mean(games) > 1000


@pytest.mark.conformance
def test_expectimax_with_a_better_evaluation_wins_on_small_classic(oracles: Path) -> None:
    """The course's top mark: ten wins of ten with a mean above 1000."""
    for layout in ("smallClassic", oracle(oracles, "smallClassic")):
        games = played(layout, "ExpectimaxAgent", "evalFn=better", "RandomGhost", 10, count=1)
        assert all(game.won for game in games)
        assert mean(games) > 1000


@pytest.mark.conformance
def test_a_minimising_ghost_hunts() -> None:
    """On the lectures' trap the ghosts never give way, and a random one does in half of the games."""
    hunted = played("trappedClassic", "ExpectimaxAgent", "depth=3", "MinimaxGhost", 20)
    assert {game.score for game in hunted} == {-502}
    game = Pacman.of(read_layout("crossing", CROSSING.replace("%% % %%", "%%   %%")))
    s = game.initial()._replace(facing=(ACTIONS.index("North"),), mover=1)
    ghost = MinimaxGhost(game)
    ghost.prepare()
    assert {ACTIONS[ghost.choose(s, Random(seed)).action] for seed in range(5)} == {"North"}


@pytest.mark.conformance
def test_searches_choose_as_the_textbook_and_are_much_faster() -> None:
    """A game to a depth of four rounds is the textbook's, move by move, in less than a hundredth of its time."""
    game = Pacman.of(load_layout("smallClassic"), evaluation="better")
    ghosts: list[Agent] = [RandomGhost(game)] * 2
    SearchingPacman(game, 4).prepare()
    times = []
    games = []
    for pacman in (SearchingPacman(game, 4), AskedPacman(game, "alphabeta:rounds=4,engine=textbook")):
        begun = process_time()
        games.append(play_game(game, [pacman, *ghosts], 7))
        times.append(process_time() - begun)
    assert games[0].actions == games[1].actions
    assert games[0].nodes < games[1].nodes
    assert times[0] * 100 < times[1]


@pytest.mark.conformance
@pytest.mark.parametrize("depth", [1, 2])
def test_expectimax_chooses_as_the_textbook(depth: int) -> None:
    game = Pacman.of(load_layout("testClassic"), evaluation="better")
    ghosts: list[Agent] = [RandomGhost(game)]
    textbook = AskedPacman(game, f"expectimax:rounds={depth},engine=textbook")
    for seed in range(3):
        native = SearchingPacman(game, depth, AVERAGE)
        assert play_game(game, [native, *ghosts], seed).actions == play_game(game, [textbook, *ghosts], seed).actions


def test_ctrl_c_ends_a_game_although_the_search_answers_it() -> None:
    class Interrupted(ReflexPacman):
        """Is interrupted at the third move, and answers with a move all the same, as searches do."""

        moves = 0

        def choose(self, s: State, random: Random) -> Choice:
            self.moves += 1
            if self.moves == 3:
                with suppress(KeyboardInterrupt):
                    os.kill(os.getpid(), signal.SIGINT)
                    signal.pause()
            return super().choose(s, random)

    game = Pacman.of(load_layout("smallClassic"), 1)
    pacman = Interrupted(game)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        play_game(game, [pacman, RandomGhost(game)], 1)
    assert pacman.moves == 3
    assert signal.getsignal(signal.SIGINT) is before
