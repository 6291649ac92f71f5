"""Star1 and Star2 give the values of plain expectiminimax, keep the contract of every window, and look at less."""

from __future__ import annotations

from math import inf
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Bounded, Explicit, Fork, dice, least, most

from kibitz.core.game import CHANCE
from kibitz.core.registry import load
from kibitz.textbook import expectiminimax
from kibitz.textbook.trace import Node, Trace

Pruning = Literal["none", "star1", "star2"]
STARS: tuple[Pruning, ...] = ("star1", "star2")
LEAVES = st.integers(-3, 3)
SHARES = st.lists(st.integers(1, 4), min_size=4, max_size=4)


def fork(player: int, branches: list[Any], shares: list[int], estimate: int) -> Fork:
    whole = sum(shares[: len(branches)])
    return Fork(player, tuple(branches), estimate, tuple(share / whole for share in shares[: len(branches)]))


def trees() -> st.SearchStrategy[Any]:
    """Trees of MAX, MIN and chance nodes in any order."""
    return st.recursive(
        LEAVES,
        lambda below: st.builds(fork, st.sampled_from([0, 1, CHANCE]), st.lists(below, min_size=1, max_size=4), SHARES, LEAVES),
        max_leaves=30,
    ).filter(lambda tree: isinstance(tree, Fork))


def definition(node: Any, player: int, depth: float = inf) -> float:
    """The value of a node for a player, worked out without any of the code under test."""
    sign = 1 if player == 0 else -1
    if not isinstance(node, Fork):
        return float(sign * node)
    if depth == 0:
        return float(sign * node.estimate)
    below = [definition(branch, player, depth - (node.player != CHANCE)) for branch in node.branches]
    if node.player == CHANCE:
        return sum(share * value for share, value in zip(node.probabilities, below, strict=True))
    return max(below) if node.player == player else min(below)


def every(node: Node) -> list[Node]:
    return [node, *(below for child in node.children for below in every(child))]


@pytest.mark.parametrize("pruning", STARS)
@pytest.mark.parametrize("rules", [Bounded, Explicit])
@settings(max_examples=250, deadline=None)
@given(tree=trees(), depth=st.none() | st.integers(1, 4))
def test_values_are_those_of_the_plain_search(pruning: Pruning, rules: Any, tree: Fork, depth: int | None) -> None:
    game = rules(tree)
    plain = expectiminimax.decide(game, [], depth=depth)
    pruned = expectiminimax.decide(game, [], depth=depth, pruning=pruning)
    player = max(tree.player, 0)
    assert pruned.value == pytest.approx(definition(tree, player, depth or inf), abs=1e-12)
    assert pruned.value == pytest.approx(plain.value, abs=1e-12)
    known = {move.action: move.value for move in plain.moves}
    if tree.player == CHANCE:
        assert {move.action: move.value for move in pruned.moves} == pytest.approx(known, abs=1e-12)
    else:
        assert pruned.action is not None
        assert known[pruned.action] == pytest.approx(plain.value, abs=1e-12), "the move chosen is a best one"
        for move in pruned.moves:
            assert move.value is None or move.value == pytest.approx(known[move.action], abs=1e-12)


