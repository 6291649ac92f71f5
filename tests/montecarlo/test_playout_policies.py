"""Playout policies: the game's own moves, the better of two, weights, mixtures, truncated playouts; and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz
from kibitz.core.errors import InputError, KibitzError
from kibitz.search.montecarlo.playout_policy import playout_policy
from kibitz.search.montecarlo.traits import BEST_OF_TWO, GAME_POLICY, SOFTMAX_BY_ACTION, SOFTMAX_BY_KIND, UNIFORM

GAME = '''
from typing import NamedTuple
import kibitz

class State(NamedTuple):
    moves: int
    ones: int

@kibitz.game(players=1, constant_sum=None)
class Ones(NamedTuple):
    """Ten times choose 0 or 1; the ones are counted."""
    def initial(self): return State(0, 0)
    def to_move(self, s): return 0
    def actions(self, s):
        yield 0
        yield 1
    def result(self, s, a): return State(s.moves + 1, s.ones + a)
    def is_terminal(self, s): return s.moves == 10
    def utility(self, s, player): return s.ones / 10
    def evaluate(self, s, player): return 0.25
    def order(self, s, a): return a
    def playout_action(self, s, random): return 1
'''


@pytest.fixture
def ones(tmp_path: Path) -> str:
    file = tmp_path / "ones.py"
    file.write_text(GAME)
    return str(file)


def mean(game: str, options: str) -> float:
    """Return the average of many random games after the second move, 1."""
    found = kibitz.decide(game, None, f"montecarlo:playouts=8000,{options}", seed=1)
    assert found.moves[1].value is not None
    return found.moves[1].value


def test_each_policy_has_its_average(ones: str, tmp_path: Path) -> None:
    assert mean(ones, "policy=heavy,epsilon=0.4") == pytest.approx(0.1 + 0.9 * 0.8, abs=0.01)
    assert mean(ones, "policy=random,cutoff=3") == 0.25
    weights = tmp_path / "policy.toml"
    weights.write_text("1 = 1.0986122886681098\n")  # ln 3: three times as often as 0
    assert mean(ones, f"policy={weights}") == pytest.approx(0.1 + 0.9 * 0.75, abs=0.01)


def test_without_a_move_of_its_own_the_better_of_two_is_light(ones: str) -> None:
    file = Path(ones)
    file.write_text(GAME.replace("    def playout_action(self, s, random): return 1\n", ""))
    assert mean(ones, "policy=heavy") == pytest.approx(0.1 + 0.9 * 0.75, abs=0.01)
    assert mean(ones, "policy=heavy,epsilon=0.5") == pytest.approx(0.1 + 0.9 * 0.625, abs=0.01)


def test_what_suits_a_game() -> None:
    kinds = {spec: playout_policy(kibitz.load(spec), "", 0.0, None).kind for spec in ("tic_tac_toe", "go")}
    assert kinds == {"tic_tac_toe": UNIFORM, "go": GAME_POLICY}
    assert playout_policy(kibitz.load("chess"), "heavy", 0.0, None).kind == BEST_OF_TWO


def test_weights_are_about_gists_where_a_game_has_them(tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    file.write_text("27 = 0.5\n")
    assert playout_policy(kibitz.load("chess"), str(file), 0.0, None).kind == SOFTMAX_BY_KIND
    policy = playout_policy(kibitz.load("tic_tac_toe"), str(file), 0.0, None)
    assert policy.kind == SOFTMAX_BY_ACTION
    assert policy.weights()[27] == 0.5


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("epsilon=1.5", "epsilon is a share of moves from 0 to 1"),
        ("cutoff=-1", "cutoff must not be negative"),
        ("policy=best", "unknown policy"),
        ("policy=missing.toml", "cannot be read"),
        ("threads=0", "must be at least 1"),
        ("threads=1000000", "at most 256"),
        ("c=-1", "c must be at least 0"),
        ("sims=0", "sims must be positive"),
        ("memory=lots", "memory must be an amount"),
        ("memory=99999GB", "no .* MB of memory"),
        ("rave=-1", "rave must be at least 0"),
        ("device=cuda,rave=10", "not for device=cuda"),
    ],
)
def test_what_is_refused(options: str, message: str) -> None:
    with pytest.raises(KibitzError, match=message):
        kibitz.decide("connect_four", None, f"uct:{options}")


@pytest.mark.parametrize("line", ["x = 1", "512 = 1", "3 = 'a'", "3 = 101", "3 ="])
def test_weights_that_are_refused(tmp_path: Path, line: str) -> None:
    file = tmp_path / "policy.toml"
    file.write_text(line)
    with pytest.raises(InputError):
        kibitz.decide("tic_tac_toe", None, f"uct:policy={file}")


def test_a_game_without_an_evaluation_has_no_truncated_playouts() -> None:
    with pytest.raises(InputError, match="cutoff needs an evaluation"):
        kibitz.decide("nim", None, "uct:cutoff=3")
