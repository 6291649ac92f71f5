"""Tables of games with dice by numbers: GNU Backgammon's equities, plain value iteration, and what is refused."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from graphs import OPEN, Graph, Node, expectations, random_graph, without_endless_play

import kibitz
from kibitz.core.errors import InputError, ResourceError, UnsupportedError
from kibitz.core.randomness import Random
from kibitz.endgames.building import Work, build
from kibitz.endgames.dice_slices import DiceSlice
from kibitz.endgames.store import ALL, Tables
from kibitz.endgames.tape import MOST_ENDS, MOST_PLACES
from kibitz.endgames.verification import verify
from kibitz.games.backgammon.position_id import planes
from kibitz.games.backgammon.state import State
from kibitz.search.table_answer import table_answer

GO_ON = np.zeros(1, np.int64)


def side(text: str) -> tuple[int, int]:
    """Return the planes of a side given as the numbers on its first points, the 25th of which is the bar."""
    numbers = [int(word) for word in text.split()]
    return planes([0, *numbers, *[0] * (25 - len(numbers))])


def compared(tables: Tables, file: Path, column: int) -> list[float]:
    """Return how far the tables' equities are from those in a file, where both sides have checkers."""
    with file.open() as opened:
        rows = [row for row in list(csv.reader(opened))[1:] if any(map(int, row[0].split())) and any(map(int, row[1].split()))]
    found = []
    for row in rows:
        entry = tables.probe(State(*side(row[0]), *side(row[1]), 0, 0))
        assert entry is not None, row
        found.append(abs(entry.value - float(row[column])))
    return found


