"""Tables of morris: four men on two squares built whole and held against the moves forward."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.endgames.building import Work, build
from kibitz.endgames.store import Tables
from kibitz.endgames.verification import verify

GO_ON = np.zeros(1, np.int64)


def test_the_end_of_four_mens_morris_follows_from_its_moves(tmp_path: Path) -> None:
    game: Any = kibitz.load("morris:men=4,flying=3")
    tables = Tables(game, tmp_path)
    (table,) = build(tables, ["3-3"], Work(), GO_ON)
    assert verify(tables, table, GO_ON) is None
    # Whoever is to move and has three men of which two stand in a line that is still open, and flies, wins at once.
    for text in ("xx./.../..ox/.o./..o:x:0", "x.x/.../..ox/.o./..o:x:0"):
        found = tables.probe(game.parse(text))
        assert found is not None
        assert (found.value, found.plies) == (1.0, 1)


@pytest.mark.conformance
@pytest.mark.parametrize("men", [4, 5])
def test_small_boards_are_drawn_and_every_value_follows(men: int, tmp_path: Path) -> None:
    game: Any = kibitz.load(f"morris:men={men}")
    tables = Tables(game, tmp_path)
    (start,) = build(tables, [game.slice_name(game.slice(game.initial()))], Work(threads=2), GO_ON)
    assert (start.header.wins, start.header.draws, start.header.losses) == (0, 1, 0)
    for name in tables.names():
        assert verify(tables, tables.table(name), GO_ON) is None
