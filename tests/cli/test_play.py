"""Games played through the command line, by scripts and by engines."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import kibitz, process, refusal
from terminals import terminal

from kibitz.api import default_agent
from kibitz.core.contract import Game
from kibitz.core.registry import load
from sample_game import LISTS

ENGINE = "alphabeta:depth=2,engine=textbook"


def test_a_person_wins_against_an_engine_that_moves_at_random() -> None:
    answer = kibitz("play", "connect_four:width=4,height=4,connect=2", "--second", "random", stdin="2\n3\n2\n1\n")
    assert answer.code == 0
    assert "first wins" in answer.out


def test_the_board_is_drawn_and_moves_are_announced() -> None:
    out = kibitz("play", "tic_tac_toe", "--second", ENGINE, stdin="b2\n").out
    assert "first: b2" in out
    assert f"({ENGINE}, value" in out
    assert any(line.split()[1:] == [".", "x", "."] for line in out.splitlines())
    assert out.rstrip().endswith("the game is left unfinished")


def test_undo_goes_back_to_the_same_person() -> None:
    moves = kibitz("play", "nim:piles=9+9", "--second", ENGINE, "--json", stdin="a1\nundo\na2\n").jsons
    played = [(row["to_move"], row["position"]) for row in moves if "agent" in row and row["agent"] == "human"]
    assert played == [(0, "9+9"), (0, "9+9")]
    assert {"game": "nim:piles=9+9", "remark": "taken back"} in moves


def test_undo_at_the_beginning_has_nothing_to_take_back() -> None:
    assert "there is nothing to take back" in kibitz("play", "nim", "--second", ENGINE, stdin="undo\n").out


def test_a_move_made_again_is_answered_in_the_same_way() -> None:
    script = "a1\nundo\na1\nundo\na1\n"
    rows = kibitz("play", "nim:piles=9+9+9", "--second", "random", "--seed", "5", "--json", stdin=script).jsons
    answers = [row["action"] for row in rows if row.get("agent") == "random"]
    assert len(answers) == 3
    assert len(set(answers)) == 1


def test_hint_is_a_good_move(tmp_path: Path) -> None:
    (tmp_path / "lists.py").write_text(LISTS)
    out = kibitz("play", str(tmp_path / "lists.py"), "--second", "random", stdin="hint\nquit\n").out
    assert "hint: 2 (value 1)" in out
    (tmp_path / "dear.py").write_text(LISTS.replace("-1.0 if", "-1093.5 if").replace("else 1.0", "else 1093.5"))
    out = kibitz("play", str(tmp_path / "dear.py"), "--second", "minimax", stdin="hint\n1\nquit\n").out
    assert "hint: 2 (value 1093.5)" in out
    assert "(minimax, value 1093.5)" in out


def test_help_lists_moves_and_commands() -> None:
    out = kibitz("play", "connect_four", "--second", "random", stdin="help\nquit\n").out
    assert "moves: 1 2 3 4 5 6 7" in out
    for command in ("undo", "hint", "resign", "help", "quit"):
        assert f"{command}: " in out


def test_resigning_ends_the_game() -> None:
    answer = kibitz("play", "tic_tac_toe", "--second", "random", "--json", stdin="a1\nresign\n")
    assert answer.code == 0
    assert answer.jsons[-1]["result"] == "first resigns"


def test_an_illegal_move_in_a_script_is_refused() -> None:
    assert "unknown move '9'; known: 1, 2, 3, 4, 5, 6, 7" in refusal(kibitz("play", "connect_four", stdin="9\n"))
    assert refusal(kibitz("play", "connect_four", "--json", stdin="9\n"))


def test_the_end_of_input_ends_politely() -> None:
    answer = process("play", "connect_four", "--second", "random")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.rstrip().endswith("the game is left unfinished")


def test_two_engines_repeat_their_game() -> None:
    command = ("play", "tic_tac_toe", "--first", "random", "--second", "random", "--json", "--seed")
    first, again, other = (kibitz(*command, seed).out for seed in ("1", "1", "2"))
    assert first == again
    assert first != other


def test_each_move_is_an_object_and_the_last_says_who_won() -> None:
    rows = kibitz("play", "tic_tac_toe", "--first", ENGINE, "--second", ENGINE, "--json").jsons
    assert [row["to_move"] for row in rows[:-1]] == [number % 2 for number in range(len(rows) - 1)]
    assert rows[-1]["to_move"] is None
    assert sum(rows[-1]["utilities"]) == 0


def test_dice_fall_as_the_seed_says() -> None:
    command = ("play", "pig:goal=12", "--first", "expectiminimax:depth=2", "--second", "random", "--json", "--seed")
    first, again, other = (kibitz(*command, seed) for seed in ("1", "1", "2"))
    assert first.out == again.out != other.out
    rolls = [row["action"] for row in first.jsons if row.get("agent") == "chance"]
    assert rolls
    assert set(rolls) <= set("123456")
    assert first.jsons[-1]["result"] in ("first wins (first 1, second 0)", "second wins (first 0, second 1)")


def test_three_players() -> None:
    answer = kibitz("play", "mnk:players=3", "--first", "random", "--second", "random", "--agent", "random", "--json")
    assert [row["to_move"] for row in answer.jsons[:4]] == [0, 1, 2, 0]


def test_one_player() -> None:
    rows = kibitz("play", "vacuum", "--first", "expectiminimax:depth=4", "--json", "--seed", "2").jsons
    assert rows[-1]["result"] == "the game is over, with 1"


def test_blank_lines_and_spaces_do_no_harm() -> None:
    answer = kibitz("play", "tic_tac_toe", "--second", "random", stdin="\n\n  b2  \nquit\n")
    assert answer.code == 0
    assert "first: b2" in answer.out


THERE_AND_BACK = ["Nf3", "Nf6", "Ng1", "Ng8"]


def test_a_position_that_comes_for_the_third_time_draws_the_game() -> None:
    """The start stands there at first, after four moves and after eight; what is said then is heard no more."""
    moves = THERE_AND_BACK * 2
    answer = kibitz("play", "chess", "--second", "human", "--json", stdin="\n".join([*moves, "e4", ""]))
    assert answer.code == 0
    assert [row["action"] for row in answer.jsons[:-1]] == moves
    assert (answer.jsons[-1]["to_move"], answer.jsons[-1]["utilities"]) == (None, [0.0, 0.0])
    assert "a draw" in kibitz("play", "chess", "--second", "human", stdin="\n".join(moves)).out


def test_twice_is_not_enough_and_what_was_taken_back_does_not_count() -> None:
    twice = kibitz("play", "chess", "--second", "human", stdin="\n".join([*THERE_AND_BACK, *THERE_AND_BACK[:3], ""]))
    assert twice.out.rstrip().endswith("the game is left unfinished")
    script = [*["Nf3", "Nf6", "undo"] * 3, "Nf3", "e5", ""]
    rows = kibitz("play", "chess", "--second", "human", "--json", stdin="\n".join(script)).jsons
    assert [row["action"] for row in rows if row.get("action")][-2:] == ["Nf3", "e5"]
    assert rows[-1]["result"] == "the game is left unfinished"


def test_an_engine_that_is_losing_plays_for_the_repetition() -> None:
    """White, far behind, can check for ever; black has one reply each time."""
    start = "6k1/6p1/8/8/8/2q5/rr6/4Q2K w - - 0 1"
    engine = "alphabeta:depth=6"
    rows = kibitz("play", "chess", start, "--first", engine, "--second", engine, "--json").jsons
    assert rows[-1]["utilities"] == [0.0, 0.0]
    assert len(rows) < 14


def test_the_opponent_is_chosen_before_the_first_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Choosing may compile, and Ctrl-C after a person's move must not find the game in that."""
    chosen: list[str] = []

    def choose(game: Game) -> str:
        chosen.append(type(game).__name__)
        return "random"

    monkeypatch.setattr("kibitz.session.default_agent", choose)
    kibitz("play", "nim", "--second", "random", stdin="")
    assert not chosen
    kibitz("play", "nim", stdin="")
    assert set(chosen) == {"Nim"}


def test_who_plays_is_said_at_the_beginning() -> None:
    out = kibitz("play", "mnk:players=3", "--second", "random", "--agent", ENGINE, stdin="").out
    assert out.splitlines()[0] == f"first: human, second: random, third: {ENGINE}"
    assert kibitz("play", "nim", stdin="").out.splitlines()[0] == f"first: human, second: {default_agent(load('nim'))}"
    assert kibitz("play", "nim", "--json", stdin="").json["result"] == "the game is left unfinished"


def test_a_person_need_not_wait_for_the_compiler(tmp_path: Path) -> None:
    with terminal("play", "connect_four:width=6,height=5", KIBITZ_CACHE=str(tmp_path)) as shown:
        shown.screen("compiling: an interpreted search plays meanwhile")
        shown.press("quit\n")
        assert shown.end() == 0
