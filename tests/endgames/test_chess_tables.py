"""Tables of chess against what others have published: lengths, counts, single positions, and perfect play."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import kibitz
from kibitz.core.bits import wrap
from kibitz.core.randomness import Random
from kibitz.endgames.building import Work, build
from kibitz.endgames.codes import HOLE
from kibitz.endgames.statistics import line_of
from kibitz.endgames.store import Tables
from kibitz.endgames.verification import verify
from kibitz.experiments import find_experiment, monster, run
from kibitz.games.chess.state import occupied

GO_ON = np.zeros(1, np.int64)
RISING, FALLING = wrap(sum(1 << (9 * n) for n in range(8))), sum(1 << (7 * n + 7) for n in range(8))
THREE = ("KQK", "KRK", "KPK")
LONGEST = {"KQK": 10, "KRK": 16, "KPK": 28, "KBNK": 33, "KQKR": 35, "KRKP": 43}
"""Moves to mate; solved_values.json of the oracles has the sources."""


@pytest.fixture(scope="module")
def chess() -> Any:
    return kibitz.load("chess")


@pytest.fixture(scope="module")
def tables(chess: Any, tmp_path_factory: pytest.TempPathFactory) -> Tables:
    found = Tables(chess, tmp_path_factory.mktemp("tables"))
    build(found, THREE, Work(threads=2), GO_ON)
    return found


@pytest.mark.parametrize("name", THREE)
def test_longest_wins_are_the_published_ones(name: str, tables: Tables) -> None:
    header = tables.table(name).header
    assert (header.longest + 1) // 2 == LONGEST[name]
    assert verify(tables, tables.table(name), GO_ON) is None


def test_krk_has_121_longest_wins_for_white(tables: Tables) -> None:
    values = tables.table("KRK").values()
    assert int((values == 1 + 31).sum()) == 121


@pytest.mark.parametrize("name", THREE)
def test_every_distance_is_as_often_as_in_other_tables(name: str, chess: Any, tables: Tables, oracles: Path) -> None:
    told = json.loads((oracles / "chess/endgame/derived_3piece_dtm_stats.json").read_text())[name]
    values, k = tables.table(name).values(), chess.parse_slice(name)
    half = len(values) // 2
    found: dict[str, Counter[int]] = {"w": Counter(), "b": Counter()}
    for number in np.flatnonzero(values != HOLE):
        side = "w" if number < half else "b"
        found[side][int(values[number])] += 2 if name == "KPK" else mirrored(chess, chess.unindex(int(number), k))
    assert {code - 1: count for code, count in found["w"].items() if code > 0} == to_numbers(told["hist_w"])
    assert {-1 - code: count for code, count in found["b"].items() if code < 0} == to_numbers(told["hist_b"])
    assert found["b"][0] == told["counts"]["b_draw"]


def to_numbers(histogram: dict[str, int]) -> dict[int, int]:
    return {int(plies): count for plies, count in histogram.items()}


def mirrored(chess: Any, s: Any) -> int:
    """Return how many boards without pawns have the number of this one."""
    return 4 if occupied(s) & ~(FALLING if s.plies & 1 else RISING) == 0 else 8


def longest_known(tables: Tables, material: str) -> bool:
    return tables.path(tables.canonical(material.replace("v", ""))).exists()


def agree_with_samples(tables: Tables, oracles: Path) -> int:
    """Return with how many published positions the tables agree; draws by the fifty-move rule are wins here."""
    seen = 0
    with (oracles / "chess/endgame/syzygy_samples_third.csv").open() as file:
        for material, fen, outcome, _ in list(csv.reader(file))[1:]:
            if longest_known(tables, material):
                entry = tables.probe(tables.game.parse(fen))
                assert entry is not None
                assert entry.outcome == (int(outcome) > 0) - (int(outcome) < 0), fen
                seen += 1
    return seen


def agree_with_mates(tables: Tables, oracles: Path) -> int:
    """Return with how many published mates the tables agree."""
    seen = 0
    for line in (oracles / "chess/endgame/endgame-dm-4.epd").read_text().splitlines():
        told = re.fullmatch(r"(\S+ \S+ \S+ \S+) dm (-?\d+);", line)
        if told is None:
            continue
        s = tables.game.parse(f"{told[1]} 0 1")
        entry = tables.probe(s)
        if entry is not None:
            moves = 0 if entry.plies is None else (entry.plies + 1) // 2 * entry.outcome
            assert moves == int(told[2]), line
            seen += 1
    return seen


def test_published_samples_of_three_men(tables: Tables, oracles: Path) -> None:
    assert agree_with_samples(tables, oracles) >= 30
    assert agree_with_mates(tables, oracles) >= 3


@pytest.mark.parametrize("fen", ["8/8/8/1k6/8/8/K5P1/8 w - - 0 1", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"])
def test_best_play_ends_in_mate_when_it_is_told(fen: str, chess: Any, tables: Tables) -> None:
    entry, line = tables.probe(chess.parse(fen)), line_of(tables, chess.parse(fen))
    assert entry is not None
    assert len(line.actions) == entry.plies
    assert chess.utility(line.states[-1], 0) == 1


def test_engine_and_solver_answer_from_tables(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    decision = kibitz.decide("chess", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1", f"alphabeta:time=1,tables={tables.root}")
    assert (decision.value, decision.exact, decision.details) == (1.0, True, {"table": "KRK", "plies_to_end": 31, "wins": True})
    assert "mate in 16" in str(decision)
    monkeypatch.setenv("KIBITZ_TABLES", str(tables.root))
    solved = kibitz.solve("chess", "8/8/8/8/8/2k5/1R6/K7 b - - 0 1")
    assert (solved.value, solved.exact, len(solved.line)) == (-1.0, True, 32)


def test_the_monster_of_the_lectures_is_told_from_the_tables_there_are(
    tables: Tables, oracles: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_TABLES", str(tables.root))
    monster._tables.cache_clear()
    told = run(find_experiment("monster")).report
    monster._tables.cache_clear()
    rows = {row["ending"]: row for row in told.rows}
    assert {name: rows[name]["longest win"] for name in THREE} == {name: LONGEST[name] for name in THREE}
    counts = json.loads((oracles / "chess/endgame/derived_3piece_dtm_stats.json").read_text())["KPK"]["counts"]
    assert rows["KPK"]["White to move"] == counts["w_win"] / (counts["w_win"] + counts["w_draw"])
    assert rows["KPK"]["Black to move"] == counts["b_loss"] / (counts["b_loss"] + counts["b_draw"])
    assert "The longest win to mate is that of KPK in 28 moves" in told.says
    assert "KRNKNN is not among them" in told.says
    assert told.pictures["line"].count("<text") > 12
    ElementTree.fromstring(told.pictures["line"])


def test_the_right_to_castle_has_no_number(chess: Any, tables: Tables) -> None:
    assert tables.probe(chess.parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1")) is None
    assert tables.probe(chess.parse("4k3/8/8/8/8/8/8/4K2R w - - 0 1")) is not None


@pytest.mark.parametrize("name", ["KRKP", "KPKP", "KNNKP", "KBNK", "KQQKR", "KRNKNN"])
def test_numbers_and_moves_back_keep_their_laws(name: str, chess: Any) -> None:
    k, random, seen = chess.parse_slice(name), Random(5), 0
    for _ in range(60):
        i = random.below(chess.size(k))
        s = chess.unindex(i, k)
        if chess.slice(s) != k or chess.index(s) != i:
            continue
        seen += 1
        for a in chess.actions(s):
            t = chess.result(s, a)
            if chess.slice(t) != k:
                assert chess.slice(t) in chess.slices_after(k)
                continue
            same = chess.unindex(chess.index(t), k)
            assert i in {chess.index(before) for before in chess.predecessors(same)}
        for before in chess.predecessors(s):
            after = {chess.index(chess.result(before, a)) for a in chess.actions(before)}
            assert chess.slice(before) == k
            assert chess.is_terminal(before) or i in after
    assert seen > 20


@pytest.mark.conformance
def test_all_endings_of_four_men(chess: Any, oracles: Path, tmp_path: Path) -> None:
    tables = Tables(chess, tmp_path)
    pieces = "QRBNP"
    pairs = [one + other for place, one in enumerate(pieces) for other in pieces[place:]]
    names = [f"K{pair}K" for pair in pairs] + [f"K{pair[0]}K{pair[1]}" for pair in pairs]
    build(tables, names, Work(threads=2), GO_ON)
    for name, moves in LONGEST.items():
        assert (tables.table(name).header.longest + 1) // 2 == moves
    for name in tables.names():
        assert verify(tables, tables.table(name), GO_ON) is None, name
    assert agree_with_samples(tables, oracles) > 1000
    assert agree_with_mates(tables, oracles) > 20
    wins_against_perfect_defence(chess, tables)


def wins_against_perfect_defence(chess: Any, tables: Tables) -> None:
    """Play 200 random won positions of king, bishop and knight to the mate, which must come within 33 moves."""
    k, random, played = chess.parse_slice("KBNK"), Random(1), 0
    while played < 200:
        i = random.below(chess.size(k) // 2)
        s = chess.unindex(i, k)
        if chess.index(s) != i or chess.slice(s) != k or tables.probe(s).outcome != 1:  # type: ignore[union-attr]
            continue
        line = line_of(tables, s)
        assert len(line.actions) <= 2 * 33 - 1
        assert chess.utility(line.states[-1], s.plies & 1) == 1
        played += 1
