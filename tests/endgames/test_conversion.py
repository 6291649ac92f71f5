"""Tables to the end and to conversion of one slice: files beside each other, and what older versions wrote is still read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import kibitz as kibitz_command
from graphs import LAYER, OPEN, Layered, Node, distances, layered_graph

import kibitz
from kibitz.endgames.building import Work, build
from kibitz.endgames.store import Tables
from kibitz.endgames.table_file import MissingTable
from kibitz.endgames.verification import verify
from kibitz.experiments import find_experiment, monster, run
from kibitz.search.alphabeta.engine import Engine
from kibitz.search.alphabeta.traits import NONE

GO_ON = np.zeros(1, np.int64)
CONVERSION = Work(conversion=True)


@pytest.fixture(scope="module")
def game() -> Any:
    return Layered(*layered_graph(5, 8))


def both(game: Any, folder: Path) -> Tables:
    """Return tables of six slices, the last one in both ways."""
    tables = Tables(game, folder)
    build(tables, ["L5"], CONVERSION, GO_ON)
    build(tables, ["L5"], Work(), GO_ON)
    return tables


def test_both_kinds_of_one_slice_live_side_by_side(game: Any, tmp_path: Path) -> None:
    tables, codes = both(game, tmp_path), distances(game)
    assert tables.names() == [f"L{layer}" for layer in range(6)]
    assert tables.names(conversion=True) == ["L5"]
    to_end, to_conversion = tables.table("L5").values(), tables.table("L5", conversion=True).values()
    assert list(to_end) == codes[5 * LAYER : 6 * LAYER]
    assert (np.sign(to_end) == np.sign(to_conversion)).all()
    assert (abs(to_end.astype(int)) >= abs(to_conversion.astype(int))).all()
    assert (to_end != to_conversion).any()
    assert [tables.opened(*file).header.conversion for file in tables.files("L5")] == [True, False]
    for file in tables.files():
        assert verify(tables, tables.opened(*file), GO_ON) is None
    for node in range(5 * LAYER, 6 * LAYER):
        entry = tables.probe(Node(node))
        assert entry is not None
        assert (entry.plies or 0) == max(0, abs(codes[node]) - 1)


def test_a_build_to_conversion_leaves_tables_to_the_end_as_they_are(game: Any, tmp_path: Path) -> None:
    tables = Tables(game, tmp_path)
    build(tables, ["L5"], Work(), GO_ON)
    before = tables.path("L5").read_bytes()
    (made,) = build(tables, ["L5"], CONVERSION, GO_ON)
    assert made.header.conversion
    assert tables.path("L5").read_bytes() == before


def older(game: Any, folder: Path) -> Tables:
    """Return tables as older versions wrote them: the only one of a slice to conversion, under the name of the other kind."""
    tables = Tables(game, folder)
    build(tables, ["L5"], CONVERSION, GO_ON)
    tables.path("L5", conversion=True).rename(tables.path("L5"))
    return Tables(game, folder)


def test_an_older_file_is_read_for_what_it_is(game: Any, tmp_path: Path) -> None:
    tables, codes = older(game, tmp_path), distances(game)
    assert tables.table("L5", conversion=True).header.conversion
    with pytest.raises(MissingTable, match="counts to conversion"):
        tables.table("L5")
    assert all(tables.probe(Node(node)) is None for node in range(5 * LAYER, 6 * LAYER))
    engine = Engine(game, NONE, megabytes=1, tables=tables)
    for node in range(5 * LAYER, 8 * LAYER):
        if game.ends[node] == OPEN:
            engine.new_search()
            value = engine.value(Node(node), 3)
            assert value == 0 or (value > 0) == (codes[node] > 0)
    assert tables.files("L5") == [("L5", tables.path("L5"))]


def test_an_older_file_makes_room_for_a_table_to_the_end(game: Any, tmp_path: Path) -> None:
    tables = older(game, tmp_path)
    content = tables.path("L5").read_bytes()
    (made,) = build(tables, ["L5"], Work(), GO_ON)
    assert not made.header.conversion
    assert tables.path("L5", conversion=True).read_bytes() == content
    assert tables.table("L5", conversion=True).header.conversion


def test_commands_name_both(tmp_path: Path) -> None:
    folder = ["--tables", str(tmp_path)]
    for to in ("end", "conversion"):
        kibitz_command("tables", "build", "chess", "KPK", "--to", to, *folder)
    told = kibitz_command("tables", "list", "chess", "--json", *folder).jsons
    assert [one["conversion"] for one in told if one["slice"] == "KPK"] == [True, False]
    counted = [
        kibitz_command("tables", "stats", "chess", "KPK", "--to", to, "--json", *folder).json for to in ("end", "conversion")
    ]
    assert counted[0]["longest"] == 56 > counted[1]["longest"]
    verified = kibitz_command("tables", "verify", "chess", "KPK", *folder).out
    assert verified.count("values follow") == 2
    assert "KPK to conversion" in verified
    assert kibitz_command("tables", "verify", "chess", "KRKP", *folder).code == 2


def test_one_bad_file_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = ["--tables", str(tmp_path)]
    kibitz_command("tables", "build", "chess", "KNK", *folder)
    tables = Tables(kibitz.load("chess"), tmp_path)
    tables.path("KBK").write_bytes(tables.path("KNK").read_bytes()[:40])
    for command in ("list", "verify"):
        plain, json = (kibitz_command("tables", command, "chess", *folder, *more) for more in ([], ["--json"]))
        assert (plain.code, json.code) == (1, 1)
        assert [line.partition(":")[0] for line in plain.out.splitlines()] == ["KBK", "KK", "KNK"]
        assert f"the table {tables.path('KBK')} " in plain.out
        assert [one.get("ok", True) for one in json.jsons] == [False, True, True]
    tables.path("KRKNN").write_bytes(b"truncated")
    tables.path("KBK").unlink()
    monkeypatch.setenv("KIBITZ_TABLES", str(tmp_path))
    monster._tables.cache_clear()
    told = run(find_experiment("monster"), games=1).report
    monster._tables.cache_clear()
    assert [row["ending"] for row in told.rows] == ["KNK"]
