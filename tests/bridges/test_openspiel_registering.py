"""Kibitz's games as games of OpenSpiel: its own tests and playthroughs pass, and its algorithms and learners play them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kibitz.core import registry
from kibitz.core.errors import InputError

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'kibitz[openspiel]'")

from kibitz.bridges.openspiel import register  # noqa: E402

SHORT = 40
"""Games are broken off after so many moves where the test is to be quick."""
OMITTED = ("test_current_player_infosets_no_overlap_between_players", "test_game_is_perfect_recall", "test_number_of_nodes")
"""They are for games with information-state tensors, and compare counts of states that are listed for OpenSpiel's own games."""


def loaded(text: str, longest: int = 1000) -> Any:
    return pyspiel.load_game(register(text, longest=longest))


@pytest.mark.parametrize("name", registry.games())
def test_the_random_simulation_test_passes(name: str) -> None:
    pyspiel.random_sim_test(loaded(name, SHORT), 1, True, False)


@pytest.mark.conformance
@pytest.mark.parametrize("name", [*registry.games(), "go:size=5", "chinese_checkers:players=2", "connect_four:width=5"])
def test_the_random_simulation_test_passes_at_length(name: str) -> None:
    pyspiel.random_sim_test(loaded(name, 300), 5, True, False)


def test_the_simulation_test_in_python_passes() -> None:
    simulations = pytest.importorskip("open_spiel.python.tests.games_sim_test")
    for name in ("tic_tac_toe", "nim:piles=3+4", "pig:goal=20", "hypergammon"):
        simulations.GamesSimTest().sim_game(loaded(name, 200))


def test_the_api_tests_pass_on_the_full_tree() -> None:
    api = pytest.importorskip("open_spiel.integration_tests.api_test")
    for name in ("nim:piles=1+2", "mnk:width=2,height=2,connect=2", "pig:goal=2"):
        game = loaded(name, longest=6)
        for base in (api.EnforceAPIOnFullTreeBase, api.EnforceAPIOnPartialTreeBase):
            case: Any = type("OurCase", (base,), {"game": game, "game_name": game.get_type().short_name})
            case.setUpClass()
            for test in (word for word in dir(case) if word.startswith("test_") and word not in OMITTED):
                getattr(case(test), test)()


def test_a_playthrough_is_repeated(tmp_path: Path) -> None:
    flags = pytest.importorskip("absl.flags")
    playthroughs = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["test"])
    for text in ("tic_tac_toe", "connect_four", "hypergammon"):
        name = register(text)
        path = tmp_path / f"{name}.txt"
        path.write_text(playthroughs.playthrough(name, None, seed=3))
        expected, again = playthroughs.replay(str(path))
        assert expected == again
        assert "ObservationTensor" in expected


def test_its_minimax_and_its_mcts_in_python_play() -> None:
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    np = pytest.importorskip("numpy")
    assert minimax.alpha_beta_search(loaded("tic_tac_toe"))[0] == 0
    assert minimax.alpha_beta_search(loaded("nim:piles=1+2+3"))[0] == -1
    game = loaded("connect_four")
    state = game.new_initial_state()
    for action in (3, 2, 3, 2, 3, 2):
        state.apply_action(action)
    bot = mcts.MCTSBot(game, 2.0, 200, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), solve=True)
    assert bot.step(state) == 3


def test_a_learner_learns() -> None:
    """Tabular Q-learning beats a random player at Nim after some thousand games, and did not before."""
    environments = pytest.importorskip("open_spiel.python.rl_environment")
    learners = pytest.importorskip("open_spiel.python.algorithms.tabular_qlearner")
    random_agents = pytest.importorskip("open_spiel.python.algorithms.random_agent")
    np = pytest.importorskip("numpy")
    np.random.seed(1)
    environment = environments.Environment(loaded("nim:piles=1+2+2"))
    actions = environment.action_spec()["num_actions"]
    learner = learners.QLearner(0, actions, step_size=0.5)
    other = random_agents.RandomAgent(1, actions)

    def won(games: int, *, is_evaluation: bool) -> float:
        wins = 0
        for _ in range(games):
            step = environment.reset()
            while not step.last():
                agent = (learner, other)[step.observations["current_player"]]
                step = environment.step([agent.step(step, is_evaluation=is_evaluation).action])
            wins += step.rewards[0] > 0
            learner.step(step, is_evaluation=is_evaluation)
            other.step(step, is_evaluation=is_evaluation)
        return wins / games

    before = won(200, is_evaluation=True)
    won(2000, is_evaluation=False)
    assert won(200, is_evaluation=True) > max(0.85, before + 0.2)


def test_numbers_of_moves_and_utilities_are_told() -> None:
    four = loaded("connect_four:width=5")
    assert (four.num_distinct_actions(), four.num_players(), four.min_utility(), four.max_utility()) == (5, 2, -1, 1)
    assert four.get_type().short_name == "kibitz_connect_four_width_5"
    dice = loaded("hypergammon")
    assert dice.max_chance_outcomes() == 30 or dice.max_chance_outcomes() == 21
    assert dice.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    with pytest.raises(InputError, match="did you mean connect_four"):
        register("conect_four")


def test_illegal_moves_are_refused() -> None:
    for text, number in [("tic_tac_toe", 4), ("checkers", 60), ("pig", 9), ("backgammon", 99)]:
        state = loaded(text).new_initial_state()
        state.apply_action(state.legal_actions()[-1] if text != "tic_tac_toe" else 4)
        with pytest.raises(InputError, match="is not the number of a legal move"):
            state.apply_action(number)
        assert len(state.history()) <= 2
    with pytest.raises(InputError, match="longest must be at least 1"):
        register("nim", longest=0)


def test_a_game_that_is_too_long_is_shared() -> None:
    state = loaded("connect_four", longest=3).new_initial_state()
    for _ in range(3):
        state.apply_action(0)
    assert state.is_terminal()
    assert state.returns() == [0, 0]
