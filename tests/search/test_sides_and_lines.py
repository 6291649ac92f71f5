"""Answers for either side, lines of play, and the arrays behind them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.core.decision import EXACT
from kibitz.core.errors import InputError, PositionError
from kibitz.core.specs import parse_spec
from kibitz.endgames.exploration import Exploration, graph
from kibitz.endgames.graph import TERMINAL, Graph, small_graph
from kibitz.search.expectiminimax.engine import Engine
from kibitz.search.running import Stopped
from kibitz.search.solving.backward_induction import backward_induction
from kibitz.search.solving.solver import Solver

STOP, STOPPED = np.zeros(1, np.int64), np.ones(1, np.int64)


def test_the_second_player_has_the_first_ones_chance_in_its_place() -> None:
    game = kibitz.load("pig:goal=10")
    second = game.parse("0-0+0")
    assert game.to_move(second) == 1
    assert kibitz.solve(game, second).value == pytest.approx(0.7094243226, abs=1e-9)


def test_what_one_player_expects_the_other_does_not() -> None:
    engine = Engine(kibitz.load("pig:goal=10"), 0)
    assert (engine.for_player(0.25, 0), engine.for_player(0.25, 1)) == (0.25, 0.75)
    scored = Engine(kibitz.load("connect_four"), 0, scored=True)
    assert scored.for_player(3.0, 1) == -3.0


@pytest.mark.parametrize("position", ["1+2+3", "3+4+5", "2+2+0", "0+3+1"])
def test_lines_over_all_positions_lead_to_the_value(position: str) -> None:
    game = kibitz.load("nim")
    state = game.parse(position)
    decision = kibitz.solve(game, state)
    mover = game.to_move(state)
    for action in decision.line:
        state = game.result(state, action)
    assert game.is_terminal(state)
    assert game.utility(state, mover) == decision.value


def test_minimax_is_exact_where_the_depth_did_not_run_out() -> None:
    game = kibitz.load("tic_tac_toe")
    assert not kibitz.decide(game, agent="minimax:depth=2").exact
    assert [kibitz.decide(game, "xo./.x./..o", f"minimax:depth={depth}").exact for depth in (4, 5)] == [False, True]
    assert kibitz.decide(game, "xo./.x./..o", "minimax").exact


def test_each_position_is_explored_once() -> None:
    """Tic-tac-toe has 5478 positions, more than the arrays begin with: they grow, and nothing is found twice."""
    game = kibitz.load("tic_tac_toe")
    found = graph(game, game.initial(), STOP)
    plain = small_graph(game, game.initial(), STOP, 6000)
    assert plain is not None
    assert len(found.movers) == len(plain.movers) == 5478
    assert len(found.actions) == len(plain.actions) == 16167
    assert small_graph(game, game.initial(), STOP, 5000) is None


def test_among_equally_good_moves_the_first_counts_in_tuples() -> None:
    """One position, two moves worth the same to the mover and not to the other; the last one's worth is told as well."""
    utilities = np.array([[0.0, 0.0], [1.0, 5.0], [1.0, 7.0]])
    ends = np.array([0, TERMINAL, TERMINAL])
    two = Graph(ends, np.array([0, 2, 2, 2]), np.array([4, 9]), np.array([1, 2]), np.ones(2), utilities)
    values, others = backward_induction(two, STOP)
    assert (values[0].tolist(), others[0].tolist()) == ([1.0, 5.0], [1.0, 7.0])
    with pytest.raises(Stopped):
        backward_induction(two, STOPPED)


def test_exploring_that_was_stopped_answers_nothing() -> None:
    """In place of an answer about another position."""
    game = kibitz.load("tic_tac_toe")
    with pytest.raises(Stopped):
        Exploration(game).position(game.initial(), STOPPED)
    with pytest.raises(Stopped):
        small_graph(game, game.initial(), STOPPED, 6000)


def test_solving_over_positions_that_was_stopped_is_answered_by_a_search() -> None:
    game = kibitz.load("nim:piles=1+1+1,players=3")
    solver = Solver(game)
    stopped = solver._solved(game.initial(), STOPPED, EXACT)
    assert stopped.action is not None
    assert stopped.depth is not None, "a search has looked so far"
    assert solver.solve(game.initial()).depth is None