@pytest.mark.parametrize("pruning", STARS)
@settings(max_examples=250, deadline=None)
@given(tree=trees())
def test_every_node_keeps_the_contract_of_its_window(pruning: Pruning, tree: Fork) -> None:
    game, player = Bounded(tree), max(tree.player, 0)
    trace = Trace(game)
    expectiminimax.decide(game, [], pruning=pruning, trace=trace)
    entered = {event.node: (event.data["alpha"], event.data["beta"]) for event in trace.events if event.kind == "enter"}
    root = trace.tree()
    assert root is not None
    for node in every(root):
        if node.cut_reason == "a probe tries one answer":
            continue  # a probe bounds its node from one side only, whatever the window
        true, value = definition(game.node(node.state), player), node.value
        alpha, beta = entered[node.number]
        assert isinstance(value, (int, float))
        if value <= alpha:
            assert true <= value + 1e-9
        elif value >= beta:
            assert true >= value - 1e-9
        else:
            assert value == pytest.approx(true, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "depth"),
    [("pig:goal=12", 4), ("2048", 1)],
)
def test_games_with_dice(name: str, depth: int) -> None:
    game = load(name)
    states, state = [], game.initial()
    for _ in range(12):
        if game.is_terminal(state):
            break
        states.append(state)
        actions = list(game.actions(state))
        state = game.result(state, actions[len(states) % len(actions)])
    for state in states:
        plain = expectiminimax.decide(game, state, depth=depth)
        for pruning in STARS:
            pruned = expectiminimax.decide(game, state, depth=depth, pruning=pruning)
            assert pruned.value == pytest.approx(plain.value, abs=1e-12)


def test_backgammon() -> None:
    game = load("backgammon")
    state = game.result(game.initial(), next(iter(game.actions(game.initial()))))
    plain = expectiminimax.decide(game, state, depth=1)
    for pruning in STARS:
        pruned = expectiminimax.decide(game, state, depth=1, pruning=pruning)
        assert pruned.value == pytest.approx(plain.value, abs=1e-12)
        assert pruned.action == plain.action


def test_outcomes_at_the_root_have_values_whatever_rounding_does() -> None:
    tree = dice((1.0, dice((0.2, 3), (0.8, 3))))  # 0.2 * 3 + 0.8 * 3 is a little more than 3
    for pruning in STARS:
        decision = expectiminimax.decide(Bounded(tree), [], pruning=pruning)
        assert [move.value for move in decision.moves] == [pytest.approx(3)]


# The average of b can be at most (1 + 10) / 2 after its first outcome, and MAX has 8 already.
CUT_BY_STAR1 = most(8, dice((0.5, least(1, 3)), (0.5, least(10, 10))), 0)
# One answer to each outcome shows that it comes to 2 at most, before any outcome is searched to its end.
CUT_BY_STAR2 = most(3, dice((0.5, least(2, most(9, 10))), (0.5, least(2, most(9, 10)))), 10)


def cuts(tree: Fork, pruning: Pruning) -> list[tuple[list[int], tuple[int, ...], str | None]]:
    game = Bounded(tree)
    trace = Trace(game)
    expectiminimax.decide(game, [], pruning=pruning, trace=trace)
    root = trace.tree()
    assert root is not None
    return [(node.state, node.cut_actions, node.cut_reason) for node in every(root) if node.cut_actions]


def test_star1_cuts_outcomes_and_says_why() -> None:
    assert cuts(CUT_BY_STAR1, "star1") == [([1], (1,), "at most 5.5 <= alpha 8"), ([1, 0], (1,), "1 <= alpha 6")]


def test_star2_cuts_before_it_searches_and_says_why() -> None:
    assert cuts(CUT_BY_STAR2, "star2") == [
        ([1], (0, 1), "at most 2 <= alpha 3"),
        ([1, 0], (1,), "a probe tries one answer"),
        ([1, 1], (1,), "a probe tries one answer"),
    ]


def test_how_many_states_are_looked_at() -> None:
    plain, star1, star2 = (
        expectiminimax.decide(Bounded(CUT_BY_STAR2), [], pruning=pruning).nodes for pruning in ("none", *STARS)
    )
    assert (plain, star1, star2) == (14, 10, 8)


def test_without_bounds_only_the_last_outcome_has_a_window() -> None:
    game = Explicit(most(3, dice((0.5, least(2, 9)), (0.5, least(1, 9)))))
    trace = Trace(game)
    expectiminimax.decide(game, [], pruning="star2", trace=trace)
    windows = {tuple(event.data["state"]): event.data["alpha"] for event in trace.events if event.kind == "enter"}
    assert (windows[1, 0], windows[1, 1]) == (-inf, 4.0)
