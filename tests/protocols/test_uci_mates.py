"""Mates that others have collected, all of them found by `go mate N` and played out to the end."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest
from talking import Talk, score


@pytest.mark.parametrize(
    "moves", [1, 2, pytest.param(3, marks=pytest.mark.conformance), pytest.param(4, marks=pytest.mark.conformance)]
)
def test_every_mate_is_found(oracles: Path, moves: int) -> None:
    missed = []
    with Talk() as talk:
        for fen in (oracles / "chess" / "tactics" / f"mate{moves}.fen").read_text().splitlines():
            lines = talk.ask("ucinewgame", f"position fen {fen}", f"go mate {moves}")
            board = chess.Board(fen)
            begun = board.ply()
            for move in lines[-2].partition(" pv ")[2].split():
                board.push_uci(move)
            if score(lines) != f"mate {moves}" or not board.is_checkmate() or board.ply() - begun != 2 * moves - 1:
                missed.append((fen, score(lines)))
    assert missed == []
