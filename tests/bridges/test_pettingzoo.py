"""PettingZoo and Gymnasium: their own tests pass on every game, random loops run, and the classic games are games of Kibitz."""

from __future__ import annotations

import copy
import random
import warnings
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.core import registry
from kibitz.core.errors import InputError

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'kibitz[pettingzoo]'")
tests: Any = pytest.importorskip("pettingzoo.test")
checker: Any = pytest.importorskip("gymnasium.utils.env_checker")

from kibitz.bridges import gymnasium as seats  # noqa: E402
from kibitz.bridges.extras import imported  # noqa: E402
from kibitz.bridges.pettingzoo import env  # noqa: E402
from kibitz.bridges.pettingzoo.games import OPEN  # noqa: E402


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", registry.games())
def test_its_own_tests_pass(name: str) -> None:
    tests.api_test(env(name), num_cycles=15, verbose_progress=False)
    tests.seed_test(lambda: env(name), num_cycles=5)


@pytest.mark.conformance
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", registry.games())
def test_its_own_tests_pass_at_length(name: str) -> None:
    tests.api_test(env(name), num_cycles=1000, verbose_progress=False)
    tests.seed_test(lambda: env(name), num_cycles=100)
    tests.render_test(lambda render_mode: env(name, render_mode=render_mode))


def test_its_render_test_passes() -> None:
    pytest.importorskip("resvg_py", reason="pictures as pixels need kibitz[pictures]")
    tests.render_test(lambda render_mode: env("tic_tac_toe", render_mode=render_mode))
    with pytest.raises(InputError, match="render_mode 'ascii' is not one of ansi, rgb_array, human"):
        env("tic_tac_toe", render_mode="ascii")


def play_out(one: Any, seed: int) -> list[tuple[str, float]]:
    """Play random legal moves until the game is over, and return what everybody got."""
    chooser, got = random.Random(seed), []
    for agent in one.agent_iter():
        observation, reward, termination, truncation, _ = one.last()
        if termination or truncation:
            got.append((agent, reward))
            one.step(None)
        else:
            one.step(chooser.choice([place for place, legal in enumerate(observation["action_mask"]) if legal]))
    return got


def test_masks_are_the_legal_moves_and_rewards_the_utilities() -> None:
    game, one = kibitz.load("connect_four"), env("connect_four")
    for seed in range(5):
        one.reset(seed=seed)
        chooser, s = random.Random(seed), game.initial()
        while not game.is_terminal(s):
            observation, _, termination, _, _ = one.last()
            assert not termination
            assert one.agent_selection == f"player_{game.to_move(s)}"
            mask = observation["action_mask"]
            assert [a for a in range(7) if mask[a]] == sorted(game.actions(s))
            assert not one.observe(f"player_{1 - game.to_move(s)}")["action_mask"].any()
            action = chooser.choice(list(game.actions(s)))
            one.step(action)
            s = game.result(s, action)
            assert one.position == game.notation(s)
        assert one.rewards == {f"player_{player}": game.utility(s, player) for player in range(2)}


def test_observations_differ_where_states_do() -> None:
    game, one = kibitz.load("tic_tac_toe"), env("tic_tac_toe")
    seen = set()
    for position in ("xo./.../...", "x.o/.../...", "xo./x../...", ".../.../..."):
        one.reset(options={"position": position})
        assert one.position == game.notation(game.parse(position))
        seen.add(one.observe("player_0")["observation"].tobytes())
    assert len(seen) == 4


def test_copies_go_their_own_way() -> None:
    one = env("hypergammon")
    one.reset(seed=3)
    first, second = copy.deepcopy(one), one.clone()
    before = one.position
    assert play_out(first, 1) == play_out(second, 1)
    assert one.position == before


def test_an_illegal_move_ends_the_game() -> None:
    one = env("tic_tac_toe")
    one.reset()
    one.step(4)
    with pytest.warns(UserWarning, match="player_1 made an illegal move"):
        one.step(4)
    assert one.rewards == {"player_0": 0.0, "player_1": -1.0}
    assert all(one.terminations.values())
    one.reset()
    for action in (9, 3.7, "4", None):
        with pytest.raises(InputError, match="a whole number from 0 to 8, not"):
            one.step(action)
    one.step(np.int64(4))
    assert one.position == ".../.x./..."


def test_nothing_is_done_before_a_game_has_begun() -> None:
    one, seat = env("nim"), seats.env("tic_tac_toe")
    for ask in (one.last, lambda: one.step(0), lambda: seat.step(0), lambda: env("nim").clone().last()):
        with pytest.raises(InputError, match=r"call reset\(\) first"):
            ask()
    seat.reset(seed=1)
    seat.step(4)
    assert seat.step(4)[1:4] == (-1.0, True, False)
    with pytest.raises(InputError, match="no game going on"):
        seat.step(0)


