"""Checkers beside pydraughts, a program of other authors: the same moves and positions in random games."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.core.randomness import Random
from kibitz.games.checkers import Checkers
from kibitz.games.checkers.notation import path

draughts: Any = pytest.importorskip("draughts", reason="pydraughts is not installed")

GAME = Checkers()


def compared(fen: str, random: Random) -> None:
    """Play one random game in both programs."""
    board = draughts.Board(variant="english", fen=fen)
    s = GAME.parse(fen)
    while not GAME.is_terminal(s):
        theirs = {tuple(move.steps_move): move for move in board.legal_moves()}
        actions = {tuple(path(s, action)): action for action in GAME.actions(s)}
        assert sorted(actions) == sorted(theirs)
        chosen = random.choice(sorted(actions))
        s = GAME.result(s, actions[chosen])
        board.push(theirs[chosen])
        assert GAME.parse(board.fen) == s._replace(quiet=0)
    assert bool(board.legal_moves()) == GAME.is_drawn(s)


@pytest.mark.parametrize(
    "fen",
    [
        GAME.notation(GAME.initial()),
        "W:WK1,K2,K3,K30,K31,K32:B5,9,13,K17,K18,K10",
        "B:WK9,K10,17,18,K26,27:BK6,K7,K15,16,20",
    ],
)
def test_random_games(fen: str) -> None:
    random = Random(5)
    for _ in range(8):
        compared(fen, random)
