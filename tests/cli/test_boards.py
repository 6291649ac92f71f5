"""Boards in the terminal: figures, colours, the side of the board, the last move; values in the game's unit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands import kibitz
from rich.color import Color, ColorSystem
from rich.console import Console
from terminals import terminal

from kibitz.cli import boards
from kibitz.cli.boards import board
from kibitz.core.registry import load
from kibitz.core.reports import value_and_unit, value_text
from kibitz.session import Session

AFTER_E4 = """\
1 R N B K Q B N R
2 P P P(.)P P P P
3 . . . . . . . .
4 . . .(P). . . .
5 . . . . . . . .
6 . . . . . . . .
7 p p p p p p p p
8 r n b k q b n r
  h g f e d c b a
black to move"""

LANES = """
from typing import NamedTuple

import kibitz
from kibitz.core.boards import Board, Cell


class State(NamedTuple):
    places: tuple[int, int]
    player: int


@kibitz.game(players=2)
class Lanes(NamedTuple):
    def initial(self):
        return State((0, 2), 0)

    def to_move(self, s):
        return s.player

    def actions(self, s):
        yield 0

    def result(self, s, a):
        places = (s.places[0] + 1, s.places[1]) if s.player == 0 else (s.places[0], s.places[1] - 1)
        return State(places, 1 - s.player)

    def is_terminal(self, s):
        return s.places[0] == s.places[1]

    def utility(self, s, player):
        return 0.0

    def action_name(self, s, a):
        return "on"

    def cells(self, s, a):
        return (f"c{s.places[0] + 1 if s.player == 0 else s.places[1] - 1}",)

    def board_cells(self, s, player):
        cells = [Cell(f"c{place}", "xo"[s.places.index(place)] if place in s.places else ".") for place in range(3)]
        return Board((tuple(cells if player == 0 else cells[::-1]),), ("lane",), ("1", "2", "3"))
"""


def opened(*moves: str) -> Session:
    """Return a game of chess after some moves."""
    session = Session("chess")
    for move in moves:
        session.play(move)
    return session


def drawn(out: Console, session: Session, player: int) -> str:
    """Return the board as it is written on a screen, the last move marked."""
    last = session.history[-1]
    with out.capture() as captured:
        out.print(board(out, session.game, session.state, player, session.game.cells(last.state, last.action)))  # type: ignore[attr-defined]
    return captured.get().rstrip()


def test_letters_and_brackets_where_there_is_no_terminal() -> None:
    assert drawn(Console(force_terminal=False, soft_wrap=True), opened("e4"), 1) == AFTER_E4


def test_figures_on_a_terminal_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "is_unicode", lambda: True)
    lines = drawn(Console(force_terminal=True, color_system=None, soft_wrap=True), opened("e4"), 0).splitlines()
    assert lines[0] == "8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"
    assert lines[4] == "4 . . . .(♙). . ."
    monkeypatch.setattr(boards, "is_unicode", lambda: False)
    assert drawn(Console(force_terminal=True, color_system=None, soft_wrap=True), opened("e4"), 1) == AFTER_E4


def test_coloured_squares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "is_unicode", lambda: True)
    session = opened("e4", "d5", "exd5")
    last = session.history[-1]
    text = board(Console(force_terminal=True, color_system="truecolor"), session.game, session.state, 0, ("e4", "d5"))
    assert session.game.cells(last.state, last.action) == ("e4", "d5")  # type: ignore[attr-defined]
    rows = text.plain.splitlines()
    assert rows[3] == "5           ♙             "
    grounds = [str(span.style) for span in text.spans if " on " in str(span.style)]
    light, dark, marked_light, marked_dark = (
        sum(style.endswith(ground) for style in grounds)
        for ground in (boards.LIGHT, boards.DARK, boards.MARKED_LIGHT, boards.MARKED_DARK)
    )
    assert (light, dark, marked_light, marked_dark) == (30, 32, 2, 0), "both squares of the capture are light"
    assert rows[-1] == "black to move"


@pytest.mark.parametrize("system", [ColorSystem.STANDARD, ColorSystem.EIGHT_BIT, ColorSystem.TRUECOLOR])
def test_the_colours_differ_on_every_terminal(system: ColorSystem) -> None:
    named = (boards.INK, boards.LIGHT, boards.DARK, boards.MARKED_LIGHT, boards.MARKED_DARK)
    assert len({Color.parse(name).downgrade(system) for name in named}) == len(named)


def test_black_sits_opposite_where_only_black_is_human() -> None:
    out = kibitz("play", "chess", "--first", "random", "--second", "human", stdin="quit\n").out
    assert "8 r n b k q b n r\n  h g f e d c b a\nblack to move\nsecond to move>" in out
    both = kibitz("play", "chess", "--second", "human", stdin="e4\nquit\n").out
    assert "2 P P P P(.)P P P\n1 R N B Q K B N R\n  a b c d e f g h\nblack to move\nsecond to move>" in both


def test_at_a_terminal() -> None:
    with terminal("play", "chess", "--second", "human", COLORTERM="truecolor", TERM="xterm-256color") as shown:
        shown.screen("first to move> ")
        shown.press("e4\n")
        assert "8  ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜ " in shown.screen("second to move> ")
        assert "48;2;" in shown.written
        shown.press("quit\n")
        assert shown.end() == 0
    with terminal("play", "chess", "--second", "human", PYTHONIOENCODING="ascii", TERM="dumb") as shown:
        assert "8 r n b q k b n r" in shown.screen("first to move> ")


def test_any_game_may_tell_its_cells(tmp_path: Path) -> None:
    (tmp_path / "lanes.py").write_text(LANES)
    out = kibitz("play", str(tmp_path / "lanes.py"), "--first", "random", "--second", "human", stdin="quit\n").out
    assert "lane o(x).\n     1 2 3\nsecond to move>" in out
    game = load(str(tmp_path / "lanes.py"))
    text = board(Console(force_terminal=True, color_system="truecolor"), game, game.initial(), 0, ("c0",))
    assert [str(span.style) for span in text.spans] == ["dim", "reverse", "dim", "bold yellow", "dim"]


def test_values_of_chess_are_in_pawns() -> None:
    game = load("chess")
    assert value_text(game, 28 / 428) == "+0.28"
    assert value_text(game, -250 / 650) == "-2.50"
    assert [value_text(game, value) for value in (1.0, -1.0, 0.0, -1e-9)] == ["win", "loss", "+0.00", "+0.00"]
    assert value_and_unit(game, 28 / 428) == "+0.28 pawns"
    assert value_text(load("nim"), 0.25) == value_and_unit(load("nim"), 0.25) == "0.25"


ENGINE = "alphabeta:depth=1,engine=textbook"


def test_pawns_in_play_and_analyse() -> None:
    out = kibitz("play", "chess", "--second", ENGINE, stdin="e4\nquit\n").out
    assert re.search(rf"second: \w+ \({ENGINE}, value [+-]\d\.\d\d pawns\)", out)
    decision = kibitz("analyse", "chess", "--agent", ENGINE, "--json").json
    lines = kibitz("analyse", "chess", "--agent", ENGINE).out.splitlines()
    (row,) = (line for line in lines if line.startswith("value "))
    value = decision["value"]
    assert row.split() == ["value", f"{4 * value / (1 - abs(value)):+.2f}", "pawns"], "JSON has the utility"