def test_chance_is_the_seeds_or_nobodys() -> None:
    def begun(seed: int | None) -> str:
        one = env("backgammon")
        one.reset(seed=seed)
        return str(one.position)

    assert begun(5) == begun(5)
    assert len({begun(None) for _ in range(8)}) > 1


def test_a_game_that_is_too_long_is_truncated() -> None:
    one = env("connect_four", longest=2)
    one.reset()
    one.step(0)
    one.step(0)
    assert all(one.truncations.values())
    assert not any(one.terminations.values())


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    ("name", "agent", "steps"),
    [("connect_four", "random", 1000), ("hypergammon", "random", 1000), ("nim", "minimax:depth=2", 50)],
)
def test_gymnasiums_check_passes_and_a_thousand_steps_are_made(name: str, agent: str, steps: int) -> None:
    pytest.importorskip("resvg_py", reason="pictures as pixels need kibitz[pictures]")
    checker.check_env(seats.env(name, agent, render_mode="ansi"))
    one, games = seats.env(name, agent), 0
    _, info = one.reset(seed=1)
    for _ in range(steps):
        assert (info["action_mask"] == one.action_masks()).all()
        _, reward, terminated, truncated, info = one.step(one.action_space.sample(info["action_mask"]))
        if terminated or truncated:
            assert reward in (-3, -2, -1, 0, 1, 2, 3)
            games += 1
            _, info = one.reset()
    assert games > 5


def test_the_other_seat_is_an_agent() -> None:
    one = seats.env("tic_tac_toe", "minimax", seat=1)
    one.reset(seed=0)
    assert (one.table.made, one.table.mover) == (1, 1)
    with pytest.raises(InputError, match="seat must be from 0 to 1"):
        seats.env("tic_tac_toe", seat=2)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", OPEN)
def test_classic_games_are_played_alike(name: str) -> None:
    """Random games in Kibitz, with states visited out of order, against an environment that is only stepped forward."""
    module = pytest.importorskip(f"pettingzoo.classic.{name}")
    game, theirs = kibitz.load(f"pettingzoo:{name}"), module.raw_env()
    for seed in range(2):
        theirs.reset(seed=0)
        chooser, s, path = random.Random(seed), game.initial(), []
        for _ in range(12):
            path.append(s)
            game.is_terminal(chooser.choice(path))  # leads the environment elsewhere
            over = any(theirs.terminations.values())
            assert game.is_terminal(s) == over
            if over:
                assert [game.utility(s, player) for player in range(2)] == [theirs.rewards[agent] for agent in theirs.agents]
                break
            observation = theirs.observe(theirs.agent_selection)
            actions = list(game.actions(s))
            assert actions == [place for place, legal in enumerate(observation["action_mask"]) if legal]
            assert theirs.agent_selection == theirs.possible_agents[game.to_move(s)]
            a = chooser.choice(actions)
            s = game.result(s, a)
            theirs.step(a)
        assert game.parse(game.notation(s)) == s


def test_searches_play_its_tic_tac_toe() -> None:
    assert kibitz.decide("pettingzoo:tictactoe_v3", "4 0 8", "alphabeta").value == 0
    assert kibitz.decide("pettingzoo:tictactoe_v3", "0 3 1 4", "minimax").action == 2
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert kibitz.play("pettingzoo:connect_four_v3", "random", "random", seed=1).result in ((1, -1), (-1, 1), (0, 0))


@pytest.mark.parametrize(
    ("text", "words"),
    [("texas_holdem_v4", "hidden cards"), ("rps_v2", "at once"), ("connect_for_v3", "did you mean connect_four_v3?")],
)
def test_what_cannot_be_played_is_refused(text: str, words: str) -> None:
    with pytest.raises(InputError) as refused:
        kibitz.load(f"pettingzoo:{text}")
    assert words in str(refused.value)


def test_an_extra_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(module: str) -> Any:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module.partition(".")[0])

    monkeypatch.setattr("kibitz.bridges.extras.importlib.import_module", missing)
    for module, library, extra in [("pyspiel", "OpenSpiel", "openspiel"), ("gymnasium.spaces", "Gymnasium", "pettingzoo")]:
        with pytest.raises(InputError) as refused:
            imported(module, library, extra)
        assert str(refused.value) == f"{library} is not installed: pip install 'kibitz[{extra}]'"
