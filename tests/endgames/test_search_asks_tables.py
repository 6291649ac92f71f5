"""Alpha-beta asks tables about the positions below its root, and its values are those of plain minimax that does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from graphs import LAYER, OPEN, Layered, Layers, Node, distances, layered_graph

import kibitz
from kibitz.core.decision import Limits
from kibitz.core.errors import InputError
from kibitz.endgames.block_cache import BlockCache
from kibitz.endgames.building import Work, build
from kibitz.endgames.store import Tables
from kibitz.endgames.table_file import TableError
from kibitz.search.alphabeta.engine import Engine
from kibitz.search.alphabeta.iterative_deepening import Query, iterative_deepening
from kibitz.search.alphabeta.lazy_smp import HelperThreads
from kibitz.search.alphabeta.scale import FINE_UNIT
from kibitz.search.alphabeta.traits import NONE

GO_ON = np.zeros(1, np.int64)
LAYERS, SOLVED = 18, 14
"""The upper layers are searched, the lower ones are in tables."""
WIN = FINE_UNIT // 2


@pytest.fixture(scope="module")
def game() -> Any:
    return Layered(*layered_graph(3, LAYERS))


@pytest.fixture(scope="module")
def tables(game: Any, tmp_path_factory: pytest.TempPathFactory) -> Tables:
    found = Tables(game, tmp_path_factory.mktemp("tables"))
    build(found, [f"L{SOLVED - 1}"], Work(), GO_ON)
    build(found, [f"L{layer}" for layer in range(SOLVED)], Work(), GO_ON)
    return found


@pytest.fixture(scope="module")
def codes(game: Any) -> list[int]:
    return distances(game)


def minimax(game: Any, codes: list[int], node: int, depth: int, ply: int) -> int:
    """Return the value for who moves, with the codes of the lower layers: the definition."""
    if game.ends[node] != OPEN or (node < SOLVED * LAYER and ply > 0):
        code = codes[node]
        return 0 if code == 0 else WIN - ply - code + 1 if code > 0 else -(WIN - ply + code + 1)
    if depth == 0:
        return 0
    values = []
    for edge in range(game.first[node], game.first[node + 1]):
        after = game.targets[edge]
        value = minimax(game, codes, after, depth - 1, ply + 1)
        values.append(value if game.movers[after] == game.movers[node] else -value)
    return max(values)


@pytest.mark.parametrize("megabytes", [64, 1])
def test_values_are_those_of_minimax_with_tables(game: Any, tables: Tables, codes: list[int], megabytes: int) -> None:
    engine = Engine(game, NONE, megabytes=megabytes, tables=tables)
    won = hits = 0
    for node in range(SOLVED * LAYER, LAYERS * LAYER):
        if game.ends[node] == OPEN:
            engine.new_search()
            expected = minimax(game, codes, node, 5, 0)
            assert engine.value(Node(node), 5) == expected, node
            won += expected > 0
            hits += engine.table_hits or 0
    assert min(won, hits) > 10


def test_ordinals_say_who_wins(game: Any, tables: Tables, codes: list[int]) -> None:
    engine = Engine(game, NONE, megabytes=1, tables=tables, is_ordinal=True)
    for node in range(SOLVED * LAYER, LAYERS * LAYER):
        if game.ends[node] == OPEN:
            engine.new_search(player=game.movers[node])
            value = minimax(game, codes, node, 4, 0)
            utility = engine.scale.utility(engine.value(Node(node), 4))
            assert utility == (0.5 if value == 0 else float(value > 0)), node


def test_a_search_counts_what_tables_answered(game: Any, tables: Tables, codes: list[int]) -> None:
    node = next(
        node for node in range(SOLVED * LAYER, LAYERS * LAYER)
        if game.ends[node] == OPEN and minimax(game, codes, node, 6, 0) > 0 and codes[node] > 8
    )  # fmt: skip
    decision = kibitz.decide(game, Node(node), f"alphabeta:depth=6,tables={tables.root}")
    plain = kibitz.decide(game, Node(node), "alphabeta:depth=6")
    assert decision.value == pytest.approx(1.0)
    assert decision.details["tbhits"] > 0  # type: ignore[index]
    assert plain.value < 0.9
    assert "tbhits" not in plain.details  # type: ignore[operator]


def test_helper_threads_have_caches_of_their_own(game: Any, tables: Tables, codes: list[int]) -> None:
    engine = Engine(game, NONE, megabytes=1, threads=3, tables=tables)
    for node in range((LAYERS - 1) * LAYER, LAYERS * LAYER):
        if game.ends[node] == OPEN:
            engine.new_search()
            found = iterative_deepening(engine, Query(Node(node), Limits(depth=6)))
            value = minimax(game, codes, node, 6, 0)
            assert found.value == pytest.approx(0.5 + value / FINE_UNIT)


def test_a_block_that_is_damaged_stops_the_search(game: Any, tables: Tables, tmp_path: Path) -> None:
    broken = Tables(game, tmp_path)
    broken.folder.mkdir(parents=True)
    for name in tables.names():
        content = bytearray(tables.path(name).read_bytes())
        content[-3] ^= 4
        broken.path(name).write_bytes(content)
    with pytest.raises(TableError, match="damaged"):
        kibitz.decide(game, Node((SOLVED + 1) * LAYER + 1), f"alphabeta:depth=6,tables={tmp_path}")


def copied(tables: Tables, folder: Path) -> Tables:
    """Return the same tables in another folder."""
    other = Tables(tables.game, folder)
    other.folder.mkdir(parents=True)
    for name in tables.names():
        other.path(name).write_bytes(tables.path(name).read_bytes())
    return other


@pytest.mark.parametrize("threads", [1, 3])
def test_files_that_no_position_needs_stop_no_search(
    game: Any, tables: Tables, codes: list[int], threads: int, tmp_path: Path
) -> None:
    other = copied(tables, tmp_path)
    for stray in ("notes", "L-1x", "", "L99", "L3 (copy)"):
        other.path(stray).write_bytes(b"nonsense")
    other.path("L98").mkdir()
    other.path("L97").write_bytes(tables.path("L2").read_bytes())
    assert other.names() == sorted([*tables.names(), "L97", "L98", "L99"])
    engine = Engine(game, NONE, megabytes=1, threads=threads, tables=other)
    for node in range((LAYERS - 1) * LAYER, LAYERS * LAYER):
        if game.ends[node] == OPEN:
            engine.new_search()
            found = iterative_deepening(engine, Query(Node(node), Limits(depth=5)))
            assert found.value == pytest.approx(0.5 + minimax(game, codes, node, 5, 0) / FINE_UNIT)


@kibitz.game(players=2, cyclic=True, constant_sum=1)
class Particular(Layers):
    """With a size of the slices that there are alone."""

    def size(self, k: int) -> int:
        if k >= LAYERS:
            raise ValueError(f"there is no layer {k}")
        return LAYER


def test_a_name_whose_size_the_game_refuses_stops_no_search(tmp_path: Path) -> None:
    rules: Any = Particular(*layered_graph(3, LAYERS))
    tables = Tables(rules, tmp_path)
    build(tables, ["L1"], Work(), GO_ON)
    tables.path("L99").write_bytes(b"nonsense")
    assert tables.names() == ["L0", "L1"]
    start = Node((SOLVED + 1) * LAYER + 1)
    found = kibitz.decide(rules, start, f"alphabeta:depth=3,tables={tmp_path}")
    tables.path("L99").unlink()
    assert found.value == kibitz.decide(rules, start, f"alphabeta:depth=3,tables={tmp_path}").value


@pytest.mark.parametrize("below", ["", "deeper"])
def test_a_file_instead_of_the_folder_is_named_once(
    game: Any, below: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes").write_text("no tables")
    monkeypatch.setenv("KIBITZ_TABLES", str(tmp_path / "notes" / below))
    told = re.escape(f"KIBITZ_TABLES={tmp_path / 'notes' / below} is no folder") + "$"
    with pytest.raises(InputError, match=told):
        kibitz.solve(game, Node(32))
    with pytest.raises(InputError, match=told):
        kibitz.decide(game, Node(32), "alphabeta:depth=2")
    monkeypatch.setenv("KIBITZ_TABLES", str(tmp_path / "nothing here"))
    assert kibitz.solve(game, Node(32)).exact


def rotten(tables: Tables) -> dict[str, tuple[bytes, str]]:
    """Return contents that a table cannot have, with what is said of them."""
    rules: Any = Layered(*layered_graph(4, LAYERS))
    foreign = Tables(rules, tables.root.parent / "foreign")
    build(foreign, ["L13"], Work(), GO_ON)
    return {
        "nonsense": (b"nonsense", "no table of Kibitz"),
        "empty": (b"", "cannot be read"),
        "foreign": (foreign.path("L13").read_bytes(), "other rules"),
        "of another slice": (tables.path("L2").read_bytes(), "that of L2"),
    }


@pytest.mark.parametrize("kind", ["nonsense", "empty", "foreign", "of another slice"])
def test_a_file_that_is_needed_and_cannot_be_used_stops_the_search(
    game: Any, tables: Tables, kind: str, tmp_path: Path
) -> None:
    other = copied(tables, tmp_path)
    content, told = rotten(tables)[kind]
    for name in tables.names():
        if name != "L2" or kind != "of another slice":
            other.path(name).write_bytes(content)
    with pytest.raises(TableError, match=told) as refusal:
        kibitz.decide(game, Node((SOLVED + 1) * LAYER + 1), f"alphabeta:depth=6,tables={tmp_path}")
    assert "\n" not in str(refusal.value)


def test_a_block_that_a_helper_thread_finds_damaged_stops_the_search(game: Any, tables: Tables, tmp_path: Path) -> None:
    broken = copied(tables, tmp_path)
    for name in tables.names():
        content = bytearray(tables.path(name).read_bytes())
        content[-3] ^= 4
        broken.path(name).write_bytes(content)
    engine = Engine(game, NONE, megabytes=1, threads=2, tables=tables)
    engine._caches[1] = BlockCache(broken, 1)
    engine.new_search()
    start = Node((SOLVED + 1) * LAYER + 1)

    def searched() -> None:
        helpers = HelperThreads(engine, start)
        with helpers:
            assert helpers.ended[0].wait(60)
            engine.value(start, 4)  # the main thread has good ones

    with pytest.raises(TableError, match="damaged"):
        searched()


def test_a_table_under_the_name_of_another_is_refused(game: Any, tables: Tables, tmp_path: Path) -> None:
    other = Tables(game, tmp_path)
    other.folder.mkdir(parents=True)
    other.path("L3").write_bytes(tables.path("L2").read_bytes())
    with pytest.raises(TableError, match="that of L2"):
        other.probe(Node(3 * LAYER + 1))
