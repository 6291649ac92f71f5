"""Tables of random graphs with cycles and dice are what plain value iteration says, whichever way they are built."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from graphs import Backed, Bare, Graph, Node, Numbered, distances, expectations, random_graph, without_endless_play

from kibitz.core.errors import UnsupportedError
from kibitz.endgames.building import Work, build
from kibitz.endgames.store import ALL, Tables
from kibitz.endgames.verification import verify

GO_ON = np.zeros(1, np.int64)


def tables_of(game: Any, folder: Path) -> Tables:
    """Return the tables of a game whose states are of a type of its own."""
    return Tables(game, folder)


@pytest.fixture(scope="module")
def graph() -> Graph:
    return random_graph(7, graphs=300, nodes=14)


@pytest.mark.parametrize("kind", [Bare, Numbered, Backed])
def test_300_graphs_are_worth_what_plain_value_iteration_says(kind: Any, graph: Graph, tmp_path: Path) -> None:
    game = kind(*graph)
    tables = tables_of(game, tmp_path)
    (table,) = build(tables, [ALL] if kind is not Bare else [], Work(), GO_ON)
    reached = 0
    for node, code in enumerate(distances(graph)):
        entry = tables.probe(Node(node))
        if entry is None:
            assert kind is Bare  # positions that cannot come up are in no list
            continue
        reached += 1
        assert (entry.outcome, entry.plies) == (np.sign(code), abs(code) - 1 if code else None), node
    assert reached == table.header.numbers
    assert min(table.header.wins, table.header.draws, table.header.losses) > 0
    assert table.header.longest > 5
    assert verify(tables, table, GO_ON) is None


def test_threads_do_not_change_anything(graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.endgames.slices.CHUNK", 64)
    tables = [tables_of(Backed(*graph), tmp_path / str(threads)) for threads in (1, 3)]
    one, three = (build(each, [ALL], Work(threads), GO_ON)[0] for each, threads in zip(tables, (1, 3), strict=True))
    assert (one.values() == three.values()).all()


def test_dice(tmp_path: Path) -> None:
    graph = random_graph(11, graphs=300, nodes=12, chance=True)
    game = Bare(*without_endless_play(graph))
    tables = tables_of(game, tmp_path)
    (table,) = build(tables, [], Work(), GO_ON)
    values = expectations(Graph(*game))
    seen = 0
    for node, value in enumerate(values):
        entry = tables.probe(Node(node))
        if entry is not None:
            seen += 1
            assert entry.value == pytest.approx(value if game.movers[node] != 1 else -value, abs=1e-9), node
    assert seen == table.header.numbers > 500
    assert verify(tables, table, GO_ON) is None


def test_endless_play_with_dice_is_refused(tmp_path: Path) -> None:
    graph = random_graph(11, graphs=50, nodes=12, chance=True)
    with pytest.raises(UnsupportedError, match="play without end"):
        build(tables_of(Bare(*graph), tmp_path), [], Work(), GO_ON)
