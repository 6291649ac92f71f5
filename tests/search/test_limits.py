"""Searches keep to their limits, end when told to, and let other threads work meanwhile."""

from __future__ import annotations

import threading
import time
import warnings
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import kibitz
from kibitz.compile.cpu import InterpretedWarning, native, packed, why_not_native
from kibitz.core.contract import Game
from kibitz.core.errors import InputError, RulesError
from kibitz.search.common.node_count import NODES
from kibitz.search.common.plain_minimax import new_counters
from kibitz.search.minimax import minimax_value
from kibitz.search.playouts import random_games
from kibitz.search.running import stoppable
from kibitz.textbook import trace


def test_a_search_stops_when_its_time_is_over() -> None:
    game = kibitz.load("connect_four")
    kibitz.decide(game, agent="alphabeta:depth=1")
    begun, worked = time.perf_counter(), time.process_time()
    decision = kibitz.decide(game, agent="alphabeta:time=0.3")
    assert time.perf_counter() - begun > 0.25
    assert time.process_time() - worked < 3.0
    assert decision.depth is not None
    assert decision.depth >= 1
    assert not decision.exact


def test_solving_stops_with_the_best_answer_so_far() -> None:
    game = kibitz.load("connect_four")
    decision = kibitz.solve(game, seconds=0.2)
    assert not decision.exact
    assert decision.action in range(7)


def test_depth_is_kept() -> None:
    game = kibitz.load("connect_four")
    shallow, deep = (kibitz.decide(game, agent=f"alphabeta:depth={depth}") for depth in (2, 6))
    assert (shallow.depth, deep.depth) == (2, 6)
    assert shallow.nodes < deep.nodes
    assert len(deep.line) == 6


def test_a_finished_search_is_exact_before_its_limit() -> None:
    decision = kibitz.decide(kibitz.load("tic_tac_toe"), agent="alphabeta:depth=40")
    assert (decision.exact, decision.depth, decision.value) == (True, 9, 0.0)


@pytest.mark.parametrize("agent", ["alphabeta", "minimax", "minimax:time=1"])
def test_a_tree_without_end_needs_a_limit(agent: str) -> None:
    with pytest.raises(InputError, match="depth="):
        kibitz.decide(kibitz.load("pig"), agent=f"{agent}{',' if ':' in agent else ':'}engine=search")


@pytest.mark.parametrize("limit", ["depth=0", "depth=-3", "time=0", "time=-1"])
def test_limits_that_allow_nothing_are_refused(limit: str) -> None:
    with pytest.raises(InputError, match="must be positive"):
        kibitz.decide(kibitz.load("tic_tac_toe"), agent=f"alphabeta:{limit}")


def test_compiled_code_lets_other_threads_work() -> None:
    game = kibitz.load("connect_four")
    work = native(random_games, game)
    row, totals = packed(game, game.initial()), np.zeros(game.players + 2)
    work(row, 0, 0, 1, totals)
    thread = threading.Thread(target=work, args=(row, 0, 0, 300_000, totals))
    thread.start()
    turns = 0
    while thread.is_alive():
        time.sleep(0.001)
        turns += 1
    assert turns > 2  # a lock that is held all the time lets nobody in but before and after


def test_what_goes_wrong_in_the_thread_is_raised_in_the_caller() -> None:
    def fail(stop: Any) -> None:
        raise RulesError("broken")

    with pytest.raises(RulesError, match="broken"):
        stoppable(fail)


ENDLESS = '''
from typing import NamedTuple
import kibitz

class Place(NamedTuple):
    at: int

@kibitz.game(players=1, constant_sum=None)
class Endless(NamedTuple):
    """Walk round in a ring and never arrive."""
    size: int = 5
    def initial(self): return Place(0)
    def to_move(self, s): return 0
    def actions(self, s):
        yield 1
    def result(self, s, a): return Place((s.at + a) % self.size)
    def is_terminal(self, s): return s.at < 0
    def utility(self, s, player): return 0.0
'''


def test_an_endless_game_that_does_not_say_so_is_refused(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text(ENDLESS)
    game = kibitz.load(str(tmp_path / "endless.py:size=5000"))
    with pytest.raises(RulesError, match="cyclic=True"):
        kibitz.solve(game)


def test_a_game_that_does_not_compile_is_solved_all_the_same(tmp_path: Path) -> None:
    plain = ENDLESS.replace("(s.at + a) % self.size", "s.at + STEPS[a]").replace("s.at < 0", "s.at >= self.size")
    (tmp_path / "words.py").write_text("STEPS = {1: 2}\n" + plain)
    game = kibitz.load(str(tmp_path / "words.py:size=4000"))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert kibitz.solve(game).exact
        assert kibitz.perft(game, game.initial(), 2) == 1
    assert [one.category for one in told] == [InterpretedWarning]


FRACTIONS = '''
from typing import NamedTuple
import kibitz

class Purse(NamedTuple):
    money: float
    first: bool
    left: int

@kibitz.game(players=2)
class Halves(NamedTuple):
    """Keep or halve, a few times in turn; what is left goes to the first player from the second."""
    moves: int = 12
    def initial(self): return Purse(1, 1, self.moves)
    def to_move(self, s): return 0 if s.first else 1
    def actions(self, s):
        yield 1
        yield 2
    def result(self, s, a): return Purse(s.money / a, not s.first, s.left - 1)
    def is_terminal(self, s): return s.left == 0
    def utility(self, s, player): return s.money if player == 0 else -s.money
'''


def test_fields_have_the_type_of_their_annotation(tmp_path: Path) -> None:
    """Whole numbers in fields for fractions or truth values do not make a second kind of state."""
    (tmp_path / "halves.py").write_text(FRACTIONS)
    game = kibitz.load(str(tmp_path / "halves.py"))
    kernel = native(minimax_value, game)
    assert kernel(game.initial(), 0, -1, False, new_counters(), np.zeros(1, np.int64)) == 1 / 64
    assert len(kernel.kernel.signatures) == 1


def test_a_game_with_parameters_that_cannot_be_hashed_is_interpreted() -> None:
    reason = why_not_native(cast(Game, type("Odd", (), {"__hash__": None})()))
    assert reason is not None
    assert "cannot be compiled" in str(reason)


def test_helpers_are_found_under_every_name(tmp_path: Path) -> None:
    """`bits.add`, `kibitz.bits.add` and `add` are one function, compiled as it should be."""
    for use in ("bits.add(s.at, a)", "kibitz.bits.add(s.at, a)", "add(s.at, a)"):
        source = ENDLESS.replace("(s.at + a) % self.size", use).replace("s.at < 0", "s.at >= self.size")
        (tmp_path / "names.py").write_text("from kibitz import bits\nfrom kibitz.bits import add\n" + source)
        game = kibitz.load(str(tmp_path / "names.py"))
        kernel = native(minimax_value, game)
        nodes = new_counters()
        kernel(game.initial(), 0, -1, False, nodes, np.zeros(1, np.int64))
        assert nodes[NODES] == 6


def test_a_story_too_long_for_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace, "MOST_EVENTS", 100)
    with pytest.raises(InputError, match="too long to watch"):
        kibitz.trace("tic_tac_toe", agent="minimax:depth=3")
