"""Pacman on a terminal: lines for walls, colours for everybody, keys as they are pressed."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import time

import pytest
from commands import kibitz
from rich.live import Live
from terminals import terminal

from kibitz.cli.keys import keys_at_once
from kibitz.cli.pacman import screen, table
from kibitz.cli.pacman.keyboard import KeyboardPacman, Left
from kibitz.cli.pacman.screen import Maze, Screen
from kibitz.core.game import play
from kibitz.core.randomness import Random
from kibitz.games.pacman import ACTIONS, Pacman, State
from kibitz.games.pacman.layout import read_layout
from kibitz.pacman import play_game

DRAWING = """%%%%%%%%%
%P o  G%%
%.%%% %%%
%.%%%   %
%. . % G%
%%%%%%%%%"""


def maze() -> Pacman:
    return Pacman.of(read_layout("test", DRAWING))


def test_walls_are_lines_around_blocks() -> None:
    game = maze()
    assert Maze(game).picture(game.initial()).plain.splitlines() == [
        "╭─────────────╮  ",
        "│ >   ●     ∩ │  ",
        "│ · ╭───╮   ╶─┴─╮",
        "│ · ╰───╯       │",
        "│ ·   ·   ╷   ∩ │",
        "╰─────────┴─────╯",
        "Score: 0",
    ]


def test_a_wall_that_stands_alone_is_a_pillar() -> None:
    game = Pacman.of(read_layout("test", "%%%%%\n%P  %\n% % %\n%  .%\n%%%%%"))
    assert Maze(game).picture(game.initial()).plain.splitlines()[2] == "│   ▪   │"


def test_a_larger_maze_has_the_same_lines() -> None:
    game = maze()
    lines = Maze(game, 2).picture(game.initial()).plain.splitlines()
    assert lines[0].rstrip() == "╭" + "─" * 27 + "╮"
    assert lines[1].rstrip() == "│" + " " * 27 + "│"
    assert (len(lines), lines[2][4]) == (2 * 5 + 1 + 1, ">")


def test_scared_ghosts_change_their_colour_and_stand_between_cells() -> None:
    game = maze()
    s: State = play(game, game.initial(), "East West West East West North")  # type: ignore[arg-type]
    drawn = Maze(game).picture(s)
    assert s.timers == (39, 39)
    assert drawn.plain.splitlines()[1] == "│     <  ∩    │  "
    styles = [str(span.style) for span in drawn.spans if drawn.plain[span.start : span.end] == "∩"]
    assert styles == [screen.SCARED] * 2


def test_every_round_is_shown_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first picture, one when all have moved, and one more after the next round."""
    pictures: list[str] = []
    monkeypatch.setattr(Live, "update", lambda live, picture, refresh: pictures.append(picture.plain))
    game = maze()
    s = game.initial()
    with Screen(game, 0.0) as show:
        for move in [None, "South", "West", "West", "South", "West", "North"]:
            s = s if move is None else game.result(s, ACTIONS.index(move))
            show(s)
    assert [picture.splitlines()[-1] for picture in pictures] == ["Score: 0", "Score: 9", "Score: 18"]


def pressed(keys: bytes, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what Pacman does at the start when these keys are pressed."""
    master, slave = pty.openpty()
    game = maze()
    with open(slave) as terminal:
        monkeypatch.setattr("sys.stdin", terminal)
        with keys_at_once():
            os.write(master, keys)
            select.select([terminal], [], [], 60 if keys else 0)  # a terminal passes keys on in its own time
            choice = KeyboardPacman(game).choose(game.initial(), Random())
    os.close(master)
    return ACTIONS[choice.action]


@pytest.mark.parametrize(
    ("keys", "action"),
    [
        (b"\x1b[C", "East"),
        (b"\x1b[B", "South"),
        (b"d", "East"),
        (b"S", "South"),
        (b"a", "Stop"),
        (b"", "Stop"),
        (b"dxs", "South"),
    ],
)
def test_keys(keys: bytes, action: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key towards a wall changes nothing, and of several keys the last counts."""
    assert pressed(keys, monkeypatch) == action


def test_the_end_of_the_input_leaves_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Left):
        pressed(b"\x04", monkeypatch)


def test_an_interrupt_sums_up_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    played = iter(range(2))

    def once(*given: object) -> object:
        if next(played) == 1:
            raise KeyboardInterrupt
        return play_game(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(table, "play_game", once)
    answer = kibitz("pacman", "-p", "ReflexAgent", "-l", "testClassic", "-q", "-n", "5")
    assert (answer.code, answer.out.count("Pacman ")) == (0, 1)
    assert "/1 (" in answer.out


def test_a_game_at_a_terminal_begins_with_the_first_key() -> None:
    with terminal("pacman", "-l", "testClassic", "-k", "1", "-f", "--frameTime", "0.01") as shown:
        shown.screen("Press an arrow key, or w a s d, to begin; q stops Pacman, Ctrl-C leaves the game.")
        shown.press("xyz")
        time.sleep(0.5)
        assert set(re.findall(r"Score: -?\d+", shown.screen("Score: 0"))) == {"Score: 0"}, "nobody moves yet"
        shown.press("\x1b[A")
        shown.screen("Score: -1")
        shown.press("\x04")
        shown.screen("The game is left unfinished.")
        assert shown.end() == 0


def test_waiting_for_a_key_is_no_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    game = maze()
    monkeypatch.setattr("sys.stdin", io.StringIO("South\n"))
    player = KeyboardPacman(game)
    player.prepare()
    choice = player.choose(game.initial(), Random())
    assert (ACTIONS[choice.action], choice.seconds) == ("South", 0.0)
