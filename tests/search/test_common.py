"""What all searches share: table entries, the order of depths, and iterative deepening."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, product

import pytest

from kibitz.core.decision import Limits
from kibitz.core.intervals import wilson_interval
from kibitz.search.common.deepening_loop import deepen, depths
from kibitz.search.common.horizon import UNLIMITED
from kibitz.search.common.table_entry import (
    BOUND_MASK,
    DEPTH_LIMITED,
    DEPTH_SHIFT,
    EXACT,
    GENERATION_MASK,
    GENERATION_SHIFT,
    LOWER_BOUND,
    UPPER_BOUND,
    table_entry,
)
from kibitz.search.running import Stopped

bound_of, is_cutoff, pack_info = table_entry(lambda function: function)


@dataclass(frozen=True)
class Result:
    depth: int
    exact: bool


def test_an_entry_says_what_was_packed() -> None:
    for bound, limited, generation, depth in product((EXACT, LOWER_BOUND, UPPER_BOUND), (False, True), (0, 255), (-1, 0, 40)):
        info = pack_info(bound, limited, generation, depth)
        assert info != 0, "0 is no entry"
        assert (info & BOUND_MASK, bool(info & DEPTH_LIMITED)) == (bound, limited)
        assert (info >> GENERATION_SHIFT & GENERATION_MASK, (info >> DEPTH_SHIFT) - 1) == (generation, depth)


def test_an_entry_cuts_off_where_its_bound_decides_the_window() -> None:
    """A fail-soft result r of a search with one window may be returned for another one if it meets that one's contract."""
    values = range(-3, 4)
    for true, (alpha, beta), (low, high) in product(values, product(values, values), product(values, values)):
        if alpha >= beta or low >= high:
            continue
        results = [r for r in values if (r >= true if r <= alpha else r <= true if r >= beta else r == true)]
        for r in results:
            if is_cutoff(pack_info(bound_of(r, alpha, beta), False, 0, 3), r, low, high):
                assert true <= r if r <= low else true >= r if r >= high else true == r


def test_depths_go_up_to_the_limit() -> None:
    assert list(depths(Limits(depth=3), shallow_first=True)) == [1, 2, 3]
    assert list(depths(Limits(rounds=2), shallow_first=False)) == [1, 2]
    assert list(islice(depths(Limits(nodes=100), shallow_first=True), 4)) == [1, 2, 3, 4]


def test_without_a_limit_the_game_is_searched_to_its_end() -> None:
    assert list(depths(Limits(), shallow_first=False)) == [UNLIMITED]
    assert list(depths(Limits(), shallow_first=True)) == [1, UNLIMITED]


def test_deepening_ends_with_an_exact_result() -> None:
    heard: list[int] = []
    result = deepen(
        lambda depth, last: Result(depth, depth == 3),
        Result(0, False),
        range(1, 10),
        finished=lambda one: heard.append(one.depth),
    )
    assert (result, heard) == (Result(3, True), [1, 2, 3])


def test_a_stopped_depth_leaves_the_last_one() -> None:
    def search(depth: int, last: Result) -> Result:
        assert last.depth == depth - 1
        if depth == 3:
            raise Stopped
        return Result(depth, False)

    assert deepen(search, Result(0, False), range(1, 10)) == Result(2, False)
    assert deepen(search, Result(0, False), range(1, 10), stopped=lambda last: Result(-last.depth, False)) == Result(-2, False)


def test_a_listener_may_stop_and_the_finished_depth_counts() -> None:
    def listen(result: Result) -> None:
        if result.depth == 2:
            raise Stopped

    assert deepen(lambda depth, _: Result(depth, False), Result(0, False), range(1, 10), finished=listen).depth == 2


@pytest.mark.parametrize(
    ("share", "count", "low", "high"), [(0.7, 10, 0.3968, 0.8922), (0.0, 10, 0.0, 0.2775), (1.0, 3, 0.4385, 1.0)]
)
def test_wilsons_interval(share: float, count: int, low: float, high: float) -> None:
    assert wilson_interval(share, count) == pytest.approx((low, high), abs=1e-4)
