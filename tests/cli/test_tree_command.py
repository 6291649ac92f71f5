"""`kibitz tree`: files of pictures; `--steps` with the arrow keys at a terminal, a list of steps anywhere else."""

from __future__ import annotations

import signal
import sys
import termios
from pathlib import Path

import pytest
from commands import kibitz, refusal
from terminals import terminal

STEPS = ("tree", "tree", "--agent", "alphabeta", "--steps")
LAST = 33
"""Alpha-beta on the lectures' tree has so many steps."""


def test_keys_move_through_the_search() -> None:
    with terminal(*STEPS) as shown:
        assert "Nothing has been looked at yet." in shown.screen("q quit")
        shown.press("\x1b[C")
        assert "root: look at this MAX node, window [-∞, ∞]" in shown.screen("step 1 of 33")
        shown.press("n ")
        assert "a1 b1: look at this leaf" in shown.screen("step 3 of 33")
        shown.press("\x1b[D")
        assert "a1 ▼  [-∞, ∞]  <- now" in shown.screen("step 2 of 33")
        shown.press("p\x1b[Dp")
        shown.screen("step 0 of 33")
        shown.press("\x1b[F")
        assert "root: chooses a1" in shown.screen("step 33 of 33")
        shown.press("n\x1b[D")
        shown.screen("step 32 of 33")
        shown.press("\x1b[H")
        shown.screen("step 0 of 33")
        shown.press("\x1b[6~nnn\x1bOC")
        shown.screen("step 14 of 33")
        shown.press("x")
        shown.press("n" * 4)
        assert "a2: 2 <= alpha 3, so c2, c3 are not looked at" in shown.screen("step 18 of 33")
        shown.press("q")
        assert shown.end() == 0
        left = shown.written.rpartition("\x1b[?1049l")[2]
        assert "step 18 of 33  a2: 2 <= alpha 3" in left
        assert "c2, c3 not looked at: 2 <= alpha 3" in left, "the tree stays on the screen"


def test_a_low_terminal_shows_the_part_around_the_step() -> None:
    with terminal(*STEPS, "--step", "24", rows=9) as shown:
        lines = shown.screen("q quit").splitlines()
        assert len(lines) == 9
        assert any("<- now" in line for line in lines)
        assert not any(line.startswith("▲ 3") for line in lines)
        shown.press("q")
        assert shown.end() == 0


def test_ctrl_c_leaves_and_the_terminal_is_as_before() -> None:
    with terminal(*STEPS) as shown:
        shown.screen("q quit")
        shown.press("p")
        shown.press("n")
        shown.screen("step 1 of 33")
        assert termios.tcgetattr(shown.master)[3] & (termios.ICANON | termios.ECHO) == 0, "keys are read as they are pressed"
        shown.running.send_signal(signal.SIGINT)
        assert shown.end() == 0
        assert "step 1 of 33" in shown.written.rpartition("\x1b[?1049l")[2]
        assert termios.tcgetattr(shown.master)[3] & (termios.ICANON | termios.ECHO) == termios.ICANON | termios.ECHO


def test_without_a_terminal_the_steps_are_listed() -> None:
    lines = kibitz("tree", "tree", "--agent", "alphabeta", "--steps").out.splitlines()
    assert lines[0] == " 1  root: look at this MAX node, window [-∞, ∞]"
    assert lines[17] == "18  a2: 2 <= alpha 3, so c2, c3 are not looked at"
    assert lines[LAST - 1 : LAST + 2] == ["33  root: chooses a1", "", "▲ 3  [3, ∞]"]
    some = kibitz("tree", "tree", "--agent", "alphabeta", "--steps", "--step", "3").out.splitlines()
    assert some[2:5] == [" 3  a1 b1: look at this leaf, window [-∞, ∞]", "", "▲  [-∞, ∞]"]


@pytest.mark.parametrize(
    ("game", "agent", "line"),
    [
        ("tree:name=mixed", "expectiminimax", "safe sure: look at this MIN node, probability 1"),
        ("tree:name=mixed", "expectiminimax:pruning=star1", "coin tails: -2 <= alpha 0, so 2 is not looked at"),
        ("tree:name=three_players", "maxn", "left left: look at this player 3 node"),
        ("tree:name=shared", "minimax:depth=1", "north: an estimate, value 1.5"),
        ("vacuum", "andor", "Suck cleaned Left: the state stands above already, no plan"),
        ("tree:name=mixed", "uct:sims=3", "safe: visits 1, mean 7"),
        ("tree:name=mixed", "uct:sims=3", "safe: a random game of 2 moves ends with 7"),
    ],
)
def test_what_happened(game: str, agent: str, line: str) -> None:
    lines = [text.partition("  ")[2] for text in kibitz("tree", game, "--agent", agent, "--steps").out.splitlines()]
    assert line in [text.strip() for text in lines]


def test_steps_are_not_for_programs() -> None:
    assert "--steps is for people" in refusal(kibitz("tree", "tree", "--steps", "--json"))


def test_a_step_that_does_not_exist_is_refused() -> None:
    for step in ("34", "-1"):
        assert "33" in refusal(kibitz("tree", "tree", "--agent", "alphabeta", "--steps", "--step", step))


@pytest.mark.parametrize(
    ("name", "start"), [("a.png", b"\x89PNG"), ("a.pdf", b"%PDF"), ("a.svg", b"<svg"), ("a.txt", "▲".encode())]
)
@pytest.mark.parametrize("option", ["--out", "-o", "--svg"])
def test_the_name_of_the_file_says_what_is_written(name: str, start: bytes, option: str, tmp_path: Path) -> None:
    file = tmp_path / name
    answer = kibitz("tree", "tree", "--agent", "alphabeta", option, str(file))
    assert (answer.code, answer.out) == (0, f"wrote {file}\n")
    assert file.read_bytes().startswith(start)


def test_a_picture_without_its_library_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    complaint = refusal(kibitz("tree", "tree", "--agent", "alphabeta", "--out", str(tmp_path / "tree.png")))
    assert complaint == "kibitz: PNG pictures need a library that is not installed: pip install 'kibitz[pictures]'"
    assert not list(tmp_path.iterdir())
