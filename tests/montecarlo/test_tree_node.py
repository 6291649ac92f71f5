"""The search tree walked from Python: held to the textbook's, to Decision, and to the true values."""

from __future__ import annotations

import pickle
from functools import reduce
from typing import Any

import pytest

import kibitz
from kibitz.core.game import CHANCE
from kibitz.search.montecarlo.tree_node import TreeNode
from kibitz.textbook import search_tree
from kibitz.textbook.uct import monte_carlo_tree_search

CONNECT_FOUR = kibitz.load("connect_four")


def root_of(game: Any, options: str, seed: int = 1) -> TreeNode:
    tree = kibitz.decide(game, None, f"uct:{options},keep_tree=true", seed=seed).tree
    assert isinstance(tree, TreeNode)
    return tree


def assert_same(node: TreeNode, textbook: search_tree.TreeNode) -> int:
    """Hold a node and all below it to the textbook's; return how many there are."""
    assert node.state == textbook.state
    assert node.visits == textbook.visits
    if node.value is not None:
        assert node.value == pytest.approx(textbook.mean(node.player), abs=1e-12)
    visited = {child.action: child for child in node.children if child.visits}
    assert visited.keys() == textbook.children.keys()
    return 1 + sum(assert_same(visited[action], child) for action, child in textbook.children.items())


@pytest.mark.parametrize("spec", ["tic_tac_toe", "pig:goal=15", "nim:piles=2+3,players=3"])
def test_the_tree_is_the_textbooks_to_the_last_visit(spec: str) -> None:
    game = kibitz.load(spec)
    root = root_of(game, "sims=400,solve=false,policy=random")
    textbook = search_tree.SearchTree(game, game.initial(), 400, 1, None)
    monte_carlo_tree_search(textbook, 1.4)
    assert assert_same(root, textbook.root) == textbook.nodes > 50


def test_nodes_lead_to_each_other() -> None:
    root = root_of(CONNECT_FOUR, "sims=2000")
    assert root.parent is None
    assert root.action is None
    assert [child.action for child in root.children] == list(range(7))
    node = root.children[3].children[2]
    assert node.parent is root.children[3]
    assert node.state == CONNECT_FOUR.parse("43")
    assert (root.player, root.children[3].player, node.player) == (0, 0, 1)
    assert "action=2" in repr(node)


def test_it_says_what_the_decision_says() -> None:
    found = kibitz.decide(CONNECT_FOUR, None, "uct:sims=3000,keep_tree=true", seed=1)
    assert [node.action for node in found.tree.principal_variation()] == list(found.line)
    assert [(child.action, child.visits, child.value) for child in found.tree.children] == [
        (move.action, move.visits, move.value) for move in found.moves
    ]
    assert found.tree.value == pytest.approx(sum((move.visits or 0) * (move.value or 0.0) for move in found.moves) / 3000)
    without = kibitz.decide(CONNECT_FOUR, None, "uct:sims=3000", seed=1)
    assert without.tree is None
    assert "tree" not in repr(found)


def test_proven_bounds_hold_the_true_value() -> None:
    game = kibitz.load("tic_tac_toe")
    state = game.parse("xo./.../...")
    root = kibitz.decide(game, state, "uct:sims=3000,keep_tree=true", seed=1).tree
    proven = [child for child in root.children if child.is_proven]
    assert proven
    for child in proven:
        value = kibitz.solve(game, child.state).value
        assert child.bounds == ((value, value) if game.to_move(child.state) == child.player else (-value, -value))
    assert root_of(game, "sims=50,solve=false").bounds == (-float("inf"), float("inf"))


def test_outcomes_of_chance_have_probabilities() -> None:
    game = kibitz.load("pig:goal=15")
    root = root_of(game, "sims=500")
    roll = next(child for child in root.children if child.to_move == CHANCE)
    assert roll.probability is None
    assert roll.best_child is None
    assert [child.probability for child in roll.children] == pytest.approx([1 / 6] * 6)
    assert all(child.value is None for child in roll.children)
    assert {child.player for child in roll.children} == {roll.player}


def test_rave_statistics() -> None:
    root = root_of(CONNECT_FOUR, "sims=500,rave=100")
    assert all(child.rave_visits >= child.visits for child in root.children)
    assert all(child.rave_value is not None and -1 <= child.rave_value <= 1 for child in root.children)
    plain = root_of(CONNECT_FOUR, "sims=500").children[0]
    assert (plain.rave_visits, plain.rave_value) == (0, None)


def test_a_later_search_does_not_change_it() -> None:
    """With `reuse` the next search moves the same arrays: what was kept is a snapshot."""
    agent = "uct:sims=2000,reuse=true,keep_tree=true"
    first = kibitz.decide(CONNECT_FOUR, None, agent, seed=1)
    before = [(child.visits, child.value) for child in first.tree.children]
    states = [reduce(CONNECT_FOUR.result, moves, CONNECT_FOUR.initial()) for moves in ((), (3,), (3, 3))]
    second = kibitz.decide(CONNECT_FOUR, states[2], agent, past=states[:2], seed=1)
    assert (second.simulations or 0) > 2000, "the tree was reused"
    assert [(child.visits, child.value) for child in first.tree.children] == before
    copy = pickle.loads(pickle.dumps(first)).tree
    assert [child.visits for child in copy.children] == [visits for visits, _ in before]


def test_the_end_of_a_game_has_no_children() -> None:
    game = kibitz.load("tic_tac_toe")
    root = kibitz.decide(game, game.parse("xx./oo./..."), "uct:keep_tree=true").tree
    over = root.best_child
    assert game.is_terminal(over.state)
    assert (over.children, over.best_child, over.bounds, over.is_proven) == ((), None, (1.0, 1.0), True)
    assert list(root.principal_variation()) == [over]
