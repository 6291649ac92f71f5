"""Games that are saved and gone on with: `save FILE` in a game, `--load FILE` for the next one."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import kibitz, refusal
from terminals import terminal

from kibitz.session import Session


@pytest.mark.parametrize(
    ("game", "file", "moves", "begins"),
    [
        ("chess", "game.pgn", ["e4", "e5", "Nf3"], "[Event"),
        ("checkers", "game.pdn", ["11-15", "23-19"], "[Event"),
        ("go:size=5", "game.sgf", ["C3", "C4"], "("),
        ("nim", "game.json", ["a1", "b2"], "{"),
        ("nim:piles=5+6", "game", ["a1", "b2"], "{"),
    ],
)
def test_a_saved_game_goes_on(game: str, file: str, moves: list[str], begins: str, tmp_path: Path) -> None:
    path = str(tmp_path / file)
    out = kibitz("play", game, "--second", "human", stdin="\n".join([*moves, f"save {path}", "quit"])).out
    assert f"saved in {path}" in out.replace("\n", "")
    assert Path(path).read_text().startswith(begins)
    rows = kibitz("play", "--load", path, "--second", "human", "--json", stdin="quit\n").jsons
    again = Session(game)
    for move in moves:
        again.play(move)
    assert rows[-1]["position"] == again.game.notation(again.state)
    assert rows[-1]["game"] == game


def test_moves_before_the_file_was_saved_can_be_taken_back(tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    kibitz("play", "nim:piles=9+9", "--second", "random", "--seed", "5", stdin=f"a1\nsave {path}\n")
    rows = kibitz("play", "--load", path, "--second", "random", "--json", stdin="undo\na1\n").jsons
    assert {"game": "nim:piles=9+9", "remark": "taken back"} in rows
    assert [row["seed"] for row in rows if "action" in row] == [5] * 3, "dice and agents go on as before"
    (answer,) = (row for row in rows if row.get("agent") == "random")
    assert Session.load(path).history[1].name == answer["action"]


def test_what_cannot_be_saved_is_said_in_one_sentence(tmp_path: Path) -> None:
    for file, said in (
        ("game.pgn", "a record of nim cannot be written as pgn; json can"),
        ("game.txt", "unknown format of records 'txt'"),
        ("missing/game.json", "game.json cannot be written: No such file or directory"),
    ):
        assert said in refusal(kibitz("play", "nim", "--second", "random", stdin=f"save {tmp_path / file}\n"))
    assert "save needs the name of a file" in refusal(kibitz("play", "nim", "--second", "random", stdin="save\n"))


def test_a_person_may_try_again(tmp_path: Path) -> None:
    with terminal("play", "nim", "--second", "random") as shown:
        shown.screen("first to move> ")
        shown.press(f"save {tmp_path}/game.pgn\n")
        shown.screen("cannot be written as pgn")
        shown.press(f"save {tmp_path}/game.json\nquit\n")
        shown.screen("the game is left unfinished")
        assert shown.end() == 0
    assert (tmp_path / "game.json").exists()


def test_what_cannot_be_loaded_is_refused(tmp_path: Path) -> None:
    assert "name a game" in refusal(kibitz("play"))
    assert "none.json cannot be read: No such file" in refusal(kibitz("play", "--load", str(tmp_path / "none.json")))
    (tmp_path / "game.pgn").write_text("1. e4 e4 *\n")
    assert "move 2 of the record, e4" in refusal(kibitz("play", "--load", str(tmp_path / "game.pgn")))
    assert "leave out 'chess'" in refusal(kibitz("play", "chess", "--load", str(tmp_path / "game.pgn")))


def test_a_finished_game_is_shown(tmp_path: Path) -> None:
    (tmp_path / "mate.pgn").write_text("1. f3 e5 2. g4 Qh4# 0-1\n")
    answer = kibitz("play", "--load", str(tmp_path / "mate.pgn"))
    assert (answer.code, answer.out.splitlines()[-1]) == (0, "second wins (first -1, second 1)")


def test_a_repetition_that_nobody_claimed_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "shuffle.pgn"
    path.write_text("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *\n")
    answer = kibitz("play", "--load", str(path), "--second", "human", stdin="e5\nquit\n")
    assert (answer.code, answer.err) == (0, "")
    assert "second: e5" in answer.out
