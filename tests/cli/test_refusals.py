"""Bad input is refused in one line with exit code 2."""

from __future__ import annotations

import os
import re
import warnings
from pathlib import Path

import pytest
from commands import kibitz, process, refusal

from kibitz.cli.errors import BAD_INPUT
from kibitz.core.decision import Paths
from sample_game import LISTS, SOUND, line_of

LONG_NAME = "a" * 300


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["analyse", "chesss"], "unknown game 'chesss'"),
        (["analyse", "tic_tac_to"], "did you mean tic_tac_toe?"),
        (["analyse", "nim", "--agent", "alphabetta"], "did you mean alphabeta?"),
        (["analyse", "nim", "--agent", "minimax:dept=3"], "did you mean depth?"),
        (["analyse", "nim", "--agent", "human"], "a human plays (kibitz play) and is not asked"),
        (["experiment", "monotone", "--games", "-1"], "games must be at least 1, not -1"),
        (["check", "nim", "--games", "0"], "--games must be at least 1, not 0"),
        (["analyse", "nim", "--agent", "minimax:depth=x"], "must be a whole number"),
        (["analyse", "nim", "--agent", "minimax:depth=0"], "depth must be positive"),
        (["analyse", "connect_four:widht=6"], "did you mean width?"),
        (["analyse", "connect_four:width=0"], "at least 1"),
        (["analyse", "connect_four", "4459"], "not a column from 1 to 7"),
        (["analyse", "connect_four", "4444444"], "column 4 is full"),
        (["analyse", "tic_tac_toe", "xxx"], "xxx"),
        (["analyse", "backgammon", "vm4YAgIZP3A²oW"], "is not a position ID"),
        (["analyse", LONG_NAME], "unknown game"),
        (["analyse", f"{LONG_NAME}.py"], "there is no file"),
        (["analyse", f"{LONG_NAME}.tree"], "cannot be read: File name too long"),
        (["analyse", f"pacman:layout={LONG_NAME}.lay"], "unknown layout"),
        (["solve", "nim", "--results", LONG_NAME], "cannot be written: File name too long"),
        (["solve", "tic_tac_toe", "xxx/xxx/xxx"], "xxx/xxx/xxx"),
        (["perft", "tic_tac_toe", "x"], "the depth must be a whole number"),
        (["perft", "tic_tac_toe", "99999999"], "the depth must be a whole number from 0 to 999999, not '99999999'"),
        (["perft", "tic_tac_toe", "-1"], "No such option"),
        (["tree", "nim", "--out", "tree.docx"], "pictures of trees are .svg, .txt, .pdf or .png, not .docx"),
        (["analyse", "nim", "--agent", "alphabeta:tables=no_such_folder"], "tables=no_such_folder: there is no such folder"),
        (
            ["learn", "weights", "othello", "--out", "no_such_folder/x.toml"],
            "cannot be written: there is no folder",
        ),
        (["perft", "tic_tac_toe"], "Missing argument"),
        (["perft", "tic_tac_toe", "a", "b", "3"], "one word too many"),
        (["tree", "tree", "--step", "0"], "from 1 to 33"),
        (["tree", "tree", "--step", "99"], "from 1 to 33"),
        (["tree", "tree", "--agent", "alphabeta:engine=search"], "alphabeta"),
        (["tree", "tree:name=nothing"], "unknown example tree"),
        (["tree", "tic_tac_toe", "--agent", "uct:rave=9"], "uct takes rave= only with engine=search, which is not meant here"),
        (["analyse", "nim", "--agent", "uct:engine=textbook,rave=9"], "only with engine=search, which is not meant here"),
        (["analyse", "nim", "--agent", "alphabeta:threads=100000"], "threads must be at least 1 and at most 256, not 100000"),
        (["play", "nim", "--agent", "random"], "for 2 players"),
        (["play", "nim", "--second", "nobody"], "unknown agent 'nobody'"),
        (["check", "no_such_game.py"], "there is no file no_such_game.py"),
        (["frobnicate"], "No such command"),
        (["solve", "nim", "--what"], "No such option"),
        (["solve", "nim", "--seed", "many"], "--seed"),
        (["solve"], "Missing argument"),
        (["solve", "connect_four", "44", "--positions", "file"], "not both"),
    ],
)
def test_bad_words_are_refused(words: list[str], said: str) -> None:
    assert said in refusal(kibitz(*words))


