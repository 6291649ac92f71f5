"""Expectimax and expectiminimax: averages, mixed layers, models, and what chance costs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Explicit, Fork, dice, least, most

import kibitz
from kibitz.core.decision import Decision
from kibitz.core.errors import UnknownNameError
from kibitz.core.game import CHANCE
from kibitz.core.registry import load
from kibitz.textbook import expectimax, expectiminimax, minimax


def values(decision: Decision) -> list[float | None]:
    return [move.value for move in decision.moves]


def test_the_lecture_chance_node_averages_to_ten() -> None:
    game = Explicit(dice((1 / 2, 8), (1 / 3, 24), (1 / 6, -12)))
    for search in (expectimax, expectiminimax):
        decision = search.decide(game, [])
        assert decision.value == pytest.approx(10)
        assert (decision.action, decision.actions, decision.line, decision.nodes) == (None, (), (), 4)
        assert values(decision) == [8, 24, -12], "what each outcome is worth"


def test_a_sure_one_is_better_than_a_sure_six_tenths() -> None:
    for branches, action in (((0.6, 1.0), 1), ((1.0, 0.6), 0)):
        for tree in (most(*branches), most(*(dice((1.0, branch)) for branch in branches))):
            decision = expectiminimax.decide(Explicit(tree), [])
            assert (decision.action, decision.value, decision.actions) == (action, 1.0, (action,))


def test_a_gamble_is_worth_its_average_and_not_its_best() -> None:
    tree = Explicit(most(dice((0.1, 100), (0.9, 0)), 11, dice((0.5, 10), (0.5, 14))))
    decision = expectiminimax.decide(tree, [])
    assert values(decision) == pytest.approx([10, 11, 12])
    assert (decision.action, decision.line) == (2, (2,))


def test_min_expects_the_worst_average() -> None:
    tree = Explicit(most(least(dice((0.5, 4), (0.5, 8)), 7, dice((1.0, 6)))))
    decision = expectiminimax.decide(tree, [])
    assert (decision.value, decision.line, decision.exact) == (6, (0, 0), True)


def test_layers_in_any_order() -> None:
    tree = load("tree:name=mixed")
    decision = expectiminimax.decide(tree, tree.initial())
    assert (decision.action, decision.nodes, decision.depth) == (0, 19, 2)
    assert values(decision) == pytest.approx([4, 3, 10 / 3])
    assert values(expectimax.decide(tree, tree.initial())) == pytest.approx([5.5, 5.25, 47 / 6])


def test_equal_averages_are_named_together() -> None:
    tree = Explicit(most(dice((0.1, 1), (0.2, 1), (0.7, 1)), 1, 0.5))
    assert expectiminimax.decide(tree, []).actions == (0, 1)


def test_expectimax_averages_over_opponents_and_minimax_does_not() -> None:
    tree = Explicit(most(least(0, 10, 11), least(6, 6)))
    modelled = expectimax.decide(tree, [])
    assert (modelled.action, values(modelled)) == (0, [7, 6])
    assert not modelled.exact
    careful = expectiminimax.decide(tree, [])
    assert (careful.action, careful.value, careful.exact) == (1, 6, True)


def test_expectimax_is_exact_where_there_is_no_opponent_to_model() -> None:
    alone = Explicit(most(dice((0.5, (1,)), (0.5, (0,))), (0.25,)), players=1)
    decision = expectimax.decide(alone, [])
    assert (decision.action, decision.value, decision.exact) == (0, 0.5, True)


def test_the_first_of_equally_good_moves_is_taken() -> None:
    tree = Explicit(most(2, least(3, 3), least(3)))
    assert (expectimax.decide(tree, []).action, expectimax.decide(tree, []).actions) == (1, (1, 2))


def test_chance_outcomes_cost_no_depth() -> None:
    tree = Explicit(most(dice((0.5, least(1, estimate=8)), (0.5, least(3, estimate=4)))))
    shallow = expectiminimax.decide(tree, [], depth=1)
    assert (shallow.value, shallow.nodes, shallow.exact) == (0, 2, False)
    behind_chance = Explicit(dice((0.5, most(least(1, estimate=8))), (0.5, most(least(3, estimate=4)))))
    for search in (expectimax, expectiminimax):
        decision = search.decide(behind_chance, [], depth=1)
        assert (decision.value, decision.nodes, decision.depth) == (6, 5, 1)


def test_rounds_end_where_the_first_player_moves_again() -> None:
    tree = Explicit(most(dice((0.5, least(most(1, estimate=8))), (0.5, least(most(3, estimate=4))))))
    for search in (expectimax, expectiminimax):
        assert search.decide(tree, [], rounds=1).value == 6
        assert search.decide(tree, [], rounds=2).value == 2


def test_pig_to_a_small_goal() -> None:
    # Two points to go: each roll wins with 5 in 6, so rolling is worth at least that.
    game = load("pig:goal=2")
    decision = expectiminimax.decide(game, game.initial(), depth=3)
    assert decision.action == 0
    assert 5 / 6 <= decision.value < 1


def test_an_unknown_model_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="agent 'clever'"):
        kibitz.decide(load("pig"), None, "expectimax:depth=2,model=clever")


def mixed_trees() -> st.SearchStrategy[Any]:
    def fork(player: int, branches: list[object], weights: list[int]) -> Fork:
        total = sum(weights[: len(branches)])
        return Fork(player, tuple(branches), probabilities=tuple(weight / total for weight in weights[: len(branches)]))

    forks = st.recursive(
        st.integers(-3, 3),
        lambda below: st.builds(
            fork,
            st.sampled_from([0, 1, CHANCE]),
            st.lists(below, min_size=1, max_size=3),
            st.lists(st.integers(1, 4), min_size=3, max_size=3),
        ),
        max_leaves=20,
    )
    return forks.filter(lambda tree: isinstance(tree, Fork))


def expected(node: object, root_player: int, model: bool) -> float:
    """The value for the player at the root, worked out without any of the code under test."""
    if not isinstance(node, Fork):
        assert isinstance(node, int)
        return float(node if root_player == 0 else -node)
    below = [expected(branch, root_player, model) for branch in node.branches]
    if node.player == root_player:
        return max(below)
    if node.player == CHANCE:
        return sum(chance * value for chance, value in zip(node.probabilities, below, strict=True))
    return sum(below) / len(below) if model else min(below)


@settings(max_examples=120, deadline=None)
@given(tree=mixed_trees())
def test_random_trees(tree: Fork) -> None:
    game, player = Explicit(tree), max(tree.player, 0)
    assert expectiminimax.decide(game, []).value == pytest.approx(expected(tree, player, model=False))
    assert expectimax.decide(game, []).value == pytest.approx(expected(tree, player, model=True))


def test_without_chance_expectiminimax_is_minimax() -> None:
    game = load("tic_tac_toe")
    state = game.parse("x.o/.x./o..")
    plain, mixed = minimax.decide(game, state), expectiminimax.decide(game, state)
    assert (plain.value, plain.moves, plain.line, plain.nodes) == (mixed.value, mixed.moves, mixed.line, mixed.nodes)
