"""Chess and Chess960 against python-chess: legal moves, their names in SAN and UCI, FEN, checks, captures, ends of games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.games.chess import Chess
from kibitz.games.chess.notation import from_uci, uci_name
from kibitz.games.chess.state import State

peer = pytest.importorskip("chess", reason="python-chess is not installed: pip install chess")


def compare(game: Chess, s: State, board: Any) -> dict[int, Any]:
    """Hold a position to the peer's, and return the legal moves with the peer's."""
    assert game.notation(s) == board.fen(en_passant="legal")
    assert game.parse(game.notation(s)) == s
    assert game.to_move(s) == (not board.turn)
    theirs = {move.uci(): move for move in board.legal_moves}
    ours = {uci_name(s, a, chess960=board.chess960): a for a in game.actions(s)}
    assert ours.keys() == theirs.keys()
    assert game.count_actions(s) == len(list(game.actions(s))) == len(ours)
    assert game.in_check(s) == board.is_check()
    assert game._lacks_material(s) == board.is_insufficient_material()
    assert game.is_drawn(s) == (board.is_insufficient_material() or board.is_fifty_moves())
    outcome = board.outcome(claim_draw=False)
    assert game.is_terminal(s) == (outcome is not None or board.is_fifty_moves())
    if game.is_terminal(s):
        result = board.result(claim_draw=True)
        assert [game.utility(s, 0), game.utility(s, 1)] == {"1-0": [1, -1], "0-1": [-1, 1], "1/2-1/2": [0, 0]}[result]
    return {a: theirs[name] for name, a in ours.items()}


def compare_names(game: Chess, s: State, board: Any, moves: dict[int, Any]) -> None:
    """Hold the names of moves, and which of them are noisy, to the peer's."""
    for a, move in moves.items():
        name = board.san(move)
        assert game.action_name(s, a) == name
        assert game.is_noisy(s, a) == (board.is_capture(move) or move.promotion == peer.QUEEN)
        assert from_uci(game, s, move.uci()) == a
        if not game.is_terminal(s):
            assert game.parse_action(s, name) == game.parse_action(s, name.rstrip("+#")) == a
            assert game.parse_action(s, move.uci()) == a


def play(start: int, seed: int, longest: int) -> None:
    """Compare all positions of a random game, and the names of the moves of each fourth."""
    random = Random(seed)
    game, board = Chess(start), peer.Board.from_chess960_pos(start)
    board.chess960 = start != 518
    s = game.initial()
    for ply in range(longest):
        moves = compare(game, s, board)
        if ply % 4 == 0:
            compare_names(game, s, board, moves)
        if game.is_terminal(s):
            return
        a = random.choice(list(moves))
        s = game.result(s, a)
        board.push(moves[a])


def test_random_games() -> None:
    for seed in range(6):
        play(518, seed, longest=250)


def test_random_games_from_other_starting_positions() -> None:
    for seed in range(6):
        play(Random(seed).below(960), seed, longest=250)


@pytest.mark.conformance
def test_many_whole_random_games() -> None:
    for seed in range(100, 200):
        play(518 if seed % 2 else Random(seed).below(960), seed, longest=2000)


def test_the_starting_positions_are_the_same() -> None:
    for start in range(960):
        board = peer.Board.from_chess960_pos(start)
        assert load(f"chess:start={start}").notation(Chess(start).initial()) == board.fen()


def positions(oracles: Path) -> list[str]:
    """Return the positions of the collections of perft and of tactics."""
    perft = oracles / "chess" / "perft"
    found = [line.split(";")[0].strip() for line in (perft / "perftsuite.epd").read_text().splitlines()]
    for name, step in (("pychess_tricky", 1), ("pychess_chess960", 8)):
        lines = [line for line in (perft / f"{name}.perft").read_text().splitlines() if line.startswith("epd ")]
        found += [line.removeprefix("epd ") for line in lines[::step]]
    for file in ("win_at_chess.epd", "bratko-kopec.epd"):
        lines = (oracles / "chess" / "tactics" / file).read_text().splitlines()
        found += [" ".join(line.split()[:4]) for line in lines if "/" in line]
    return [fen for fen in found if fen]


def test_positions_of_the_collections_and_after_some_moves(oracles: Path) -> None:
    game = Chess()
    for fen in positions(oracles)[::3]:
        s, board = game.parse(fen), peer.Board(fen, chess960=True)
        moves = compare(game, s, board)
        compare_names(game, s, board, moves)
        for a, move in list(moves.items())[::7]:
            board.push(move)
            compare(game, game.result(s, a), board)
            board.pop()
