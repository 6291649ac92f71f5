"""Positions and moves of checkers as text: FEN in and out, names of moves, what is refused, and what people see."""

from __future__ import annotations

import re

import pytest

from kibitz.core.errors import IllegalMoveError, PositionError
from kibitz.games._drawing import CELL
from kibitz.games.checkers import Checkers
from kibitz.games.checkers.drawing import COLOURS, CROWN

GAME = Checkers()
START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


@pytest.mark.parametrize("fen", [START, "B:W18,24,K31:B12,K20", "W:WK1,5:B28,K32:H7", "W:W12:B", "B:W:BK32:H12"])
def test_fen_is_read_and_written(fen: str) -> None:
    assert GAME.notation(GAME.parse(fen)) == fen


def test_fen_is_read_in_any_order_and_case() -> None:
    expected = GAME.parse("B:W18,24,K31:B12,K20")
    for text in ("B:B12,K20:W18,24,K31", "b:w24,k31,18:bk20,12", " B:W18,24,K31:B12,K20. ", "B:W18,24,K31:B12,K20:H0"):
        assert GAME.parse(text) == expected
    assert GAME.parse("W:W18,24,K31:B12,K20") != expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("X:W18:B12", "not a position such as B:W18,24,K31:B12,K20"),
        ("B:W18", "not a position"),
        ("B:W18:W12", "not a position"),
        ("B:W18:B12:H", "not a position"),
        ("B:W18:B12:H1:H2", "not a position"),
        ("B:H1:B12:W18", "not a position"),
        (":", "not a position"),
        ("B:W0:B12", "'0' in .* is not a square from 1 to 32"),
        ("B:W33:B12", "'33' in .* is not a square"),
        ("B:WQ3:B12", "'Q3' in .* is not a square"),
        ("B:W18,:B12", "'' in .* is not a square"),
        ("B:W18-20:B12", "'18-20' in .* is not a square"),
        ("B:W18,18:B12", "two pieces on square 18"),
        ("B:W18:BK18", "two pieces on square 18"),
        ("B:W3:B12", "has a white man on its king row: write K3 for a king"),
        ("B:W18:B29", "has a black man on its king row: write K29 for a king"),
        ("B:W18:B1,2,3,4,5,6,7,8,9,10,11,12,13", "more than 12 pieces on one side"),
    ],
)
def test_impossible_positions_are_refused(text: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        GAME.parse(text)


def test_positions_after_moves() -> None:
    line = "11-15 22-18 15x22 25x18 8-11 29-25"
    numbered = "1. 11-15 22-18 2. 15x22 25x18 3.8-11 29-25"
    assert GAME.parse(line) == GAME.parse(numbered) == GAME.parse(line.replace(" ", ","))
    assert GAME.notation(GAME.parse(line)) == "B:W18,21,23,24,25,26,27,28,30,31,32:B1,2,3,4,5,6,7,9,10,11,12"
    assert GAME.parse("") == GAME.initial()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("11-15 11-15", "move 2 of '11-15 11-15': unknown move '11-15'"),
        ("11-14", "move 1 of .*did you mean"),
        ("11-15 22-18 8-11", "move 3 of .*known: 15x22"),
    ],
)
def test_impossible_moves_are_refused(text: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        GAME.parse(text)


def test_captures_by_their_first_and_last_square() -> None:
    s = GAME.parse("B:W18,26,17:B15,13")
    assert GAME.action_name(s, GAME.parse_action(s, "15x31")) == "15x22x31"
    assert GAME.parse_action(s, "15x31") == GAME.parse_action(s, "15x22x31") != GAME.parse_action(s, "13x22x31")
    for text in ("15x22", "15-31", "15x31x22", "15x", "x", "", "15x22x31x"):
        with pytest.raises(IllegalMoveError):
            GAME.parse_action(s, text)


def test_captures_that_are_not_clear_are_refused() -> None:
    ring = GAME.parse("B:W9,10,17,18:BK6")
    with pytest.raises(IllegalMoveError, match=r"'6x6' is not clear; say which way: 6x\d+x22x\d+x6 or 6x\d+x22x\d+x6"):
        GAME.parse_action(ring, "6x6")
    assert GAME.parse_action(ring, "6x13x22x15x6") != GAME.parse_action(ring, "6x15x22x13x6")


def test_no_move_after_the_end() -> None:
    with pytest.raises(IllegalMoveError, match="known: none"):
        GAME.parse_action(GAME.parse("B:WK32:BK1:H80"), "1-6")


BOARD_TEXT = """\
 1    B   .   .   .   4
 5  b   .   .   .     8
 9    .   .   w   b  12
13  .   .   .   .    16
17    .   w   .   B  20
21  .   .   .   w    24
25    .   .   .   .  28
29  .   .   W   .    32
White to move"""


def test_text() -> None:
    assert GAME.show(GAME.parse("W:W11,18,24,K31:BK1,5,12,K20:H7")) == BOARD_TEXT
    assert GAME.show(GAME.initial()).endswith("Black to move")


def test_picture() -> None:
    drawn = GAME.svg(GAME.parse("W:W11,18,24,K31:BK1,5,12,K20"))
    found = re.findall(r'<circle cx="(\d+)" cy="(\d+)" r="\d+" fill="(\S+)"/>', drawn)
    places = {(int(x) // CELL, int(y) // CELL): COLOURS.index(colour) for x, y, colour in found}
    assert places == {(1, 0): 0, (0, 1): 0, (5, 2): 1, (7, 2): 0, (3, 4): 1, (7, 4): 0, (6, 5): 1, (4, 7): 1}
    assert drawn.count(CROWN) == 3
    numbers = re.findall(r'<text x="(\d+)" y="(\d+)"[^>]*>(\d+)</text>', drawn)
    assert [int(number) for *_, number in numbers] == list(range(1, 33))
    assert (numbers[0][:2], numbers[31][:2]) == ((str(CELL + 2), "8"), (str(6 * CELL + 2), str(7 * CELL + 8)))
