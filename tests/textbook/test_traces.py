"""Every textbook search can be watched, and being watched changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from small_games import Explicit, dice, least, most

from kibitz.core.agents import discover, find
from kibitz.core.registry import load
from kibitz.textbook.trace import Node, Trace

DEPTH_FIRST = [
    "minimax", "minimax:depth=2", "alphabeta", "alphabeta:strict=true", "alphabeta:rounds=1", "alphabeta:order=worst",
    "maxn", "deepening", "andor",
    "expectimax", "expectiminimax", "expectiminimax:pruning=star2", "paranoid", "bestreply",
]  # fmt: skip
SAMPLING = ["montecarlo:playouts=30", "bandit:playouts=30", "bandit:playouts=30,rule=greedy", "uct:sims=50", "puct:sims=50"]
OTHERS = ["random", "forward:keep=2"]


def watched(text: str, game: Any, state: Any) -> tuple[Any, Any, Trace]:
    """The decisions without and with a trace, and the trace."""
    search, options = find(game, text, ["textbook"])
    trace = Trace(game)
    return search.decide(game, state, **options), search.decide(game, state, trace=trace, **options), trace


def nodes(trace: Trace) -> int:
    return sum(event.kind == "enter" for event in trace.events)


def every(node: Node) -> list[Node]:
    return [node, *(below for child in node.children for below in every(child))]


def test_the_texts_above_cover_every_agent_of_the_textbook() -> None:
    textbook = {name for name, searches in discover().items() if any(search.engine == "textbook" for search in searches)}
    assert {text.partition(":")[0] for text in [*DEPTH_FIRST, *SAMPLING, *OTHERS]} == textbook


@pytest.mark.parametrize("text", [*DEPTH_FIRST, *SAMPLING, *OTHERS])
def test_being_watched_changes_nothing(text: str) -> None:
    game = load("tic_tac_toe")
    plain, seen, trace = watched(text, game, game.parse("x.o/.x./o.."))
    assert (plain.action, plain.value, plain.moves, plain.line) == (seen.action, seen.value, seen.moves, seen.line)
    assert plain.nodes == seen.nodes
    assert 0 < plain.seconds < 60
    root = trace.tree()
    assert root is not None
    assert root.chosen == plain.action
    if not text.startswith("forward"):  # which also counts the states of its first look
        assert nodes(trace) == plain.nodes


@pytest.mark.parametrize("text", [text for text in DEPTH_FIRST if text != "andor"])
def test_the_tree_shows_the_decision(text: str) -> None:
    game = load("tic_tac_toe")
    _, decision, trace = watched(text, game, game.parse("x.o/.x./o.."))
    root = trace.tree()
    assert root is not None
    value = root.value[root.player] if isinstance(root.value, tuple) else root.value
    assert value == decision.value
    assert all((node.leaf is None) == bool(node.children) for node in every(root))
    known = {move.action: move.value for move in decision.moves if move.value is not None}
    shown = {child.action: child.value for child in root.children}
    for action, value in known.items():
        found = shown[action]
        assert (found[root.player] if isinstance(found, tuple) else found) == value


@pytest.mark.parametrize("text", SAMPLING)
def test_playouts_and_visits_are_shown(text: str) -> None:
    game = load("tic_tac_toe")
    state = game.parse("x.o/.../...")
    _, decision, trace = watched(text, game, state)
    root = trace.tree()
    assert root is not None
    judged = text.startswith("puct")  # its first playout judges the position itself and is no simulation
    assert root.visits == decision.simulations + judged
    shown = {child.action: (child.visits, child.value) for child in root.children}
    tried = {move.action: (move.visits, move.value) for move in decision.moves if move.visits}
    assert {action: found for action, found in shown.items() if found[0]} == tried
    assert sum(child.visits or 0 for child in root.children) == decision.simulations
    played = [event for event in trace.events if event.kind == "playout"]
    assert 0 < len(played) <= decision.simulations + judged
    by_number = {node.number: node for node in every(root)}
    for event in played:
        end = by_number[event.node].state
        for action in event.data["actions"]:
            end = game.result(end, action)
        assert game.utility(end, root.player) == event.data["value"]
    last = played[-1]
    assert by_number[last.node].playout == last.data["actions"]


def test_roles_are_those_of_the_game() -> None:
    game = Explicit(most(dice((0.25, least(1, 2)), (0.75, 3)), 2))
    _, _, trace = watched("uct:sims=200", game, [])
    root = trace.tree()
    assert root is not None
    kinds = {tuple(node.state): (node.role, node.probability) for node in every(root)}
    assert kinds[()] == ("player", None)  # the utilities have no fixed sum, so no MAX and MIN
    assert kinds[(0,)] == ("chance", None)
    assert kinds[(0, 0)] == ("player", 0.25)
    two = load("tree:name=mixed")
    _, _, shown = watched("uct:sims=200", two, two.initial())
    tree = shown.tree()
    assert tree is not None
    assert tree.role == "max"
    assert {(node.role, node.player) for node in every(tree) if node.leaf is None} == {("max", 0), ("chance", -1), ("min", 1)}
    assert all(isinstance(node.value, (int, float)) for node in every(tree))


def test_a_trace_can_be_replayed_to_any_step() -> None:
    game = Explicit(most(least(3, 12), least(2, 4)))
    _, _, trace = watched("alphabeta", game, [])
    assert trace.tree(0) is None
    seen = []
    for step in range(1, len(trace.events) + 1):
        root = trace.tree(step)
        assert root is not None
        seen.append(root.value)
    assert seen[0] is None
    assert seen[-1] == 3
    final = trace.tree()
    assert final is not None
    assert final.children[1].cut_actions == (1,)
    assert final.children[1].cut_reason == "2 <= alpha 3"


def test_states_are_listed_once_even_if_they_cannot_be_hashed() -> None:
    game = Explicit(most(least(3, 12), 2))
    _, _, trace = watched("deepening", game, [])
    assert trace.states() == [[], [0], [1], [0, 0], [0, 1]]
