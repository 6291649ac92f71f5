"""The agents for chance and many players as their users meet them: options, ties, limits, refusals."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

import kibitz
from kibitz.core.decision import OTHER_TIES
from kibitz.core.errors import InputError, UnknownNameError
from kibitz.search.expectiminimax.engine import Engine
from kibitz.search.expectiminimax.traits import AVERAGE, Part

TIE = kibitz.load("tree:name=tie")
PIG = kibitz.load("pig:goal=20")


def test_max_n_tells_where_its_answer_hangs_on_a_tie() -> None:
    first, last = (kibitz.decide(TIE, None, f"maxn:ties={ties}") for ties in ("first", "last"))
    assert (first.utilities, last.utilities) == ((4.0, 4.0, 4.0), (6.0, 5.0, 1.0))
    assert not first.exact
    assert not last.exact
    assert first.details == {OTHER_TIES: last.utilities}
    assert last.line == (0, 1)
    for same in (kibitz.decide(TIE, None, "maxn:engine=textbook"), kibitz.solve(TIE)):
        assert (same.utilities, same.exact, same.details) == (first.utilities, False, first.details)
    three = kibitz.load("tree:name=three_players")
    for certain in (
        kibitz.decide(three, None, "maxn"),
        kibitz.decide(three, None, "maxn:engine=textbook"),
        kibitz.solve(three),
    ):
        assert (certain.utilities, certain.exact, certain.details) == ((3.0, 5.0, 4.0), True, None)


def test_a_coalition_trusts_each_other() -> None:
    together = kibitz.analyse(TIE, None, "maxn:coalition=0+1")
    assert (together.utilities, together.exact) == ((6.0, 5.0, 1.0), True)
    assert [move.utilities for move in together.moves] == [(6.0, 5.0, 1.0), (4.0, 4.0, 4.0)]
    assert (together.value, [move.value for move in together.moves]) == (11.0, [11.0, 8.0]), "what they get together"
    all_of_them = kibitz.analyse(TIE, None, "maxn:coalition=0+1+2")
    assert (all_of_them.value, all_of_them.actions) == (12.0, (0, 1))
    assert kibitz.decide(TIE, None, "maxn:coalition=1+2").value == 4.0, "the mover is not one of them"


@pytest.mark.parametrize("agent", ["maxn", "paranoid"])
@pytest.mark.parametrize("coalition", ["0+0", "1"])
def test_a_coalition_is_two_or_more(agent: str, coalition: str) -> None:
    with pytest.raises(InputError) as refused:
        kibitz.decide(TIE, None, f"{agent}:coalition={coalition}")
    assert str(refused.value) == f"a coalition is two or more different players, such as 1+2, not {coalition}"


@pytest.mark.parametrize("agent", ["expectiminimax:depth=2", "alphabeta:depth=2", "maxn:depth=2", "minimax:depth=2"])
def test_outcomes_of_chance_have_values_and_are_no_moves_to_choose(agent: str) -> None:
    game = kibitz.load("pig:goal=10")
    rolled = game.parse("0-0+0?")
    decision = kibitz.analyse(game, rolled, agent)
    assert (decision.action, decision.actions, decision.line) == (None, (), ())
    assert [move.action for move in decision.moves] == list(game.actions(rolled))
    mean = sum(game.probability(rolled, move.action) * (move.value or 0.0) for move in decision.moves)
    assert mean == pytest.approx(decision.value)


@pytest.mark.parametrize("agent", ["maxn", "paranoid"])
def test_strangers_in_a_coalition_are_refused(agent: str) -> None:
    with pytest.raises(InputError, match="no player 7 in a coalition; players are 0 to 2"):
        kibitz.decide(TIE, None, f"{agent}:coalition=1+7")


@pytest.mark.parametrize(
    ("model", "complaint"),
    [
        ("[0.7*minimax:depth=2+0.2*random]", "sum to 0.9, not 1"),
        ("[1.5*random+-0.5*random]", "a weight from 0 to 1"),
        ("[much*random]", "not of the form 0.8[*]agent"),
    ],
)
def test_models_that_make_no_sense_are_refused(model: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        kibitz.decide(PIG, None, f"expectimax:depth=2,model={model}")


def test_an_unknown_agent_in_a_model_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="clever"):
        kibitz.decide(PIG, None, "expectimax:depth=2,model=[0.5*clever+0.5*random]")


def test_any_agent_may_be_a_model() -> None:
    decision = kibitz.decide("tree:name=lecture", None, "expectimax:model=montecarlo:playouts=50")
    assert decision.value >= 3.0
    assert not decision.exact


def test_depth_and_rounds_together_are_refused() -> None:
    with pytest.raises(InputError, match="either depth= or rounds="):
        kibitz.decide(PIG, None, "expectiminimax:depth=2,rounds=2")
    with pytest.raises(InputError, match="depth must be positive"):
        kibitz.decide(PIG, None, "expectiminimax:depth=-1")


def test_limits_of_nodes_and_time_end_with_the_best_so_far() -> None:
    deep = kibitz.decide("pig", None, "expectiminimax:nodes=20000")
    assert deep.nodes <= 20_001
    assert deep.depth is not None
    assert deep.depth >= 2
    assert not deep.exact
    begun = process_time()
    kibitz.decide("pig", None, "expectiminimax:time=0.2")
    assert process_time() - begun < 2.0


def test_where_chance_is_to_move_there_is_a_value_and_no_move() -> None:
    rolling = PIG.result(PIG.initial(), next(iter(PIG.actions(PIG.initial()))))
    found = {agent: kibitz.decide(PIG, rolling, f"{agent}:depth=3") for agent in ("expectiminimax", "alphabeta", "minimax")}
    assert {decision.action for decision in found.values()} == {None}
    values = [decision.value for decision in found.values()]
    assert values == [pytest.approx(values[0])] * 3


def test_models_are_held_to_the_clock_and_to_sense() -> None:
    game = kibitz.load("connect_four:width=5,height=4")
    decision = kibitz.decide(game, None, "expectimax:nodes=30000,model=minimax:depth=4")
    assert decision.nodes <= 30_000  # what the model looks at counts too
    with pytest.raises(InputError, match="depth must be positive"):
        kibitz.decide(game, None, "expectimax:depth=2,model=minimax:depth=-3")
    with pytest.raises(InputError, match="knows depth= and rounds= but no other limit"):
        kibitz.decide(game, None, "expectimax:time=1,model=uct:sims=10")


ROUNDING = """root MAX: a -> A, b -> B
A CHANCE: 1/10 -> 1, 2/10 -> 1, 7/10 -> 0
B CHANCE: 3/10 -> 1, 7/10 -> 0
"""


def test_sums_that_differ_by_rounding_are_equally_good(tmp_path: Path) -> None:
    (tmp_path / "rounding.tree").write_text(ROUNDING)
    for agent in ("minimax", "expectiminimax:every=true", "expectiminimax:engine=textbook"):
        decision = kibitz.decide(f"tree:file={tmp_path / 'rounding.tree'}", None, agent)
        assert decision.actions == (0, 1), agent


def test_one_kernel_serves_all_models() -> None:
    """Weights and depths are data: another mixture of the same game is not compiled anew."""
    models = [((0.5, 1, False, False),), ((0.3, 0, False, False), (0.7, 2, True, True)), ((0.2, 1, True, False),) * 5]
    made = [Engine(PIG, 0, opponents=AVERAGE, model=tuple(Part(*part) for part in model))._kernel for model in models]
    assert made[0] is made[1] is made[2]
