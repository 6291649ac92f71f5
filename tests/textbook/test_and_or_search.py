"""AND-OR search: the book's plan, plans printed and followed, and no plan where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from small_games import Corridor, Explicit, Fork, dice, least, most

from kibitz.core.errors import InputError, UnsupportedError
from kibitz.core.game import CHANCE, game
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.textbook import and_or
from kibitz.textbook.and_or import and_or_search
from kibitz.textbook.plans import Act, Branch, Case, Done, Plan, execute
from kibitz.textbook.recorder import Recorder
from kibitz.textbook.trace import Trace


def plan_of(rules: Any, state: Any = None) -> Plan | None:
    return and_or_search(rules, rules.initial() if state is None else state, Recorder(rules))


def test_the_plan_for_the_erratic_vacuum_is_the_book_s() -> None:
    vacuum = load("vacuum")
    assert str(plan_of(vacuum)) == "[Suck, if State=5 then [Right, Suck] else []]"
    decision = and_or.decide(vacuum, vacuum.initial())
    assert (decision.action, decision.value, decision.exact) == (0, 1, True)
    assert (decision.actions, decision.line) == ((0,), (0,))
    assert [move.value for move in decision.moves] == [1, None, None]
    assert decision.details == {"plan": "[Suck, if State=5 then [Right, Suck] else []]"}
    # The root, Suck, 5, Suck at 5 and back, Left and back, Right, Suck: clean; and 7: clean.
    assert (decision.nodes, decision.depth) == (9, 3)


@pytest.mark.parametrize("number", range(1, 7))
def test_from_every_state_the_plan_cleans_whatever_happens(number: int) -> None:
    vacuum = load("vacuum")
    start = vacuum.parse(str(number))
    plan = plan_of(vacuum, start)
    assert plan is not None
    ends = set()
    for seed in range(20):
        execution = execute(vacuum, start, plan, Random(seed))
        assert execution.utility == 1
        assert execution.states[0] == start
        assert vacuum.is_terminal(execution.states[-1])
        ends.add(len(execution.states))
    assert number != 1 or ends == {3, 5}


def test_a_slippery_floor_has_no_plan_without_circles() -> None:
    vacuum = load("vacuum:slippery=true")
    assert plan_of(vacuum) is None
    trace = Trace(vacuum)
    decision = and_or.decide(vacuum, vacuum.initial(), trace=trace)
    assert (decision.action, decision.value, decision.exact) == (None, 0, False)
    assert (decision.actions, decision.line, decision.moves) == ((), (), ())
    assert decision.details == {"plan": None}
    leaves = {event.data["leaf"] for event in trace.events if event.kind == "leaf"}
    assert leaves == {"terminal", "cycle"}


def test_a_plan_must_answer_every_outcome_and_every_opponent() -> None:
    assert plan_of(Explicit(most(dice((0.99, 1), (0.01, -1)), least(1, 0)))) is None
    certain = Explicit(most(dice((0.5, 1), (0.5, 0)), least(1, most(-1, 1))))
    assert str(plan_of(certain)) == "[1, if State=[1, 1] then [1] else []]"


def test_a_draw_is_no_win() -> None:
    assert plan_of(Explicit(most(0))) is None
    assert plan_of(Explicit(most(0.1))) is not None


def test_the_first_plan_found_is_taken_and_the_rest_is_cut() -> None:
    trace = Trace(Explicit(most(-1, 1, 1, 1)))
    decision = and_or.decide(trace.game, [], trace=trace)
    assert (decision.action, decision.nodes) == (1, 3)
    cut = [event.data for event in trace.events if event.kind == "cut"]
    assert cut == [{"actions": (2, 3), "reason": "a plan is found"}]
    root = trace.tree()
    assert root is not None
    assert (root.value, root.chosen, [child.value for child in root.children]) == (1, 1, [0, 1])


def test_the_value_is_the_lowest_with_which_the_plan_may_end() -> None:
    tree = Explicit(most(dice((0.5, 3), (0.25, 2), (0.25, 7))))
    assert and_or.decide(tree, []).value == 2


@pytest.mark.parametrize(("whole", "share"), [(1.0, 0.5), (0.0, 0.0), (None, 0.0)])
def test_a_win_is_more_than_an_equal_share(whole: float | None, share: float) -> None:
    for utility, wins in ((share, False), (share + 0.01, True), (share - 0.01, False)):
        tree = Explicit(Fork(0, ((utility, 0),)))
        tree.constant_sum = whole
        assert (plan_of(tree) is not None) == wins
    assert and_or.fair_share(tree) == share


def test_the_plan_is_for_whoever_moves_at_the_root() -> None:
    assert str(plan_of(Explicit(least(1, -1)))) == "[1]"
    assert str(plan_of(Explicit(least(most(-1, 1), most(-1, -2))))) == "[1, if State=[1, 0] then [] else []]"


def test_where_chance_begins_the_plan_is_the_first_player_s() -> None:
    tree = Explicit(dice((0.5, most(-1, 1)), (0.5, 1)))
    assert str(plan_of(tree)) == "[if State=[0] then [1] else []]"
    assert (and_or.decide(tree, []).action, and_or.decide(tree, []).value) == (None, 1)


def test_wins_in_tic_tac_toe_are_planned_and_played() -> None:
    rules = load("tic_tac_toe")
    state = rules.parse("x.o/.x./o..")
    plan = plan_of(rules, state)
    assert plan is not None
    assert "if State=" in str(plan)
    for seed in range(30):
        assert execute(rules, state, plan, Random(seed)).utility == 1
    assert plan_of(rules, rules.parse("xx./.o./...")) is None


def test_nested_plans_are_printed_as_if_then_else() -> None:
    inner = Branch((Case("c", "3", Done()), Case("d", "4", Act(0, "Left", Done()))))
    plan = Act(1, "Go", Branch((Case("a", "1", inner), Case("e", "5", Act(0, "Left", Done())), Case("b", "2", Done()))))
    printed = "[Go, if State=1 then [if State=4 then [Left] else []] else if State=5 then [Left] else []]"
    assert str(plan) == printed
    assert str(Act(1, "Go", Branch((Case("a", "1", Act(2, "On", Done())),)))) == "[Go, On]"
    assert str(Done()) == "[]"


def test_a_plan_for_another_state_is_refused() -> None:
    vacuum = load("vacuum")
    plan = plan_of(vacuum)
    assert plan is not None
    with pytest.raises(InputError, match="is not for the state"):
        execute(vacuum, vacuum.parse("1:Suck"), plan, Random(0))
    with pytest.raises(InputError, match="is not for the state 1"):
        execute(vacuum, vacuum.initial(), Done(), Random(0))
    with pytest.raises(InputError, match="no answer"):
        Branch(()).plan_for(1)


@game(players=1, constant_sum=None, cyclic=True)
class Loop(NamedTuple):
    """Chance may spin for ever without the player; a second outcome wins."""

    spins: int = 1

    def initial(self) -> list[int]:
        return [0]

    def to_move(self, s: list[int]) -> int:
        return CHANCE if s[0] == 1 else 0

    def actions(self, s: list[int]) -> Iterator[int]:
        yield 1
        yield 2

    def result(self, s: list[int], a: int) -> list[int]:
        return [a]

    def is_terminal(self, s: list[int]) -> bool:
        return s == [2]

    def utility(self, s: list[int], player: int) -> float:
        return 1.0


def test_circles_through_chance_alone_are_seen_and_lists_are_compared() -> None:
    assert str(plan_of(Loop())) == "[2]"
    assert plan_of(Loop(), [1]) is None


def test_equal_outcomes_are_looked_at_once() -> None:
    rules: Any = Both()
    decision = and_or.decide(rules, (0,))
    assert (decision.nodes, decision.details) == (3, {"plan": "[0]"})


@game(players=1, constant_sum=None)
class Both(NamedTuple):
    """A move, then a chance node whose two outcomes are the same state."""

    coins: int = 1

    def initial(self) -> tuple[int]:
        return (0,)

    def to_move(self, s: tuple[int]) -> int:
        return CHANCE if s[0] == 1 else 0

    def actions(self, s: tuple[int]) -> Iterator[int]:
        yield 0
        if s[0] == 1:
            yield 1

    def result(self, s: tuple[int], a: int) -> tuple[int]:
        return (s[0] + 1,)

    def is_terminal(self, s: tuple[int]) -> bool:
        return s[0] == 2

    def utility(self, s: tuple[int], player: int) -> float:
        return 1.0


def test_a_game_too_long_for_recursion_is_refused_in_a_sentence() -> None:
    with pytest.raises(UnsupportedError, match="longer than Python can recurse; AND-OR search cannot plan that far"):
        and_or.decide(Corridor(), (0,))
