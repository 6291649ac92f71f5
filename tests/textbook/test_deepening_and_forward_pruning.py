"""Iterative deepening has an answer at any time; forward pruning looks at k moves, and says that it is not exact."""

from __future__ import annotations

from itertools import islice, pairwise
from time import process_time
from typing import Any

import pytest
from small_games import Circle, Explicit, least, most

from kibitz.core.decision import Decision, Limits
from kibitz.core.errors import InputError
from kibitz.core.registry import load
from kibitz.textbook import alpha_beta, forward_pruning, iterative_deepening, minimax
from kibitz.textbook.iterative_deepening import deepen
from kibitz.textbook.trace import Trace

THREE_DEEP = Explicit(
    most(
        least(most(1, 2, estimate=20), 30, estimate=-1),
        least(most(3, 4, estimate=10), most(8, 9, estimate=15), estimate=5),
        6,
    )
)


def test_one_answer_for_each_depth_until_the_game_is_searched_out() -> None:
    decisions = list(deepen(THREE_DEEP, [], Limits()))
    assert [(decision.depth, decision.value, decision.action) for decision in decisions] == [(1, 6, 2), (2, 20, 0), (3, 6, 2)]
    assert [decision.exact for decision in decisions] == [False, False, True]
    single = [alpha_beta.decide(THREE_DEEP, [], depth=depth).nodes for depth in (1, 2, 3)]
    assert [decision.nodes for decision in decisions] == [single[0], sum(single[:2]), sum(single)]
    assert 0 < decisions[0].seconds < decisions[1].seconds < decisions[2].seconds < 60


def test_every_depth_is_an_alpha_beta_search_that_cuts_at_equality() -> None:
    game = load("tic_tac_toe")
    state = game.parse("x.o/.x./o..")
    nodes = [0, *(decision.nodes for decision in deepen(game, state, Limits()))]
    spent = [after - before for before, after in pairwise(nodes)]
    assert spent == [alpha_beta.decide(game, state, depth=depth).nodes for depth in range(1, len(spent) + 1)]
    assert spent[-1] < alpha_beta.decide(game, state, strict=True).nodes


def test_the_caller_may_stop_at_any_time() -> None:
    game = load("connect_four")
    first_two = list(islice(deepen(game, game.initial(), Limits()), 2))
    assert [decision.depth for decision in first_two] == [1, 2]


def test_the_depth_is_a_limit() -> None:
    assert [decision.depth for decision in deepen(THREE_DEEP, [], Limits(depth=2))] == [1, 2]
    assert iterative_deepening.decide(THREE_DEEP, [], depth=2).value == 20
    assert iterative_deepening.decide(Circle(), (0, 0), depth=4).depth == 4


def test_nodes_are_a_limit_and_a_depth_broken_off_is_forgotten() -> None:
    one, two = (decision.nodes for decision in islice(deepen(THREE_DEEP, [], Limits()), 2))
    for nodes, depth in ((1, 1), (one, 1), (two - 1, 1), (two, 2), (two + 1, 2)):
        trace = Trace(THREE_DEEP)
        decision = iterative_deepening.decide(THREE_DEEP, [], nodes=nodes, trace=trace)
        assert (decision.depth, decision.nodes) == (depth, (one, two)[depth - 1])
        assert sum(event.kind == "enter" for event in trace.events) == decision.nodes
        root = trace.tree()
        assert root is not None
        assert root.chosen == decision.action


def test_time_is_a_limit() -> None:
    game = load("connect_four")
    began = process_time()
    decision = iterative_deepening.decide(game, game.initial(), time=0.3)
    assert process_time() - began < 2
    assert decision.depth is not None
    assert decision.depth >= 1
    assert decision.action is not None


def test_an_interrupt_gives_the_best_answer_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> Any:
        yield Decision(action=4, value=0.5, depth=1)
        raise KeyboardInterrupt

    monkeypatch.setattr(iterative_deepening, "deepen", interrupted)
    assert iterative_deepening.decide(THREE_DEEP, []).action == 4


