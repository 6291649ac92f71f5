"""`kibitz uci` driven by python-chess, which speaks UCI as front ends do and referees every move."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import chess
import pytest
from chess import engine as uci
from talking import processor_seconds, working_at_most


@pytest.fixture(scope="module")
def engine() -> Iterator[uci.SimpleEngine]:
    with uci.SimpleEngine.popen_uci([sys.executable, "-m", "kibitz", "uci"], timeout=300) as one:
        one.configure({"Hash": 16})
        yield one


def pid_of(engine: uci.SimpleEngine) -> int:
    """Return the number of the engine's process."""
    pid = engine.transport.get_pid()
    assert pid is not None
    return pid


def playout(engine: uci.SimpleEngine, board: chess.Board, limit: uci.Limit, plies: int) -> None:
    """Play a game with itself; python-chess raises an error where a move is not legal."""
    for _ in range(plies):
        if board.is_game_over():
            break
        played = engine.play(board, limit, info=uci.INFO_ALL)
        assert played.move is not None
        assert played.move in board.legal_moves
        board.push(played.move)


def test_a_fast_game_has_only_legal_moves(engine: uci.SimpleEngine) -> None:
    board = chess.Board()
    playout(engine, board, uci.Limit(nodes=2000), 120)
    assert board.ply() > 60 or board.is_game_over()


def test_the_clock_is_never_overstepped(engine: uci.SimpleEngine) -> None:
    board, clocks, pid = chess.Board(), [1.0, 1.0], pid_of(engine)
    engine.play(board, uci.Limit(depth=1))
    for ply in range(60):
        begun = processor_seconds(pid)
        limit = uci.Limit(white_clock=clocks[0], black_clock=clocks[1], white_inc=0.05, black_inc=0.05)
        move = engine.play(board, limit).move
        clocks[ply % 2] -= processor_seconds(pid) - begun
        assert clocks[ply % 2] > 0.0
        clocks[ply % 2] += 0.05
        assert move is not None
        board.push(move)
        if board.is_game_over():
            break


@pytest.mark.parametrize("number", [0, 356, 959])
def test_a_game_of_chess960_has_only_legal_moves(engine: uci.SimpleEngine, number: int) -> None:
    board = chess.Board.from_chess960_pos(number)
    playout(engine, board, uci.Limit(nodes=500), 60)
    assert board.ply() > 20 or board.is_game_over()


def test_castling_in_chess960_is_understood_on_both_sides(engine: uci.SimpleEngine) -> None:
    board = chess.Board("1k6/8/8/8/8/8/8/RK5R w KQ - 0 1", chess960=True)
    for name, after in (("b1h1", "R4RK1"), ("b1a1", "2KR3R")):
        move = chess.Move.from_uci(name)
        assert engine.play(board, uci.Limit(depth=1), root_moves=[move]).move == move
        there = board.copy()
        there.push(move)
        assert there.fen().startswith(f"1k6/8/8/8/8/8/8/{after} ")
        playout(engine, there, uci.Limit(depth=2), 1)


def test_analysis_ranks_several_lines(engine: uci.SimpleEngine) -> None:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    infos = engine.analyse(board, uci.Limit(depth=5), multipv=3)
    assert [info["multipv"] for info in infos] == [1, 2, 3]
    assert infos[0]["score"].relative == uci.Mate(1)
    assert infos[0]["pv"] == [chess.Move.from_uci("f3f7")]
    scores = [info["score"].relative for info in infos]
    assert scores == sorted(scores, reverse=True)
    for info in infos:
        line = board.copy()
        for move in info["pv"]:
            assert move in line.legal_moves
            line.push(move)


def test_an_analysis_can_be_stopped(engine: uci.SimpleEngine) -> None:
    with engine.analysis(chess.Board()) as analysis:
        deepest = 0
        for info in analysis:
            deepest = max(deepest, info.get("depth", 0))
            if deepest >= 4:
                break
        with working_at_most(0.5, pid_of(engine)):
            analysis.stop()
            assert analysis.wait().move is not None


def test_pondering(engine: uci.SimpleEngine) -> None:
    board = chess.Board()
    for answer in (None, 0, None):
        played = engine.play(board, uci.Limit(white_clock=5, black_clock=5), ponder=True)
        assert played.move is not None
        board.push(played.move)
        expected = played.ponder
        other = next(move for move in board.legal_moves if move != expected)
        board.push(expected if answer is None and expected is not None else other)
    playout(engine, board, uci.Limit(time=0.05), 1)


def test_a_finished_game_is_no_trouble(engine: uci.SimpleEngine) -> None:
    played = engine.play(chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), uci.Limit(depth=3))
    assert not played.move
    assert engine.play(chess.Board(), uci.Limit(depth=1)).move is not None