def test_a_command_is_needed() -> None:
    answer = kibitz()
    assert answer.code == BAD_INPUT
    assert "Usage" in answer.out + answer.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a CHANCE: 1/2 l -> b, 1/3 r -> c\nb = 1\nc = 2\n", "bad.tree:1: "),
        ("a MAX: l -> b, r -> c\nb = 1\n", "bad.tree:1: "),
        ("a MAX: l -> b\nb MIN: l -> a\n", "bad.tree:"),
        ("what is this\n", "bad.tree:1: "),
        ("", "holds no node"),
    ],
)
def test_a_malformed_tree_is_refused(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "bad.tree").write_text(text)
    assert said in refusal(kibitz("tree", str(tmp_path / "bad.tree")))


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00\x80")
    (tmp_path / "binary.py").write_bytes(b"\xff\xfe\x00\x80")
    assert "is not a text file" in refusal(kibitz("tree", str(binary)))
    assert "is not a text file" in refusal(kibitz("solve", "nim", "--positions", str(binary)))
    assert "cannot be read" in refusal(kibitz("solve", "nim", "--positions", str(tmp_path)))
    assert "cannot be read" in refusal(kibitz("solve", "nim", "--positions", str(tmp_path / "nowhere")))
    assert "binary.py" in refusal(kibitz("solve", str(tmp_path / "binary.py")))
    assert str(tmp_path) in refusal(kibitz("tree", str(tmp_path)))


def test_a_bad_line_among_positions_is_named(tmp_path: Path) -> None:
    listed = tmp_path / "positions.txt"
    listed.write_text("44\n# fine so far\n49\n")
    answer = kibitz("solve", "connect_four", "--positions", str(listed))
    assert "positions.txt:3: " in refusal(answer)
    assert answer.out == ""


@pytest.mark.parametrize("name", ["nowhere/out.svg", ".", "\0"])
def test_a_picture_that_cannot_be_written_is_refused(name: str, tmp_path: Path) -> None:
    assert "cannot be written" in refusal(kibitz("tree", "tree", "--svg", f"{tmp_path}/{name}"))
    assert list(tmp_path.iterdir()) == []


def test_what_a_refusal_quotes_is_shortened(tmp_path: Path) -> None:
    for line in ("a" * 1_000_000, "a b " * 250_000):
        (tmp_path / "long.tree").write_text(line)
        for answer in (
            kibitz("tree", str(tmp_path / "long.tree")),
            kibitz("play", "nim", stdin=line),
            kibitz("analyse", "nim", line),
            kibitz("analyse", line),
            kibitz(line),
        ):
            assert len(refusal(answer)) < 700
            assert len(answer.out) < 2000
    assert "a line reads" in refusal(kibitz("tree", str(tmp_path / "long.tree")))


def test_a_pipe_to_which_nobody_writes_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "is a pipe to which nobody writes" in refusal(process("tree", str(pipe)))
    assert "is a pipe to which nobody writes" in refusal(process("solve", "nim", "--positions", str(pipe)))
    assert "no game record" in refusal(process("analyse", "go", str(pipe.rename(tmp_path / "pipe.sgf"))))


def test_a_pipe_with_a_writer_is_read() -> None:
    answer = process("tree", "/dev/stdin", stdin="root MAX: left -> 1, right -> 2\n")
    assert answer.out.startswith("▲ 2")


def test_a_device_is_not_replaced() -> None:
    assert "not a regular file" in refusal(kibitz("tree", "tree", "--svg", "/dev/null"))


BROKEN = {
    "no state": ("return State(s.left - a, 1 - s.player)", "return None", "None is not a State"),
    "no player": ("1 - s.player)", "s.player + 1)", "to_move returned 2"),
    "other shape": ("State(s.left - a, 1 - s.player)", "State(s.left - a, (1, 2))", "field player was 0 and is now (1, 2)"),
    "no moves": ("min(3, s.left) + 1", "1", "yielded no move"),
    "strange moves": ("yield from range(1, min(3, s.left) + 1)", 'yield "one"', "'one', which is not a whole number"),
    "raises": ("return State(s.left - a, 1 - s.player)", "return State(s.left // 0, 0)", "ZeroDivisionError"),
}


