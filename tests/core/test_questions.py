"""Answers of the rules that break the contract are told with their place; what the rules did not do is not blamed on them."""

from __future__ import annotations

import signal
from typing import Any, NamedTuple

import pytest

import kibitz
from kibitz.core.errors import BrokenRule, RulesError
from kibitz.core.questions import actions_of, moves_at, outcomes_at, utility_at
from kibitz.core.soundness import faults_located, require_sound

NAN = float("nan")


class State(NamedTuple):
    left: int
    player: int


@kibitz.game(players=2)
class Countdown(NamedTuple):
    """Count down by one or two; who says nought wins. `fault` is what goes wrong with two left."""

    fault: int = 0

    def initial(self) -> State:
        return State(6, 0)

    def to_move(self, s: State) -> int:
        return 9 if self.fault == 1 and s.left == 2 else s.player

    def actions(self, s: State) -> Any:
        if self.fault == 2 and s.left == 2:
            while True:
                yield 1
        if not (self.fault == 3 and s.left == 2):
            yield from range(1, min(2, s.left) + 1)

    def result(self, s: State, a: int) -> State:
        return State(s.left - a // (0 if self.fault == 4 and s.left == 2 else 1), 1 - s.player)

    def is_terminal(self, s: State) -> bool:
        return s.left == 0

    def utility(self, s: State, player: int) -> float:
        return NAN if self.fault == 5 else -1.0 if player == s.player else 1.0


FAULTS = {
    1: "to_move returned 9, which is not a player from 0 to 1",
    3: "actions yielded no move although is_terminal says that the game is not over",
    2: "actions yielded more than 100,000 moves",
    4: "result raised ZeroDivisionError",
    5: "utility returned nan, which is not a number",
}


def game(fault: int) -> kibitz.Game:
    """Return the game with that fault."""
    return Countdown(fault)  # type: ignore[return-value]


@pytest.mark.parametrize(("fault", "words"), FAULTS.items())
@pytest.mark.parametrize(
    "agent", ["minimax:engine=textbook", "uct:engine=textbook,sims=50", "minimax", "alphabeta", "uct:sims=50", "maxn"]
)
def test_every_search_tells_the_fault_with_its_line_and_moves(fault: int, words: str, agent: str) -> None:
    with pytest.raises(RulesError, match=rf"test_questions\.py:\d+: {words}.*, after the moves? \d"):
        kibitz.decide(game(fault), None, agent)


@pytest.mark.parametrize(("fault", "words"), FAULTS.items())
def test_solving_and_counting_tell_it_too(fault: int, words: str) -> None:
    with pytest.raises(RulesError, match=words):
        kibitz.solve(game(fault))
    if fault in (2, 3, 4):
        with pytest.raises(RulesError, match=words):
            kibitz.perft(game(fault), None, 6)


def test_a_sound_game_has_nothing_to_tell() -> None:
    require_sound(game(0), State(6, 0))
    assert actions_of(game(0), State(1, 0)) == [1]
    assert utility_at(game(0), State(0, 1), 0) == 1.0


def test_an_alarm_is_not_blamed_on_the_rules() -> None:
    """Signals may raise anywhere, and so in the middle of a rule; asked again, the rule answers."""

    class Alarm(Exception):
        pass

    def ring(*_: object) -> None:
        raise Alarm

    class Slow(Countdown):
        def actions(self, s: State) -> Any:
            if signal.getitimer(signal.ITIMER_REAL)[0] > 0:
                signal.pause()
            yield 1

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Alarm):
            moves_at(Slow(), State(3, 0))  # type: ignore[arg-type]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_the_way_to_a_fault_is_told_even_where_it_is_far() -> None:
    far = State(40, 0)
    with pytest.raises(RulesError, match="after the moves"), faults_located(game(5), far):
        raise BrokenRule("utility returned nan", State(0, 0))


def test_outcomes_without_probabilities_are_equally_likely() -> None:
    assert outcomes_at(game(0), State(2, 0)) == [(1, 0.5), (2, 0.5)]
