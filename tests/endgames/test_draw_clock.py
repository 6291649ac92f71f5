"""Wins in tables that a rule may turn into draws: what is called exact is so with the rule, and all else is an estimate."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from graphs import LAYER, OPEN, Layers, layered_graph

import kibitz
from kibitz.core.decision import Limits
from kibitz.core.errors import UnsupportedError
from kibitz.endgames import exploration
from kibitz.endgames.building import Work, build
from kibitz.endgames.draw_clock import LIKELY
from kibitz.endgames.statistics import longest_win
from kibitz.endgames.store import Tables
from kibitz.search.alphabeta.engine import Engine
from kibitz.search.alphabeta.iterative_deepening import Query, iterative_deepening
from kibitz.search.alphabeta.traits import NONE
from kibitz.search.table_answer import table_answer

GO_ON = np.zeros(1, np.int64)
PATIENCE = 3
LAYERS, SOLVED = 12, 9


class Timed(NamedTuple):
    node: int
    quiet: int


@kibitz.game(players=2, cyclic=True, constant_sum=1)
class Clocked(Layers):
    """A graph of layers in which so many moves within one are a draw."""

    def initial(self) -> Timed:  # type: ignore[override]
        return Timed(0, 0)

    def result(self, s: Timed, a: int) -> Timed:  # type: ignore[override]
        target = self.targets[a]
        return Timed(target, s.quiet + 1 if target // LAYER == s.node // LAYER else 0)

    def is_terminal(self, s: Timed) -> bool:  # type: ignore[override]
        return self.ends[s.node] != OPEN or s.quiet >= PATIENCE

    def utility(self, s: Timed, player: int) -> float:  # type: ignore[override]
        if self.ends[s.node] == OPEN:
            return 0.5
        return 0.5 + 0.5 * (self.ends[s.node] if player == 0 else -self.ends[s.node])

    def moves_to_draw(self, s: Timed) -> int:
        return PATIENCE - s.quiet

    def unindex(self, i: int, k: int) -> Timed:  # type: ignore[override]
        return Timed(k * LAYER + i, 0)


@pytest.fixture(scope="module")
def game() -> Any:
    return Clocked(*layered_graph(3, LAYERS))


@pytest.fixture(scope="module")
def tables(game: Any, tmp_path_factory: pytest.TempPathFactory) -> Tables:
    found = Tables(game, tmp_path_factory.mktemp("tables"))
    build(found, [f"L{layer}" for layer in range(SOLVED)], Work(), GO_ON)
    return found


def truth(game: Any) -> Any:
    """Return the value of a position for the first player, with the rule: no line goes on for ever."""

    @cache
    def value(s: Timed) -> float:
        if game.is_terminal(s):
            return float(game.utility(s, 0))
        after = [value(game.result(s, a)) for a in game.actions(s)]
        return max(after) if game.to_move(s) == 0 else min(after)

    return value


def test_answers_are_exact_where_the_clock_allows_them_and_estimates_elsewhere(game: Any, tables: Tables) -> None:
    value, kinds = truth(game), {"sure": 0, "late": 0, "late and won": 0, "late and drawn": 0}
    for node in range(SOLVED * LAYER):
        for quiet in range(PATIENCE):
            s = Timed(node, quiet)
            answer = table_answer(game, s, str(tables.root))
            if answer is None:
                continue
            expected = value(s) if game.to_move(s) == 0 else 1 - value(s)
            details: Any = answer.details
            if answer.exact:
                kinds["sure"] += 1
                assert answer.value == expected, s
                assert all(value(game.result(s, a)) == value(s) for a in answer.actions)
            else:
                assert expected in (0.5, float(answer.value > 0.5)), s
                assert abs(answer.value - 0.5) == pytest.approx(LIKELY / 2)
                assert details["too_late"]
                assert "plies_to_end" not in details
                kinds["late"] += 1
                kinds["late and drawn" if expected == 0.5 else "late and won"] += 1
    assert min(kinds.values()) > 0, kinds


@pytest.mark.parametrize("is_ordinal", [False, True])
def test_a_search_is_exact_only_where_the_clock_allows_it(game: Any, tables: Tables, is_ordinal: bool) -> None:
    engine, value, exact, late = Engine(game, NONE, megabytes=1, tables=tables, is_ordinal=is_ordinal), truth(game), 0, 0
    for node in range(SOLVED * LAYER, LAYERS * LAYER):
        for quiet in (0, PATIENCE - 1):
            s = Timed(node, quiet)
            if game.ends[node] != OPEN:
                continue
            engine.clear()
            engine.new_search(player=game.to_move(s))
            decision = iterative_deepening(engine, Query(s, Limits(depth=12)))
            expected = value(s) if game.to_move(s) == 0 else 1 - value(s)
            if decision.exact:
                assert decision.value == expected, s
                exact += 1
            elif LIKELY / 2 - 0.001 < abs(decision.value - 0.5) < 0.4999:
                assert expected in (0.5, float(decision.value > 0.5)), s
                late += 1
    assert min(exact, late) > 0


@pytest.fixture(scope="module")
def kings(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    found = Tables(kibitz.load("checkers:patience=6"), tmp_path_factory.mktemp("tables"))
    build(found, ["KvK"], Work(), GO_ON)
    return found


def test_one_king_against_one_with_little_patience(kings: Tables) -> None:
    """The capture that wins ends the game, so a win that takes longer than the clock allows is a draw."""
    game = kings.game
    engine, won, late = Engine(game, NONE, megabytes=1, tables=kings), 0, 0
    for number in range(0, 992, 7):
        for quiet in (0, 3):
            s = game.unindex(number, game.parse_slice("KvK"))._replace(quiet=quiet)  # type: ignore[attr-defined]
            entry = kings.probe(s)
            if entry is None or not entry.plies:
                continue
            engine.new_search()
            points = engine.value(s, 1)
            if entry.plies <= 6 - quiet:
                assert engine.scale.plies_to_end(points) == entry.plies
                won += 1
            else:
                assert engine.scale.plies_to_end(points) is None
                assert abs(engine.scale.utility(points)) > 0.99
                late += 1
    assert min(won, late) > 10


def test_what_may_come_too_late_is_solved_with_the_clock(kings: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = kings.game
    k = game.parse_slice("KvK")
    late = [i for i in range(992) if (entry := kings.probe(game.unindex(i, k))) is not None and not entry.is_certain]
    plain = [kibitz.solve(game, game.unindex(i, k)) for i in late[::20]]
    monkeypatch.setenv("KIBITZ_TABLES", str(kings.root))
    for i, expected in zip(late[::20], plain, strict=True):
        solved = kibitz.solve(game, game.unindex(i, k))
        assert (solved.value, solved.exact) == (expected.value, True) == (0.0, True)
    assert len(plain) > 2


def test_the_line_of_the_longest_win_goes_on_beyond_the_clock(kings: Tables) -> None:
    line = longest_win(kings, kings.table("KvK"))
    assert line is not None
    assert len(line.actions) == 11 > 6
    assert list(kings.game.actions(line.states[-1])) == []


def test_mates_that_the_rule_of_fifty_moves_allows_are_exact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chess = kibitz.load("chess")
    build(Tables(chess, tmp_path), ["KRK"], Work(), GO_ON)
    monkeypatch.setenv("KIBITZ_TABLES", str(tmp_path))
    for clock, exact in ((69, True), (70, False)):
        decision = kibitz.decide(chess, f"8/8/8/8/8/2k5/1R6/K7 w - - {clock} 90", "alphabeta:depth=3")
        assert decision.exact == exact
        assert decision.value == pytest.approx(1.0 if exact else LIKELY)
        assert ("mate in 16" if exact else "a win, if no rule draws the game before") in str(decision)
    drawn = kibitz.solve(chess, "8/8/8/8/8/2k5/1R6/K7 w - - 99 80")
    monkeypatch.delenv("KIBITZ_TABLES")
    searched = kibitz.solve(chess, "8/8/8/8/8/2k5/1R6/K7 w - - 99 80")
    assert (drawn.value, drawn.exact, len(drawn.line)) == (searched.value, True, 1)
    assert drawn.details == {"table": "KRK"}
    assert set(drawn.actions) == set(searched.actions) == set(chess.actions(drawn.state))
    monkeypatch.setenv("KIBITZ_TABLES", str(tmp_path))
    late = kibitz.decide(chess, "8/8/8/8/8/2k5/1R6/K7 w - - 90 80", "alphabeta:depth=3")
    assert len(late.line) <= 10
    monkeypatch.setattr(exploration, "MAX_POSITIONS", 2000)
    solved = kibitz.solve(chess, "8/8/8/8/8/2k5/1R6/K7 w - - 70 90")
    assert solved.value == pytest.approx(LIKELY)
    assert not solved.exact
    monkeypatch.delenv("KIBITZ_TABLES")
    with pytest.raises(UnsupportedError):
        kibitz.solve(chess, "8/8/8/8/8/2k5/1R6/K7 w - - 70 90")
