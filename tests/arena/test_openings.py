"""Openings: legal, different as long as there are others, the same for the same seed, and read from every kind of book."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

import kibitz
from kibitz.arena.openings import Opening, openings, openings_text
from kibitz.core.errors import InputError

FOUR = kibitz.load("connect_four")
CHESS = kibitz.load("chess")


def first(text: str, count: int, game: kibitz.Game = FOUR, seed: int = 1) -> list[Opening]:
    """Return the first openings of a match."""
    return list(islice(openings(game, text, seed), count))


def test_random_openings_differ_and_repeat_with_the_seed() -> None:
    found = first("random:plies=2", 49)
    assert len({opening.moves for opening in found}) == 49, "there are 49, and each came before any came twice"
    assert found == first("random:plies=2", 49)
    assert found != first("random:plies=2", 49, seed=2)
    assert len(first("random:plies=2", 60)) == 60


def test_random_openings_do_not_end_the_game() -> None:
    game = kibitz.load("nim:piles=1+1+1")
    for opening in first("random:plies=2", 20, game):
        assert not game.is_terminal(_after(game, opening))
    with pytest.raises(InputError, match="3 random moves end this game"):
        first("random:plies=3", 1, game)


def _after(game: kibitz.Game, opening: Opening) -> object:
    """Return the position after an opening."""
    state = game.parse(opening.start)
    for move in opening.moves:
        state = game.result(state, move)
    return state


def test_all_positions_come_once_each() -> None:
    game = kibitz.load("tic_tac_toe")
    found = first("all:plies=2", 72, game)
    assert len({game.notation(_after(game, opening)) for opening in found}) == 72
    assert set(first("all:plies=2", 144, game)[72:]) == set(found), "then they come again"
    assert len({CHESS.notation(_after(CHESS, each)) for each in first("all:plies=2", 400, CHESS)}) == 400


def test_games_with_chance_begin_at_the_beginning() -> None:
    assert openings_text(kibitz.load("backgammon"), None) == "none"
    assert openings_text(FOUR, None) == "random:plies=4"
    (only,) = first("none", 1)
    assert only.moves == ()


def test_books_of_lines(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("# a comment\ne4 e5 Nf3\n\nd4 d5 ; a remark\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"book.txt:4: "):
        first(str(book), 1, CHESS)
    book.write_text("# a comment\ne4 e5 Nf3\n\nd4, d5\n", encoding="utf-8")
    names = {CHESS.notation(_after(CHESS, each)).split()[0] for each in first(str(book), 2, CHESS)}
    assert names == {
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R", "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR",
    }  # fmt: skip


def test_epd_and_positions(tmp_path: Path) -> None:
    book = tmp_path / "book.epd"
    board = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -"
    book.write_text(f'{board} bm a6; id "Ruy Lopez";\n', encoding="utf-8")
    (opening,) = first(str(book), 1, CHESS)
    assert opening.start.startswith(board)
    assert opening.moves == ()


def test_pgn_books_have_many_games(tmp_path: Path) -> None:
    book = tmp_path / "book.pgn"
    book.write_text(
        '[Event "one"]\n[Result "*"]\n\n1. e4 c5 *\n\n[Event "two"]\n\n1. d4 Nf6 2. c4 e6 *\n', encoding="utf-8"
    )  # fmt: skip
    assert sorted(len(each.moves) for each in first(str(book), 2, CHESS)) == [2, 4]


def test_books_that_are_none_are_refused(tmp_path: Path) -> None:
    for text, complaint in (
        ("nowhere.txt", "there is no file nowhere.txt of openings"),
        ("random:plies=0", "at least 1 ply"),
        ("random:moves=2", "unknown option of openings random 'moves'"),
    ):
        with pytest.raises(InputError, match=complaint):
            first(text, 1)
    over = tmp_path / "over.txt"
    over.write_text("1 2 1 2 1 2 1\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"over.txt:1: the game is over there"):
        first(str(over), 1)
