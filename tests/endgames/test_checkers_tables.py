"""Tables of checkers: as many positions as others have counted, values that follow, and one king against one as published."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.core.errors import InputError
from kibitz.core.randomness import Random
from kibitz.endgames.building import Work, build
from kibitz.endgames.codes import HOLE
from kibitz.endgames.store import Tables
from kibitz.endgames.verification import verify

GO_ON = np.zeros(1, np.int64)


def slices(pieces: int) -> list[str]:
    """Return the names of all slices with so many pieces, both sides with some."""
    sides = ["K" * kings + "M" * (size - kings) for size in range(1, pieces) for kings in range(size + 1)]
    return [f"{one}v{other}" for one, other in combinations_with_replacement(sides, 2) if len(one + other) == pieces]


def of_one_colour(pieces: int) -> int:
    """Return how many ways there are to put so many pieces of one colour on the board, men not on the last row."""
    return 2 * sum(comb(28, men) * comb(32 - men, pieces - men) for men in range(pieces + 1))


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    found = Tables(kibitz.load("checkers"), tmp_path_factory.mktemp("tables"))
    build(found, slices(2) + slices(3), Work(threads=2), GO_ON)
    return found


@pytest.mark.parametrize("pieces", [2, 3])
def test_there_are_as_many_positions_as_others_have_counted(pieces: int, tables: Tables, oracles: Path) -> None:
    """Boards that are turned round with the colours exchanged count once here, and in the list with either side to move."""
    listed = json.loads((oracles / "facts/perft_and_counts.json").read_text())["checkers_positions_by_piece_count"]
    found = sum(int((tables.table(tables.canonical(name)).values() != HOLE).sum()) for name in slices(pieces))
    assert found == listed[str(pieces)] - of_one_colour(pieces)


def test_one_king_against_one_is_as_published(tables: Tables, oracles: Path) -> None:
    facts = json.loads((oracles / "facts/perft_and_counts.json").read_text())["checkers_1Kv1K_database"]
    header = tables.table("KvK").header
    assert (header.wins, header.draws, header.losses) == (facts["wins_to_move"], facts["draws"], facts["losses"])
    assert header.longest == facts["longest_win_plies"]


def test_every_value_follows_from_those_after_it(tables: Tables) -> None:
    for name in ("KvK", "MvM", "KMvM", "MMvK", "KKvK"):
        assert verify(tables, tables.table(tables.canonical(name)), GO_ON) is None


@pytest.mark.parametrize("name", ["KMvKM", "MMMvK", "KKMvMMM", "MMMMvKKKK"])
def test_numbers_and_positions_belong_together(name: str) -> None:
    game: Any = kibitz.load("checkers")
    k, random, holes = game.parse_slice(name), Random(5), 0
    for _ in range(400):
        i = random.below(game.size(k))
        s = game.unindex(i, k)
        if game.slice(s) != k:
            holes += 1
            continue
        assert game.index(s) == i
        assert game.parse(game.notation(s)) == s
        turned = game.parse(exchanged(game.notation(s)))
        assert (game.index(turned), game.slice(turned)) == (i, k)
    assert holes < 200, "numbers without a position have two men on one square"


def exchanged(fen: str) -> str:
    """Return a position with the colours exchanged and the board turned round."""
    mover, white, black = fen.split(":")

    def turned(pieces: str) -> str:
        numbers = [(piece[:1] == "K", int(piece.lstrip("K"))) for piece in pieces[1:].split(",")]
        return ",".join(("K" if is_king else "") + str(33 - number) for is_king, number in numbers)

    return f"{'B' if mover == 'W' else 'W'}:W{turned(black)}:B{turned(white)}"


def test_what_is_no_slice_is_refused() -> None:
    game: Any = kibitz.load("checkers")
    for name in ("K", "KvQ", "KKKKKvKKKK", "vK", ""):
        with pytest.raises(InputError):
            game.parse_slice(name)


@pytest.mark.conformance
def test_all_values_of_four_pieces_follow(tables: Tables) -> None:
    build(tables, slices(4), Work(threads=2), GO_ON)
    for name in slices(4):
        assert verify(tables, tables.table(tables.canonical(name)), GO_ON) is None


def arrangements(rows: int, black_men: int, black_kings: int, white_men: int, white_kings: int) -> int:
    """Return how many ways there are to put these pieces on a board, men not where they are crowned."""
    each = rows // 2
    middle, found = rows * each - 2 * each, 0
    for black in range(black_men + 1):  # on the first row, where White's men cannot stand
        for white in range(white_men + 1):  # on the last row
            ways = comb(each, black) * comb(each, white) * comb(middle, black_men - black)
            found += ways * comb(middle - black_men + black, white_men - white)
    left = rows * each - black_men - white_men
    return found * comb(left, black_kings) * comb(left - black_kings, white_kings)


def test_six_by_six_squares_have_all_their_positions_and_values_that_follow(tmp_path: Path) -> None:
    tables = Tables(kibitz.load("checkers:rows=6"), tmp_path)
    build(tables, ["KvK", "KMvM", "MMvM"], Work(), GO_ON)
    for name, expected in {
        "KvK": arrangements(6, 0, 1, 0, 1),
        "KMvM": arrangements(6, 1, 1, 1, 0) * 2,
        "MMvM": arrangements(6, 2, 0, 1, 0) * 2,
    }.items():
        values = tables.table(tables.canonical(name)).values()
        assert int((values != HOLE).sum()) == expected
        assert verify(tables, tables.table(tables.canonical(name)), GO_ON) is None
