"""The order of moves decides how much alpha-beta prunes: from the least that any order allows to nothing at all."""

from __future__ import annotations

from math import ceil
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Explicit, Fork

from kibitz.core.agents import find
from kibitz.core.errors import InputError
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.textbook import alpha_beta, minimax
from kibitz.textbook.horizon import Horizon
from kibitz.textbook.move_ordering import MoveOrdering, Order
from kibitz.textbook.trace import Trace

SHAPES = [(branches, depth) for branches in (1, 2, 3, 4) for depth in (1, 2, 3, 4, 5) if branches**depth <= 300]


def uniform(branches: int, depth: int, seed: int) -> Any:
    """A tree in which MAX and MIN alternate and every leaf has another value."""
    leaves = iter(Random(seed).shuffled(range(branches**depth)))

    def node(level: int) -> Any:
        return next(leaves) if level == depth else Fork(level % 2, tuple(node(level + 1) for _ in range(branches)))

    return Explicit(node(0))


def leaves_seen(game: Any, order: Order, seed: int = 0) -> int:
    trace = Trace(game)
    alpha_beta.decide(game, [], order=order, seed=seed, trace=trace)
    return sum(event.kind == "leaf" for event in trace.events)


@pytest.mark.parametrize(("branches", "depth"), SHAPES)
def test_best_first_reaches_the_minimum_of_knuth_and_moore(branches: int, depth: int) -> None:
    least = branches ** ceil(depth / 2) + branches ** (depth // 2) - 1
    for seed in range(3):
        game = uniform(branches, depth, seed)
        assert leaves_seen(game, "best") == least
        assert leaves_seen(game, "given") >= least
        assert leaves_seen(game, "random") >= least


@pytest.mark.parametrize(("branches", "depth"), [shape for shape in SHAPES if shape[1] <= 3])
def test_worst_first_prunes_nothing_in_shallow_trees(branches: int, depth: int) -> None:
    for seed in range(3):
        assert leaves_seen(uniform(branches, depth, seed), "worst") == branches**depth


@pytest.mark.parametrize(("branches", "depth"), [(2, 4), (2, 6), (3, 4), (3, 5), (4, 4)])
def test_worst_first_prunes_little_and_random_is_between(branches: int, depth: int) -> None:
    """Four moves deep the window of a node high up can cut what would be tried last."""
    games = [uniform(branches, depth, seed) for seed in range(8)]
    best, random, worst = (
        sum(leaves_seen(game, order, seed) for seed, game in enumerate(games)) for order in ("best", "random", "worst")
    )
    assert best < random < worst <= 8 * branches**depth
    assert worst > 0.85 * 8 * branches**depth


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6), branches=st.integers(1, 3), depth=st.integers(1, 4), strict=st.booleans(),
    order=st.sampled_from(["given", "best", "worst", "random"]), limit=st.none() | st.integers(1, 3),
)  # fmt: skip
def test_the_order_changes_no_value(
    seed: int, branches: int, depth: int, strict: bool, order: Order, limit: int | None
) -> None:  # fmt: skip
    game = uniform(branches, depth, seed)
    plain = minimax.decide(game, [], depth=limit)
    pruned = alpha_beta.decide(game, [], depth=limit, strict=strict, order=order, seed=seed)
    assert pruned.value == plain.value
    assert pruned.action in plain.actions


def test_moves_are_tried_in_order() -> None:
    game, horizon = load("tree:name=lecture"), Horizon(0)
    root = game.initial()
    orders: tuple[Order, ...] = ("given", "best", "worst")
    tried = {order: MoveOrdering(game, order).actions(root, horizon) for order in orders}
    names = {order: [game.action_name(root, action) for action in actions] for order, actions in tried.items()}
    # a1 is worth 3, a2 and a3 are worth 2
    assert names == {"given": ["a1", "a2", "a3"], "best": ["a1", "a2", "a3"], "worst": ["a2", "a3", "a1"]}


def test_random_orders_go_by_the_seed() -> None:
    game = uniform(4, 3, 1)
    orders = [[MoveOrdering(game, "random", seed).actions([], Horizon(0)) for _ in range(2)] for seed in range(20)]
    assert orders[0] == [MoveOrdering(game, "random", 0).actions([], Horizon(0)) for _ in range(2)]
    assert len({tuple(order) for order, _ in orders}) > 10


def test_best_is_the_best_within_the_horizon() -> None:
    tree = Fork(0, (Fork(1, (9,), estimate=1), Fork(1, (3,), estimate=2)))
    game = Explicit(tree)
    assert MoveOrdering(game, "best").actions([], Horizon(0)) == [0, 1]
    assert MoveOrdering(game, "best").actions([], Horizon(0, depth=1)) == [1, 0]


def test_the_states_of_the_ordering_are_not_counted() -> None:
    game = uniform(3, 3, 0)
    trace = Trace(game)
    decision = alpha_beta.decide(game, [], order="best", trace=trace)
    assert decision.nodes == sum(event.kind == "enter" for event in trace.events) == (9 + 3 - 1) + (3 + 3 - 1) + 3 + 1


def test_the_option_asks_for_the_textbook() -> None:
    search, options = find(load("tic_tac_toe"), "alphabeta:order=worst")
    assert (search.engine, options) == ("textbook", {"order": "worst"})
    with pytest.raises(InputError, match="order"):
        find(load("tic_tac_toe"), "alphabeta:order=fast")