@pytest.mark.parametrize("moves", ["", "a1 "])
def test_a_round_is_over_when_the_root_player_moves_again(moves: str) -> None:
    """Whoever begins: between two players a round is two moves."""
    game = kibitz.load("nim")
    state: Any = game.initial()
    for name in moves.split():
        state = game.result(state, game.parse_action(state, name))
    by_rounds, by_moves = (kibitz.decide(game, state, f"minimax:{limit},engine=textbook") for limit in ("rounds=1", "depth=2"))
    assert (by_rounds.nodes, by_rounds.value) == (by_moves.nodes, by_moves.value)


@pytest.mark.parametrize("text", ["alphabeta:depth=1.5", "alphabeta:depth=nan", "alphabeta:every=perhaps", "uct:c=inf"])
def test_options_of_the_wrong_kind_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        kibitz.decide("nim", agent=text)


@pytest.mark.parametrize("text", ["expectimax:model=]a[", "expectimax:model=[a", "a:b", "a:b=", "a:b=1,b=2", ":b=1"])
def test_specs_that_are_not_of_the_grammar_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_spec(text)


@pytest.mark.parametrize("text", ["[1.5]", '["1"]', "[1, 2]", "[", "[null]"])
def test_fields_of_the_wrong_kind_are_refused(text: str, endless: Game) -> None:
    with pytest.raises(PositionError):
        endless.parse(text)


@pytest.fixture
def endless(tmp_path: Any) -> Game:
    """Return a game whose state has one field, without a notation of its own."""
    source = """
from typing import NamedTuple
import kibitz

class Place(NamedTuple):
    at: int

@kibitz.game(players=1, constant_sum=None)
class Walk(NamedTuple):
    size: int = 5
    def initial(self): return Place(0)
    def to_move(self, s): return 0
    def actions(self, s):
        yield 1
    def result(self, s, a): return Place(s.at + a)
    def is_terminal(self, s): return s.at >= self.size
    def utility(self, s, player): return 0.0
"""
    (tmp_path / "walk.py").write_text(source)
    return kibitz.load(str(tmp_path / "walk.py"))


WAITING = """
from typing import NamedTuple
import kibitz

class Place(NamedTuple):
    at: int

@kibitz.game(players=1, constant_sum=None, cyclic=True)
class Waiting(NamedTuple):
    prize: int = 1
    def initial(self): return Place(0)
    def to_move(self, s): return kibitz.CHANCE if s.at == 1 or s.at == 4 else 0
    def actions(self, s):
        yield 0
        if s.at != 2:
            yield 1
    def result(self, s, a):
        if s.at == 0:
            return Place(1) if a == 0 else Place(2)
        if s.at == 2:
            return Place(0)
        if s.at == 1:
            return Place(3) if a == 0 else Place(4)
        return Place(5) if a == 0 else Place(4)
    def is_terminal(self, s): return s.at == 3 or s.at == 5
    def utility(self, s, player): return float(self.prize) if s.at == 3 else -3.0
    def probability(self, s, a): return 0.5 if s.at == 1 else 0.1 if a == 0 else 0.9
"""


def test_a_value_that_hangs_on_endless_play_is_not_called_exact(tmp_path: Any) -> None:
    """A lottery, half 1 and half a slow -3, or waiting for ever: sweeps alone would believe in winning the lottery."""
    (tmp_path / "waiting.py").write_text(WAITING)
    game = kibitz.load(str(tmp_path / "waiting.py"))
    assert not kibitz.solve(game).exact
    lottery = kibitz.solve(game, game.parse("[1]"))
    assert lottery.exact
    assert lottery.value == pytest.approx(-1.0)


def test_a_score_with_dice_does_not_hide_the_utility(tmp_path: Any) -> None:
    source = (
        WAITING.replace(", cyclic=True", "")
        .replace("Place(2)\n", "Place(3)\n")
        .replace("else Place(4)\n    def", "else Place(3)\n    def")
    )
    source += "    def score(self, s, player): return 10.0 * self.utility(s, player)\n"
    (tmp_path / "scored.py").write_text(source.replace("Place(1) if a == 0 else Place(3)", "Place(1)"))
    decision = kibitz.solve(str(tmp_path / "scored.py"))
    assert decision.value == pytest.approx(0.5 + 0.5 * (-0.3 + 0.9))
    assert decision.score == pytest.approx(10 * decision.value)