def test_an_interrupt_before_any_answer_is_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(iterative_deepening, "deepen", interrupted)
    with pytest.raises(KeyboardInterrupt):
        iterative_deepening.decide(THREE_DEEP, [])


LOOKS = most(
    least(9, 1, estimate=5),
    least(8, 8, estimate=2),
    least(7, 3, estimate=6),
    least(6, 6, estimate=4),
)


def searched(decision: Decision) -> list[int]:
    return [move.action for move in decision.moves if move.value is not None]


@pytest.mark.parametrize(("keep", "kept", "value", "action"), [(1, [2], 3, 2), (2, [0, 2], 3, 2), (3, [0, 2, 3], 6, 3)])
def test_the_k_moves_that_look_best_are_kept(keep: int, kept: list[int], value: float, action: int) -> None:
    trace = Trace(Explicit(LOOKS))
    decision = forward_pruning.decide(Explicit(LOOKS), [], keep=keep, trace=trace)
    assert searched(decision) == kept
    assert (decision.value, decision.action, decision.exact) == (value, action, False)
    (root_cut, *_) = [event for event in trace.events if event.kind == "cut" and event.node == 0]
    assert root_cut.data["actions"] == tuple(move for move in range(4) if move not in kept)
    assert root_cut.data["reason"] == f"not among the {keep} best at a first look"


def test_three_moves_are_kept_after_a_look_at_one_move_by_default() -> None:
    wide = most(*(least(value, -value, estimate=value) for value in (4, 1, 3, 2)))
    trace = Trace(Explicit(wide))
    assert searched(forward_pruning.decide(Explicit(wide), [], trace=trace)) == [0, 2, 3]
    root = trace.tree()
    assert root is not None
    assert (root.role, {child.role for child in root.children}) == ("max", {"min"})


def test_min_keeps_what_looks_worst_for_max() -> None:
    tree = most(least(most(5, estimate=3), most(1, estimate=4), most(7, estimate=2)))
    decision = forward_pruning.decide(Explicit(tree), [], keep=1)
    assert (decision.value, decision.line) == (7, (0, 2, 0))


def test_of_moves_that_look_alike_the_first_are_kept() -> None:
    assert searched(forward_pruning.decide(Explicit(most(1, 3, 3, 3)), [], keep=2)) == [1, 2]
    assert forward_pruning.decide(Explicit(most(least(4, 2, 2, 5))), [], keep=1).line == (0, 1)


def test_the_first_of_equally_good_moves_is_taken() -> None:
    decision = forward_pruning.decide(Explicit(most(1, least(3, 3, estimate=3), 3, 2)), [], keep=3)
    assert (decision.action, decision.actions, decision.line) == (1, (1, 2), (1, 0))


def test_a_longer_look_sees_more() -> None:
    decision = forward_pruning.decide(Explicit(LOOKS), [], keep=1, look=2)
    assert (searched(decision), decision.value) == ([1], 8)


def test_where_nothing_is_dropped_it_is_minimax_and_exact() -> None:
    forward, plain = forward_pruning.decide(Explicit(LOOKS), [], keep=4), minimax.decide(Explicit(LOOKS), [])
    assert (forward.value, forward.action, forward.moves) == (plain.value, plain.action, plain.moves)
    assert (forward.nodes, forward.exact) == (plain.nodes, True)


def test_the_first_look_is_counted() -> None:
    # The root, a look at each of its 4 moves, the move kept, a look at each of the 2 replies, the reply kept.
    assert forward_pruning.decide(Explicit(LOOKS), [], keep=1).nodes == 1 + 4 + 1 + 2 + 1


@pytest.mark.parametrize("options", [{"keep": 0}, {"look": 0}])
def test_keeping_or_looking_at_nothing_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="at least 1"):
        forward_pruning.decide(Explicit(LOOKS), [], **options)
