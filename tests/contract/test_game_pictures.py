"""What people see of a position, as text and as a picture, is the position."""

from __future__ import annotations

import re

import pytest

from kibitz.core.marks import sides_of
from kibitz.core.registry import load
from kibitz.games._drawing import CELL, DIRT, HOLE, PLAYERS

TEXTS = [
    ("connect_four:width=4,height=3,connect=3", "212", ". . . .\n. x . .\no x . .\n1 2 3 4"),
    ("tic_tac_toe", "x.o/.x./...", "  a b c\n1 x . o\n2 . x .\n3 . . ."),
    ("mnk:width=2,height=10", "x." + "/.." * 9, "   a b\n 1 x .\n 2 . .\n"),
    ("nim", "3+0+2:2", "a 3 ooo\nb 0\nc 2 oo"),
    ("pig", "41+21-49", "player 1:  41 of 100  + 21 this turn\nplayer 2:  49 of 100"),
    ("pig", "41-49+21?", "player 1:  41 of 100\nplayer 2:  49 of 100  + 21 this turn, the die rolls"),
    ("vacuum", "Cd", "|< >| * |"),
    ("vacuum", "1:Suck", "|<*>| * | Suck ..."),
]


@pytest.mark.parametrize(("spec", "position", "text"), TEXTS)
def test_text(spec: str, position: str, text: str) -> None:
    game = load(spec)
    assert game.show(game.parse(position)).startswith(text)


def test_wide_boards_keep_their_columns_below_each_other() -> None:
    game = load("connect_four:width=10,height=2,connect=3")
    lines = game.show(game.parse("10,1")).splitlines()
    assert lines[1].index("o") == lines[2].index("1")
    assert lines[1].index("x") == lines[2].index("10") + 1


def discs(spec: str, position: str, colour: str) -> set[tuple[int, int]]:
    """Return the cells (x, y) in which a disc or a ring of this colour is drawn."""
    game = load(spec)
    circle = rf'<circle cx="(\d+)" cy="(\d+)" [^>]*(?:fill|stroke)="{colour}"'
    found = re.findall(circle, game.svg(game.parse(position)) or "")
    return {(int(x) // CELL, int(y) // CELL) for x, y in found}


def test_pictures() -> None:
    assert discs("connect_four", "4453", PLAYERS[0]) == {(3, 5), (4, 5)}
    assert discs("connect_four", "4453", PLAYERS[1]) == {(3, 4), (2, 5)}
    assert len(discs("connect_four", "4453", HOLE)) == 42 - 4
    assert discs("tic_tac_toe", "x.o/.x./...", PLAYERS[1]) == {(3, 1)}
    assert discs("nim", "3+0+2", PLAYERS[1]) == {(1, 0), (2, 0), (3, 0), (1, 2), (2, 2)}
    assert discs("vacuum:squares=3", "dCd", PLAYERS[2]) == {(1, 0)}


@pytest.mark.parametrize(
    ("spec", "labels"), [("connect_four", "1234567"), ("tic_tac_toe", "abc123"), ("nim", "abc"), ("vacuum", "")]
)
def test_labels(spec: str, labels: str) -> None:
    game = load(spec)
    assert re.findall("<text[^>]*>(.)</text>", game.svg(game.initial()) or "") == list(labels)


def test_pictures_of_marks_and_dirt() -> None:
    game = load("mnk:width=4,height=4,players=4")
    drawn = game.svg(game.parse("xots/x.../..../....")) or ""
    assert [drawn.count(f'"{colour}"') for colour in PLAYERS] == [2, 1, 1, 1]
    floor = load("vacuum:squares=3")
    assert re.findall('<rect [^>]*fill="(#.*?)"', floor.svg(floor.parse("dCd")) or "") == [DIRT, HOLE, DIRT]


SIDES = [
    ("connect_four", "4", "Red", "Yellow"),
    ("tic_tac_toe", "x../.../...", "X", "O"),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "White", "Black"),
    ("go:size=5", "C3", "Black", "White"),
    ("checkers", "B:WK32:B1,2", "Black", "White"),
    ("backgammon", "initial", "White", "Black"),
    ("chinese_checkers", "initial", "Red", "Yellow"),
    ("pacman:layout=testClassic", "initial", "Pacman", "Ghost 1"),
    ("pig", "41+21-49", "Player 1", "Player 2"),
    ("dobutsu", "initial", "Red", "Yellow"),
    ("morris", "initial", "Red", "Yellow"),
]


@pytest.mark.parametrize(("spec", "position", "first", "second"), SIDES)
def test_the_players_are_named_and_coloured_as_their_pieces(spec: str, position: str, first: str, second: str) -> None:
    game = load(spec)
    drawn = game.svg(game.initial() if position == "initial" else game.parse(position)) or ""
    sides = sides_of(drawn)
    assert len(sides) == game.players
    assert [name for name, _ in sides[:2]] == [first, second]
    assert all(f'"{colour}"' in drawn for _, colour in sides[:1])


@pytest.mark.parametrize("spec", ["connect_four", "tic_tac_toe", "mnk:width=9,height=7", "nim:piles=9+9", "vacuum:squares=5"])
def test_everything_drawn_lies_inside(spec: str) -> None:
    game = load(spec)
    drawn = game.svg(game.initial()) or ""
    left, top, width, height = map(int, re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', drawn).groups())  # type: ignore[union-attr]
    places = [(int(x), int(y)) for x, y in re.findall(r'(?:cx|x)="(\d+)" (?:cy|y)="(\d+)"', drawn)]
    assert places
    assert all(left <= x < left + width and top <= y < top + height for x, y in places)