@pytest.mark.parametrize("fault", BROKEN)
@pytest.mark.parametrize("command", ["solve", "analyse", "play", "tree", "perft"])
def test_a_game_that_breaks_the_contract_is_refused_with_the_line(fault: str, command: str, tmp_path: Path) -> None:
    right, wrong, said = BROKEN[fault]
    assert right in SOUND
    (tmp_path / "broken.py").write_text(SOUND.replace(right, wrong))
    line = refusal(kibitz(command, str(tmp_path / "broken.py"), *(["3"] if command == "perft" else [])))
    assert said in line
    found = re.search(r"broken\.py:(\d+): ", line)
    assert found is not None
    assert line_of(tmp_path / "broken.py", "def initial") <= int(found[1]) <= line_of(tmp_path / "broken.py", "def utility")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import nothing_of_that_name\n", "game.py:1: ModuleNotFoundError"),
        ("def broken(:\n", "game.py:1: "),
        ("raise SystemExit(0)\n", "sys.exit"),
        ("x = 1\n", "holds no game"),
        ("import kibitz\n@kibitz.game(players=2)\nclass G:\n    pass\n", "has no method initial"),
    ],
)
def test_a_file_that_is_no_game_is_refused(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(text)
    assert said in refusal(kibitz("solve", str(tmp_path / "game.py")))


def test_a_search_deeper_than_python_allows_is_refused(tmp_path: Path) -> None:
    game = SOUND.replace("yield from range(1, min(3, s.left) + 1)", "yield 1")
    (tmp_path / "long.py").write_text(game)
    line = refusal(kibitz("analyse", f"{tmp_path}/long.py:pile=100000", "--agent", "minimax:engine=textbook"))
    assert "recurse" in line


def test_refused_in_a_process_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(SOUND.replace("1 - s.player)", "1 // (s.left - s.left))"))
    answer = process("solve", "broken.py", cwd=tmp_path)
    line = line_of(tmp_path / "broken.py", "s.left - s.left")
    told = "result raised ZeroDivisionError: integer division or modulo by zero, for State(left=10, player=0)"
    assert refusal(answer) == f"kibitz: broken.py:{line}: {told}"
    assert answer.out == ""


def test_a_warning_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def warned(*_: object, **__: object) -> Paths:
        warnings.warn("something\nis odd", UserWarning, stacklevel=1)
        return Paths(5, 0)

    monkeypatch.setattr("kibitz.search.perft.perft", warned)
    answer = kibitz("perft", "nim", "1", "--json")
    assert (answer.code, answer.err, answer.json["nodes"]) == (0, "warning: something is odd\n", 5)


def test_a_position_that_begins_with_a_dash_goes_after_two() -> None:
    squares = "-----OX--XO----- X"
    assert "put -- before a position that begins with a dash" in refusal(kibitz("perft", "othello:size=4", squares, "1"))
    assert kibitz("perft", "othello:size=4", "--json", "--", squares, "1").json["nodes"] == 4
    assert "dash" not in refusal(kibitz("perft", "othello:size=4", "1", "--jsn"))


def test_options_of_the_fast_version_are_refused_for_a_game_that_does_not_compile(tmp_path: Path) -> None:
    file = tmp_path / "lists.py"
    file.write_text(LISTS)
    said = refusal(kibitz("analyse", str(file), "--agent", "uct:rave=9"))
    assert "uct takes rave= only with engine=search, which cannot play this game: " in said


def test_a_file_of_the_name_is_suggested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "did you mean" not in refusal(kibitz("solve", "race"))
    (tmp_path / "race.py").write_text(SOUND)
    assert "unknown game 'race' (did you mean race.py?)" in refusal(kibitz("solve", "race"))
    assert "unknown agent 'race' (did you mean race.py?)" in refusal(kibitz("analyse", "nim", "--agent", "race"))


@pytest.mark.parametrize("command", ["tree", "solve", "analyse"])
def test_a_list_that_breaks_off_is_refused_in_words(command: str, tmp_path: Path) -> None:
    (tmp_path / "sound.py").write_text(SOUND)
    line = refusal(kibitz(command, str(tmp_path / "sound.py"), "[1,"))
    assert line == "kibitz: position '[1,' is not a complete JSON list of the state's fields, such as [10, 0]"
