"""Games of OpenSpiel as games of Kibitz: the same moves, players and results; refusals; searches; bots against Kibitz's UCT."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

import kibitz
from kibitz.analysis.context import Context
from kibitz.analysis.server import Server
from kibitz.core.errors import InputError
from kibitz.core.game import CHANCE
from kibitz.core.registry import load, spec_of
from kibitz.records.formats import suffix_of

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'kibitz[openspiel]'")

from kibitz.bridges.openspiel import bot_agent  # noqa: E402
from kibitz.bridges.openspiel.opening import playable  # noqa: E402

GAMES = playable()


def play_alike(name: str, seed: int, longest: int) -> None:
    """Play a random game in Kibitz and in OpenSpiel at once, and compare everything on the way."""
    game, chooser = load(f"openspiel:{name}"), random.Random(seed)
    s, theirs = game.initial(), pyspiel.load_game(name).new_initial_state()
    for _ in range(longest):
        assert game.is_terminal(s) == theirs.is_terminal()
        if game.is_terminal(s):
            assert [game.utility(s, player) for player in range(game.players)] == theirs.returns()
            break
        assert game.to_move(s) == theirs.current_player()
        actions = list(game.actions(s))
        assert actions == theirs.legal_actions()
        if game.to_move(s) == CHANCE:
            assert [(a, game.probability(s, a)) for a in actions] == theirs.chance_outcomes()
        a = chooser.choice(actions)
        before = game.notation(s)
        after = game.result(s, a)
        assert game.notation(s) == before
        s = after
        theirs.apply_action(a)
        assert game.show(s) == str(theirs)
    assert game.parse(game.notation(s)) == s


def test_all_games_of_perfect_information_are_there() -> None:
    kinds = pyspiel.GameType
    sequential = {
        kind.short_name
        for kind in pyspiel.registered_games()
        if kind.information == kinds.Information.PERFECT_INFORMATION
        and kind.dynamics == kinds.Dynamics.SEQUENTIAL
        and kind.chance_mode != kinds.ChanceMode.SAMPLED_STOCHASTIC
        and kind.default_loadable
    }
    assert set(GAMES) == sequential
    assert len(GAMES) >= 40


@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_is_the_same(name: str) -> None:
    play_alike(name, seed=1, longest=8)


@pytest.mark.conformance
@pytest.mark.parametrize("name", GAMES)
def test_twenty_random_games_are_the_same(name: str) -> None:
    for seed in range(20):
        play_alike(name, seed, longest=1000)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("openspiel:leduc_poker", "hidden information"),
        ("openspiel:oshi_zumo", "at the same time"),
        ("openspiel:stones_and_gems", "probabilities are not known"),
        ("openspiel:mfg_garnet", "mean-field"),
        ("openspiel:conect_four", "did you mean connect_four?"),
        ("openspiel:", "unknown game of OpenSpiel ''"),
        ("openspiel:connect_four(colums=3)", "did you mean columns?"),
        ("openspiel:connect_four(rows=0)", "rows must be at least 1, not 0"),
        ("openspiel:hex(board_size=x)", "Wrong type for parameter board_size"),
        ("openspiel:hex(board_size=5", "Missing closing bracket"),
        ("openspiel:go(board_size=99)", "board size up to 19"),
        ("openspiel:misere(game=kuhn_poker())", "hidden information"),
        ("openspiel:misere(game=connect_four(rows=0))", "rows must be at least 1"),
        ("openspiel:efg_game(filename=nowhere.efg)", "there is no file nowhere.efg"),
    ],
)
def test_what_cannot_be_played_is_refused(text: str, words: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InputError, match=r"openspiel|OpenSpiel") as refused:
        load(text)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
    assert capfd.readouterr().err == ""  # OpenSpiel would write of it by itself


def paths(game: Any, s: Any, depth: int) -> int:
    """Return how many ways there are to make so many moves, by the written rules."""
    if depth == 0 or game.is_terminal(s):
        return int(depth == 0)
    return sum(paths(game, game.result(s, a), depth - 1) for a in game.actions(s))


def test_counts_are_those_of_kibitzs_own_rules() -> None:
    for name, depth in [("connect_four", 3), ("othello", 3), ("chess", 2)]:
        game = load(name)
        assert kibitz.perft(f"openspiel:{name}", None, depth) == paths(game, game.initial(), depth)


def test_searches_of_the_textbook_play() -> None:
    assert kibitz.decide("openspiel:tic_tac_toe", "4 0 8", "minimax").value == 0
    assert kibitz.decide("openspiel:tic_tac_toe", "0 3 1 4", "alphabeta").named(2) == "x(0,2)"
    assert kibitz.decide("openspiel:nim(pile_sizes=1;2;3)", None, "alphabeta").value == -1
    assert kibitz.decide("openspiel:pig(winscore=4,horizon=20)", None, "expectiminimax:depth=3").action is not None
    decision = kibitz.decide("openspiel:connect_four", "3 2 3 2 3 2", "uct:sims=300", seed=1)
    assert decision.action == 3
    assert kibitz.trace("openspiel:tic_tac_toe", "4 0 8 2 1", "alphabeta").svg.startswith("<svg")


def test_games_of_games_are_what_they_are_made_of() -> None:
    assert kibitz.decide("openspiel:misere(game=nim(pile_sizes=1;2))", None, "minimax").value == 1
    assert kibitz.decide("openspiel:nim(pile_sizes=1;2,is_misere=False)", None, "minimax").value == 1
    assert kibitz.decide("openspiel:misere(game=tic_tac_toe())", "4 0 8", "minimax").value == 0


def test_positions_are_moves_by_number_or_name() -> None:
    game = load("openspiel:tic_tac_toe")
    s = game.parse("4 o(0,0) 8")
    assert game.notation(s) == "4 0 8"
    assert game.notation(game.initial()) == "initial"
    assert game.parse("initial") == game.initial()
    assert pickle.loads(pickle.dumps(s)) == s
    with pytest.raises(InputError, match="unknown move '4'"):
        game.parse("4 4")


def test_a_session_is_recorded_and_read_again() -> None:
    session = kibitz.Session("openspiel:connect_four(rows=4,columns=5,x_in_row=3)")
    session = session.play("x2").play("o3")
    again = kibitz.Session.from_record(session.record())
    assert again.state == session.state
    assert spec_of(session.game) == "openspiel:connect_four(rows=4,columns=5,x_in_row=3)"


def test_the_studio_plays_them() -> None:
    asked = {"game": "openspiel:tic_tac_toe", "moves": ["x(1,1)"]}
    told = Server.result({"verb": "position", **asked}, Context())
    assert (told["position"], told["to_move"], len(told["legal_moves"])) == ("4", 1, 8)
    assert Server.result({"verb": "analyse", "agent": "openspiel-bot:mcts,sims=20", **asked}, Context())["action"].startswith(
        "o"
    )
    assert Server.result({"verb": "tree_text", "game": "openspiel:tic_tac_toe"}, Context()) == {"text": None}
    assert Server.result({"verb": "roll", "game": "openspiel:backgammon", "seed": 1}, Context())["action"].startswith("chance")
    assert suffix_of("openspiel:chess") == "json"


def test_mcts_sees_the_same_in_both_libraries_rules() -> None:
    """With one seed, OpenSpiel's search visits the same moves equally often in its Connect Four and in Kibitz's."""
    theirs = kibitz.decide("openspiel:connect_four", "3 3", "openspiel-bot:mcts,sims=200", seed=5)
    ours = kibitz.decide("connect_four", "44", "openspiel-bot:mcts,sims=200", seed=5)
    assert theirs.action == ours.action
    assert {(move.action, move.visits, move.value) for move in theirs.moves} == {
        (move.action, move.visits, move.value) for move in ours.moves
    }


def test_other_bots_play() -> None:
    assert kibitz.decide("connect_four", None, "openspiel-bot:uniform_random").action in range(7)
    made = bot_agent(lambda game, player, seed: pyspiel.make_uniform_random_bot(player, seed))
    assert kibitz.decide("openspiel:hex(board_size=3)", None, made).action in range(9)
    played = kibitz.play("backgammon", "openspiel-bot:sims=5", "random", seed=2)
    assert played.result is not None
    assert abs(played.result[0]) in (1, 2, 3)


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("openspiel-bot:mtcs", "did you mean mcts?"),
        ("openspiel-bot:mcts,sims=0", "sims must be positive"),
        ("openspiel-bot:mcts,rollouts=0", "rollouts must be at least 1"),
        ("openspiel-bot:mcts,c=-1", "c must be at least 0, not -1"),
    ],
)
def test_bots_that_there_are_not(agent: str, words: str) -> None:
    with pytest.raises(InputError) as refused:
        kibitz.decide("tic_tac_toe", None, agent)
    assert words in str(refused.value)


@pytest.mark.conformance
@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four:width=5,height=4", "openspiel:breakthrough(rows=5,columns=5)"])
def test_a_match_with_openspiels_mcts_is_even(name: str) -> None:
    """A hundred games with equal simulations: neither is much stronger, for both are UCT with random playouts."""
    points = 0.0
    for number in range(100):
        agents = ["uct:sims=60,c=1.4", "openspiel-bot:mcts,sims=60,c=1.4"]
        mine = number % 2
        result = kibitz.play(name, *(agents if mine == 0 else agents[::-1]), seed=number).result
        assert result is not None
        points += (result[mine] + 1) / 2
    assert 30 <= points <= 75, points
