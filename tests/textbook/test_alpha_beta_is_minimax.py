"""Alpha-beta keeps its contract on random trees, with any number of MINs, under both cut rules."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Explicit, Fork

from kibitz.textbook import alpha_beta, max_n, minimax
from kibitz.textbook.trace import Node, Trace

LEAVES = st.integers(-3, 3)
"""Few numbers, so that ties are common."""


def trees(players: int) -> st.SearchStrategy[Any]:
    """Trees in which the players move in any order."""
    forks = st.recursive(
        LEAVES,
        lambda below: st.builds(
            lambda player, branches, estimate: Fork(player, tuple(branches), estimate),
            st.integers(0, players - 1),
            st.lists(below, min_size=1, max_size=4),
            LEAVES,
        ),
        max_leaves=25,
    )
    return forks.filter(lambda tree: isinstance(tree, Fork))


def backward_induction(node: Any, root_player: int, depth: float = inf) -> float:
    """The value for the player at the root, worked out without any of the code under test."""
    sign = 1 if root_player == 0 else -1
    if not isinstance(node, Fork):
        return float(sign * node)
    if depth == 0:
        return float(sign * node.estimate)
    below = [backward_induction(branch, root_player, depth - 1) for branch in node.branches]
    return max(below) if node.player == root_player else min(below)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("strict", [False, True])
@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_value_move_and_bounds(players: int, strict: bool, data: st.DataObject) -> None:
    tree = data.draw(trees(players))
    limit = data.draw(st.none() | st.integers(1, 3))
    game = Explicit(tree, players)
    truth = backward_induction(tree, tree.player, limit or inf)
    plain = minimax.decide(game, [], depth=limit)
    pruned = alpha_beta.decide(game, [], depth=limit, strict=strict)
    assert plain.value == pruned.value == truth
    assert plain.action == pruned.action
    assert pruned.nodes <= plain.nodes
    known = {move.action: move.value for move in pruned.moves if move.value is not None}
    assert known.items() <= {move.action: move.value for move in plain.moves}.items()
    assert pruned.actions == (plain.actions if strict else (plain.action,))


@pytest.mark.parametrize("strict", [False, True])
@settings(max_examples=120, deadline=None)
@given(tree=trees(3))
def test_every_node_keeps_the_contract_of_its_window(strict: bool, tree: Fork) -> None:
    game = Explicit(tree, 3)
    trace = Trace(game)
    alpha_beta.decide(game, [], strict=strict, trace=trace)
    entered = {event.node: event.data for event in trace.events if event.kind == "enter"}

    def check(node: Node) -> None:
        alpha, beta = entered[node.number]["alpha"], entered[node.number]["beta"]
        found, truth = node.value, backward_induction(game.node(node.state), tree.player)
        assert isinstance(found, (int, float))
        if alpha < found < beta or (strict and alpha <= found <= beta):
            assert found == truth
        elif found <= alpha:
            assert truth <= found
        else:
            assert truth >= found
        for child in node.children:
            check(child)

    root = trace.tree()
    assert root is not None
    check(root)


@pytest.mark.parametrize("search", [minimax, alpha_beta])
@settings(max_examples=80, deadline=None)
@given(tree=trees(2))
def test_the_line_leads_to_the_value(search: Any, tree: Fork) -> None:
    game = Explicit(tree)
    decision = search.decide(game, [])
    assert game.is_terminal(list(decision.line))
    assert game.utility(list(decision.line), tree.player) == decision.value


@settings(max_examples=80, deadline=None)
@given(tree=trees(2))
def test_for_two_players_max_n_is_minimax(tree: Fork) -> None:
    game = Explicit(tree)
    tuples, numbers = max_n.decide(game, []), minimax.decide(game, [])
    assert (tuples.action, tuples.value, tuples.nodes) == (numbers.action, numbers.value, numbers.nodes)
    assert tuples.line == numbers.line