@pytest.fixture(scope="module")
def endings(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    found = Tables(kibitz.load("backgammon"), tmp_path_factory.mktemp("tables"))
    build(found, ["home-3-3"], Work(), GO_ON)
    return found


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    found = Tables(kibitz.load("hypergammon:checkers=1"), tmp_path_factory.mktemp("tables"))
    build(found, ["1-1"], Work(), GO_ON)
    return found


def test_all_endings_of_three_checkers_against_three_have_published_equities(endings: Tables, oracles: Path) -> None:
    far = compared(endings, oracles / "backgammon/bearoff_two_sided_6x3_cubeless.csv", 2)
    assert len(far) == 83 * 83
    assert max(far) < 1e-4


def test_one_checker_against_one_has_published_equities(single: Tables, oracles: Path) -> None:
    far = compared(single, oracles / "backgammon/hypergammon_1chq.csv", 7)
    assert len(far) == 601
    assert max(far) < 1e-5


def test_every_value_follows_from_those_after_it(endings: Tables, single: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    for tables in (endings, single):
        for file in tables.files():
            assert verify(tables, tables.opened(*file), GO_ON) is None
    table = single.table("1-1")
    values = table.values()
    values[np.flatnonzero(np.isfinite(values))[200]] += 1e-6
    monkeypatch.setattr(table, "values", lambda: values)
    assert verify(single, table, GO_ON) is not None


@pytest.mark.parametrize("name", ["1-1", "2-1", "3-2", "3-3", "home-2-2", "home-3-1"])
def test_numbers_and_positions_belong_together(name: str) -> None:
    game: Any = kibitz.load("hypergammon")
    k, random, seen = game.parse_slice(name), Random(7), 0
    assert game.slice_name(k) == name
    for _ in range(300):
        i = random.below(game.size(k))
        s = game.unindex(i, k)
        if game.slice(s) != k or game.index(s) < 0:
            continue
        seen += 1
        assert game.index(s) == i
        assert game.index(s._replace(turn=1)) == i
        roll = random.choice(list(game.actions(s)))
        rolled = game.result(s, roll)
        assert game.index(rolled) == -1
        after = game.result(rolled, random.choice(list(game.actions(rolled))))
        if not game.is_terminal(after):
            assert 0 <= game.index(after) < game.size(game.slice(after))
            assert game.slice(after) in {k, *game.slices_after(k)}
    assert seen > 150


def test_numbers_count_the_positions_that_there_are(single: Tables) -> None:
    """One checker each on 25 places, not on the same point (24 ways), and not both at home (36 ways, which have a slice)."""
    values = single.table("1-1").values()
    assert int((values == values).sum()) == 25 * 25 - 24 - 36
    assert int(np.isfinite(single.table("home-1-1").values()).sum()) == 36


def test_names_of_no_slice_are_refused() -> None:
    for spec, name in (
        ("hypergammon:checkers=2", "3-1"),
        ("backgammon", "4-1"),
        ("backgammon", "home-7-1"),
        ("backgammon", "x"),
    ):
        with pytest.raises(InputError, match="slices are named"):
            kibitz.load(spec).parse_slice(name)  # type: ignore[attr-defined]


def test_plays_and_rolls_are_answered_from_what_follows_them(single: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = single.game
    plain = [kibitz.solve(game, position) for position in ("AACAAAAAAgAAAA", "AACAAAAAAgAAAA:21", "AACAAAAAAgAAAA:o:64")]
    monkeypatch.setenv("KIBITZ_TABLES", str(single.root))
    for expected in plain:
        found = kibitz.solve(game, expected.state)
        assert (found.exact, found.details) == (True, {"table": "1-1"})
        assert found.value == pytest.approx(expected.value, abs=1e-9)
        assert set(found.actions) == set(expected.actions)
        assert found.nodes < 30
    decision = kibitz.decide(game, plain[1].state, "expectiminimax:depth=1")
    assert decision.value == pytest.approx(plain[1].value, abs=1e-9)
    assert "table" not in (kibitz.decide(game, plain[1].state, "expectiminimax:depth=1,tables=none").details or {})


def test_what_leads_beyond_the_tables_is_not_answered(endings: Tables) -> None:
    game: Any = endings.game
    assert endings.probe(game.initial()) is None
    k = game.parse_slice("1-1")
    outside = game.unindex(game.size(k) - 1, k)
    assert endings.probe(outside) is None
    assert table_answer(game, outside, str(endings.root)) is None


class Dice(Graph):
    """Random graphs with nodes of chance, which have numbers, as all others have."""

    def utility_bounds(self, s: Node, player: int) -> tuple[float, float]:
        return -1.0, 1.0

    def index(self, s: Node) -> int:  # type: ignore[override]
        return s.node

    def unindex(self, i: int) -> Node:
        return Node(i)

    def size(self) -> int:
        return len(self.ends)


@kibitz.game(players=2, cyclic=True)
class Everything(Dice):
    """All nodes have numbers."""


@kibitz.game(players=2, cyclic=True)
class Some(Dice):
    """Nodes of chance have numbers, and every second one of players."""

    def index(self, s: Node) -> int:  # type: ignore[override]
        return s.node if self.movers[s.node] == -1 or self.ends[s.node] != OPEN or s.node % 2 == 0 else -1


@kibitz.game(players=2, cyclic=True)
class Rollless(Dice):
    """Nodes of players have numbers, others have none."""

    def index(self, s: Node) -> int:  # type: ignore[override]
        return -1 if self.movers[s.node] == -1 else s.node


@pytest.mark.parametrize("rules", [Everything, Some])
def test_values_are_those_of_plain_value_iteration(rules: Any, tmp_path: Path) -> None:
    game = rules(*without_endless_play(random_graph(12, graphs=300, nodes=12, chance=True)))
    tables, expected, compared = Tables(game, tmp_path), expectations(Graph(*game)), 0
    (table,) = build(tables, [], Work(), GO_ON)
    assert verify(tables, table, GO_ON) is None
    for node, end in enumerate(game.ends):
        entry = tables.probe(Node(node))
        if end == OPEN and entry is not None:
            assert entry.value == pytest.approx(-expected[node] if game.movers[node] == 1 else expected[node], abs=1e-9), node
            compared += 1
    assert compared > 1500


def test_endless_play_with_dice_is_refused(tmp_path: Path) -> None:
    game: Any = Everything(*random_graph(11, graphs=50, nodes=12, chance=True))
    with pytest.raises(UnsupportedError, match="play without end"):
        build(Tables(game, tmp_path), [ALL], Work(), GO_ON)


def test_dice_that_are_rolled_without_a_number_are_refused(tmp_path: Path) -> None:
    game: Any = Rollless(*without_endless_play(random_graph(13, graphs=50, nodes=12, chance=True)))
    with pytest.raises(UnsupportedError, match="rolled in a position without a number"):
        build(Tables(game, tmp_path), [ALL], Work(), GO_ON)


def test_more_numbers_than_the_tape_can_tell_are_refused() -> None:
    game: Any = Everything(*random_graph(11, graphs=1, nodes=12, chance=True))
    fitting = np.lib.stride_tricks.as_strided(np.zeros(1), (MOST_PLACES - MOST_ENDS - game.size(),), (0,))
    one_more = np.lib.stride_tricks.as_strided(np.zeros(1), (len(fitting) + 1,), (0,))
    assert DiceSlice(game, 0, [(1, fitting)], megabytes=1 << 20).size == game.size()
    with pytest.raises(UnsupportedError, match=r"have 1,073,737,729 numbers, more than the 1,073,737,728 that") as refusal:
        DiceSlice(game, 0, [(1, one_more)], megabytes=1 << 20)
    assert "\n" not in str(refusal.value)


def test_what_does_not_fit_into_memory_is_refused_before_the_work() -> None:
    game: Any = Everything(*random_graph(11, graphs=1, nodes=12, chance=True))
    after = [(1, np.zeros(1 << 20))]  # 8 MB, twice copied, and 4 MB of tape
    assert DiceSlice(game, 0, after, megabytes=28).size == game.size()
    with pytest.raises(ResourceError, match="28 MB are needed to build this table, more than the 27 of --memory"):
        DiceSlice(game, 0, after, megabytes=27)
