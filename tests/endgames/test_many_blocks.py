"""Tables of more blocks than a search has room for: what is met again is read again, and values stay what they are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

import kibitz
from kibitz.core.decision import Limits
from kibitz.core.randomness import Random
from kibitz.endgames.building import Work, build
from kibitz.endgames.codes import HOLE
from kibitz.endgames.store import Tables
from kibitz.endgames.table_file import NUMBERED
from kibitz.search.alphabeta.engine import Engine
from kibitz.search.alphabeta.iterative_deepening import Query, iterative_deepening
from kibitz.search.alphabeta.scale import FINE_UNIT
from kibitz.search.alphabeta.traits import NONE

LOW = 9 * NUMBERED + 12_345
"""Numbers below it are in the slice that has a table: ten blocks, the last one not full."""
ROOM = 8
"""So many blocks fit into a megabyte."""


class Pile(NamedTuple):
    number: int
    turn: int


@kibitz.game(players=2)
class Shares(NamedTuple):
    """A number is divided by 2, 3 or 5 in turn. Who gets 1 or 2 has lost, at 0 and at 3 it is a draw."""

    def initial(self) -> Pile:
        return Pile(3 * LOW, 0)

    def to_move(self, s: Pile) -> int:
        return s.turn

    def actions(self, s: Pile) -> Iterator[int]:
        yield 2
        yield 3
        yield 5

    def result(self, s: Pile, a: int) -> Pile:
        return Pile(s.number // a, 1 - s.turn)

    def is_terminal(self, s: Pile) -> bool:
        return s.number < 4

    def utility(self, s: Pile, player: int) -> float:
        if s.number in (0, 3):
            return 0.0
        return -1.0 if player == s.turn else 1.0

    def index(self, s: Pile) -> int:  # type: ignore[override]
        return s.number % LOW

    def unindex(self, i: int, k: int) -> Pile:
        return Pile(k * LOW + i, 0)

    def size(self, k: int) -> int:
        return LOW

    def slice(self, s: Pile) -> int:
        return s.number // LOW

    def slices_after(self, k: int) -> Iterator[int]:
        yield from range(k)

    def slice_name(self, k: int) -> str:
        return f"S{k}"

    def parse_slice(self, text: str) -> int:
        return int(text[1:])


@cache
def code(number: int) -> int:
    """Return what a table should hold: the definition."""
    if number < 4:
        return 0 if number in (0, 3) else -1
    after = [code(number // a) for a in (2, 3, 5)]
    if min(after) < 0:
        return 1 - max(one for one in after if one < 0)
    return 0 if 0 in after else -1 - max(after)


def value(number: int, ply: int = 0) -> int:
    """Return the value in points, of who is to move."""
    if ply and number < LOW:
        own = code(number)
        return 0 if own == 0 else FINE_UNIT - ply - own + 1 if own > 0 else -FINE_UNIT + ply - own - 1
    return max(-value(number // a, ply + 1) for a in (2, 3, 5))


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    found = Tables(Shares(), tmp_path_factory.mktemp("tables"))  # type: ignore[arg-type]
    build(found, ["S0"], Work(), np.zeros(1, np.int64))
    return found


def asked(seed: int, count: int) -> list[int]:
    random = Random(seed)
    return [LOW + random.below(LOW) for _ in range(count)]


def test_every_block_has_its_values(tables: Tables) -> None:
    table = tables.table("S0")
    assert table.blocks == ROOM + 2
    values = table.values()
    for number in [*range(0, LOW, 997), *(NUMBERED * block - 1 for block in range(1, 10)), LOW - 1]:
        assert values[number] == table.value(number) == code(number) != HOLE


def test_blocks_make_room_for_others_and_values_stay(tables: Tables) -> None:
    engine = Engine(tables.game, NONE, megabytes=1, tables=tables)
    for number in asked(1, 300):
        engine.clear()
        engine.new_search()
        assert engine.value(Pile(number, 0), 3) == value(number), number
    fetched: Any = engine._caches[0]._fetched
    assert fetched > 3 * (ROOM + 2)


def test_threads_have_the_same_values(tables: Tables) -> None:
    engine = Engine(tables.game, NONE, megabytes=2, threads=2, tables=tables)
    for number in asked(2, 60):
        engine.new_search()
        found = iterative_deepening(engine, Query(Pile(number, 1), Limits(depth=3)))
        assert found.value == pytest.approx(value(number) / FINE_UNIT)
