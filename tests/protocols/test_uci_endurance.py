"""Many fast games of `kibitz uci` with itself: no crash, no hang, no illegal move."""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import chess
import pytest
from chess import engine as uci

GAMES = 200
LONGEST = 400
"""Plies, after which a game is given up."""


@pytest.mark.conformance
def test_two_hundred_games_with_two_threads() -> None:
    random, endings = Random(3), Counter[str]()
    with uci.SimpleEngine.popen_uci([sys.executable, "-m", "kibitz", "uci"], timeout=300) as engine:
        engine.configure({"Hash": 4, "Threads": 2})
        for number in range(GAMES):
            board = chess.Board() if number % 4 else chess.Board.from_chess960_pos(random.randrange(960))
            for _ in range(4):
                board.push(random.choice(list(board.legal_moves)))
            while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
                limit = uci.Limit(nodes=random.choice((100, 1000))) if random.random() < 0.9 else uci.Limit(time=0.002)
                move = engine.play(board, limit, game=number).move
                assert move is not None
                assert move in board.legal_moves
                board.push(move)
            endings[board.result(claim_draw=True)] += 1
    assert endings.total() == GAMES
    assert endings["1-0"] + endings["0-1"] > GAMES // 2, endings
