"""Exact answers against a solver that knows nothing but the definition."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

import pytest
from counters import Bounded, Halved, Long, Pile, Scored, Unscored

import kibitz
from kibitz.core.contract import Game
from kibitz.core.errors import InputError, UnknownNameError
from kibitz.core.game import about
from kibitz.core.randomness import Random
from kibitz.search.alphabeta.engine import TooDeep
from kibitz.search.solving.mtdf import ExactSearch
from kibitz.search.solving.solver import Solver

OWN = {"unscored": Unscored(), "scored": Scored(), "bounded": Bounded()}
GAMES = ["connect_four:width=4,height=4,connect=3", "othello:size=4", "tic_tac_toe", *OWN]


def loaded(spec: str) -> Game:
    """Return a game, one of this folder's own, too."""
    return cast(Game, OWN[spec]) if spec in OWN else kibitz.load(spec)


@lru_cache(maxsize=None, typed=True)
def naive(game: Game, s: Any) -> float:
    """Return the value by its definition: the score, or the utility where there is none, of best play."""
    mover = game.to_move(s)
    if game.is_terminal(s):
        return float(game.score(s, mover) if "score" in about(game).given else game.utility(s, mover))  # type: ignore[attr-defined]
    return max(worth(game, s, a) for a in game.actions(s))


def worth(game: Game, s: Any, a: int) -> float:
    """Return the same of a move."""
    after = game.result(s, a)
    return naive(game, after) if game.to_move(after) == game.to_move(s) else -naive(game, after)


def unfinished(game: Game, count: int) -> list[Any]:
    """Return positions of random games, not too early ones, which the naive solver would take long for."""
    random, found = Random(9), dict[Any, None]()
    earliest = 4 if "size" in getattr(game, "_fields", ()) else 0
    for _ in range(100 * count):
        s = game.initial()
        for _ in range(earliest + random.below(7)):
            s = s if game.is_terminal(s) else game.result(s, random.choice(list(game.actions(s))))
        if not game.is_terminal(s):
            found[s] = None
        if len(found) == count:
            break
    return list(found)


@pytest.mark.parametrize("spec", GAMES)
def test_exact_answers(spec: str) -> None:
    game = loaded(spec)
    exact = ExactSearch(game)
    unit = 1 if exact.scored else exact.engine.scale.unit
    positions = unfinished(game, 30)
    assert len({value for s in positions for value in (naive(game, s), worth(game, s, next(iter(game.actions(s)))))}) >= 3
    for s in positions:
        value = naive(game, s)
        points = int(value * unit)
        assert exact.value(s) == points
        assert exact.sign(s) == (value > 0) - (value < 0)
        worths = {a: worth(game, s, a) for a in game.actions(s)}
        assert {a: exact.move_value(s, a) / unit for a in worths} == worths
        assert set(exact.best_moves(s, points)) == {a for a in worths if worths[a] == value}
        for a, reached in worths.items():
            assert exact.is_at_least(s, a, int(reached * unit))
            assert not exact.is_at_least(s, a, int(reached * unit) + 1)


@pytest.mark.parametrize("spec", GAMES)
def test_lines_of_best_play(spec: str) -> None:
    game = loaded(spec)
    exact = ExactSearch(game)
    unit = 1 if exact.scored else exact.engine.scale.unit
    for s in unfinished(game, 12):
        value, after, sign = naive(game, s), s, 1
        for action in exact.line(s, int(value * unit)):
            assert action in list(game.actions(after))
            assert sign * worth(game, after, action) == value, "no move on the way gives anything away"
            mover = game.to_move(after)
            after = game.result(after, action)
            sign = sign if game.to_move(after) == mover else -sign
        assert game.is_terminal(after)
        assert sign * naive(game, after) == value


@pytest.mark.parametrize("spec", GAMES)
def test_a_guess_changes_nothing(spec: str) -> None:
    game = loaded(spec)
    for s in unfinished(game, 6):
        plain = ExactSearch(game).value(s)
        for guess in (plain, plain - 1, plain + 1, 0, -plain, -50, 50, 1 << 40):
            assert ExactSearch(game).value(s, guess=guess) == plain


@pytest.mark.parametrize("spec", GAMES)
def test_weak_exact_and_strong_answers(spec: str) -> None:
    game = loaded(spec)
    scored = "score" in about(game).given
    for s in unfinished(game, 6):
        solver = Solver(game)
        value = naive(game, s)
        worths = {a: worth(game, s, a) for a in game.actions(s)}
        weak, exact, strong = (solver.solve(s, answer=answer) for answer in ("weak", "exact", "strong"))
        for decision in (weak, exact, strong):
            assert decision.exact
            assert decision.value == (value > 0) - (value < 0)
        assert weak.action is not None
        assert (worths[weak.action] > 0) - (worths[weak.action] < 0) == weak.value
        assert exact.score == strong.score == (value if scored else None)
        assert set(exact.actions) == set(strong.actions) == {a for a in worths if worths[a] == value}
        assert {move.action: move.score if scored else move.value for move in strong.moves} == worths


def test_another_answer_is_refused() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown answer 'stronk' .did you mean strong"):
        Solver(kibitz.load("tic_tac_toe")).solve(kibitz.load("tic_tac_toe").initial(), answer="stronk")


def test_scores_that_are_not_whole_are_not_cut_off() -> None:
    """The first ending that one looks at, all taking one counter each time, is a draw and scores a whole number."""
    game = cast(Game, Halved())
    solver = Solver(game)
    positions = unfinished(game, 12)
    assert {naive(game, s) % 1 for s in positions} == {0.0, 0.5}
    for s in positions:
        assert solver.solve(s).score == naive(game, s), s


def test_a_game_too_long_for_the_engine_is_solved_all_the_same() -> None:
    """It is lost where the number of counters can be divided by three."""
    game = cast(Game, Long())
    exact = ExactSearch(game)
    exact.engine.new_search()
    with pytest.raises(TooDeep):
        exact.value(game.initial())
    solver = Solver(game)
    for left, value, actions in ((3001, 1.0, (1,)), (3000, -1.0, (1, 2)), (2999, 1.0, (2,)), (8, 1.0, (2,))):
        decision = solver.solve(Pile(left, 0, 0))
        assert decision.exact
        assert (decision.value, decision.actions) == (value, actions)
        assert left // 2 <= len(decision.line) <= left


def test_what_is_too_long_to_be_searched_to_its_end_needs_a_limit() -> None:
    game = cast(Game, Long())
    with pytest.raises(InputError, match=r"longer than 1,024 moves.*depth= or time="):
        kibitz.decide(game, agent="alphabeta:engine=search")
    assert kibitz.decide(game, agent="alphabeta:depth=6,engine=search").depth == 6
