"""`kibitz gtp`, command by command: answered in the protocol's form, whatever is said."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.errors import InputError
from kibitz.protocols.gtp import handicaps
from kibitz.protocols.gtp.clock import Clock
from kibitz.protocols.gtp.lines import Failure, read
from kibitz.protocols.gtp.server import Server, serve
from kibitz.protocols.gtp.table import Table


class Talk:
    """A server with an agent that needs no compiling; `say` asserts success, `refuse` failure."""

    def __init__(self, agent: str = "random", size: int = 9) -> None:
        self.server = Server(agent, size)

    def say(self, line: str) -> str:
        answer = self.server.answer(line)
        assert answer.startswith("="), answer
        assert answer.endswith("\n")
        assert "\n\n" not in answer
        return answer[1:].strip()

    def refuse(self, line: str) -> str:
        answer = self.server.answer(line)
        assert answer.startswith("? "), answer
        assert answer.count("\n") == 1
        return answer[2:].strip()


def test_a_whole_conversation_by_the_command_line() -> None:
    told = "1 protocol_version\n\n# nothing\n2 boardsize 5\nplay b c3 # the middle\n3 genmove w\nfinal_scores\nquit\nname\n"
    command = [sys.executable, "-m", "kibitz", "gtp", "--agent", "random", "--seed", "4"]
    done = subprocess.run(command, input=told, capture_output=True, text=True, timeout=120, check=True)
    answers = done.stdout.split("\n\n")
    assert answers[:3] == ["=1 2", "=2 ", "= "]
    assert answers[3].startswith("=3 ")
    assert answers[4:] == ["? unknown command", "= ", ""]
    assert done.stderr == ""


def test_an_unknown_agent_is_one_line() -> None:
    command = [sys.executable, "-m", "kibitz", "gtp", "-a", "nobody"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "nobody" in done.stderr


def test_commands_are_listed_and_known() -> None:
    talk = Talk()
    listed = talk.say("list_commands").split("\n")
    wanted = (
        "protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove undo showboard "
        "fixed_handicap place_free_handicap set_free_handicap time_settings time_left final_score final_status_list loadsgf "
        "reg_genmove"
    )
    assert set(wanted.split()) <= set(listed)
    assert all(talk.say(f"known_command {name}") == "true" for name in listed)
    assert talk.say("known_command fly") == talk.say("known_command") == "false"


def test_lines_are_read_as_the_protocol_wants() -> None:
    assert read("12\tplay  b\x07lack E5 # good") is not None
    command = read("12\tplay  b\x07lack E5 # good")
    assert command is not None
    assert (command.number, command.name, command.words) == ("12", "play", ("black", "E5"))
    assert read(" # a remark") is None
    assert read("\r\n") is None
    assert read("7") is None


def test_moves_undo_and_the_board() -> None:
    talk = Talk(size=5)
    talk.say("play black c3")
    talk.say("play W C2")
    talk.say("play W D3")
    talk.say("play white B3")
    assert " 3 .(O)X O . 3" in talk.say("showboard")
    talk.say("play w c4")
    assert " 3 . O . O . 3" in talk.say("showboard")  # captured by four white stones
    talk.say("undo")
    assert "illegal move" in talk.refuse("play w C3")
    for line in ("undo", "undo", "undo", "undo"):
        talk.say(line)
    assert talk.refuse("undo") == "cannot undo"


@pytest.mark.parametrize("line", [
    "play", "play b", "play red c3", "play b i1", "play b z9", "play b c33", "boardsize", "boardsize 1", "boardsize 20",
    "boardsize nine", "komi", "komi much", "komi 0.3", "komi nan", "komi 1e400", "genmove", "genmove green", "time_settings",
    "time_settings 1 2", "time_settings -1 2 3", "time_left b", "final_status_list", "final_status_list asleep",
    "fixed_handicap 1", "fixed_handicap 10", "fixed_handicap", "place_free_handicap 1", "set_free_handicap",
    "set_free_handicap a1", "set_free_handicap a1 a1", "set_free_handicap a1 pass", "loadsgf", "loadsgf /nowhere.sgf",
    "set_random_seed x", "\xff\xfe", "99999999999999999999999999 what",
])  # fmt: skip
def test_nonsense_is_refused_and_changes_nothing(line: str) -> None:
    talk = Talk()
    talk.say("play b e5")
    before = talk.say("showboard")
    assert talk.server.answer(line).startswith("?")
    assert talk.say("showboard") == before


def test_the_protocols_own_words_for_failures() -> None:
    talk = Talk()
    assert talk.refuse("boardsize 25") == "unacceptable size"
    talk.say("play b e5")
    assert talk.refuse("fixed_handicap 2") == "board not empty"
    assert talk.refuse("play w e5").startswith("illegal move")
    assert talk.refuse("sing") == "unknown command"
    assert talk.refuse("komi x").startswith("syntax error")


def test_handicaps() -> None:
    talk = Talk(size=19)
    assert talk.say("fixed_handicap 4") == "D4 Q16 D16 Q4"
    assert talk.server._table.state.turn == 1
    talk.say("clear_board")
    assert talk.say("place_free_handicap 12") == "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"
    talk.say("boardsize 9")
    assert talk.say("fixed_handicap 5") == "C3 G7 C7 G3 E5"
    talk.say("clear_board")
    talk.say("set_free_handicap a1 b2 c3")
    assert len(talk.server._table.game.stones(talk.server._table.state)[0]) == 3
    with pytest.raises(Failure):
        handicaps.fixed(8, 5)
    assert (handicaps.most(6), handicaps.most(7), handicaps.most(13)) == (0, 4, 9)


def test_either_colour_is_thought_for_and_play_goes_on_after_two_passes() -> None:
    talk = Talk(size=3)
    for line in ("play b pass", "play w pass"):
        talk.say(line)
    talk.say("genmove w")
    talk.say("genmove w")
    talk.say("genmove b")
    record = talk.say("printsgf")
    assert record.count(";W[") == 3
    talk.say("reg_genmove b")
    assert talk.say("printsgf") == record


def test_analysis_tells_of_every_move() -> None:
    talk = Talk("montecarlo:playouts=60,engine=textbook", size=3)
    lines = talk.say("kibitz-analyze b").split("\n")
    assert lines[0].startswith("value ")
    assert len(lines) == 11
    assert all(line.startswith("move ") and " value " in line for line in lines[1:])


def test_equal_seeds_give_equal_games() -> None:
    games = []
    for seed in (1, 1, 2):
        talk = Talk(size=5)
        talk.say(f"set_random_seed {seed}")
        games.append([talk.say(f"genmove {colour}") for colour in "bwbwbwbw"])
    assert games[0] == games[1] != games[2]


def test_records_are_loaded_up_to_a_move(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[1]SZ[5]KM[2.5];B[cc];W[bb];B[dd])")
    talk = Talk()
    talk.say(f"loadsgf {path}")
    assert talk.server._table.game.komi == 2.5
    assert talk.say("printsgf").count(";") == 4
    talk.say(f"loadsgf {path} 3")
    assert talk.say("printsgf").count(";") == 3
    talk.say("undo")
    talk.say("undo")
    assert talk.refuse("undo") == "cannot undo"
    path.write_text("(;GM[1]SZ[5];B[cc];W[cc])")
    assert "cannot load file" in talk.refuse(f"loadsgf {path}")


@pytest.mark.conformance
def test_dead_stones_are_seen_and_taken_off() -> None:
    talk = Talk(size=5)
    talk.say("komi 0.5")
    for point in ("A4", "B4", "C4", "D4", "E4", "A2", "B2", "D2", "E2"):
        talk.say(f"play b {point}")
    talk.say("play w A1")
    assert talk.say("final_status_list dead") == "A1"
    assert "A1" not in talk.say("final_status_list alive")
    assert talk.say("final_status_list seki") == ""
    assert talk.say("final_score") == "B+24.5"


def test_time_for_a_move() -> None:
    clock = Clock()
    assert clock.seconds(0, 81) is None
    clock.set(0, 5, 1)
    assert 4.5 < (clock.seconds(0, 81) or 0) < 5
    clock.set(300, 0, 0)
    first = clock.seconds(0, 81)
    assert first is not None
    assert 3 < first < 30
    clock.spend(0, 200)
    later = clock.seconds(0, 81)
    assert later is not None
    assert later < first / 2
    assert clock.seconds(1, 81) == first
    clock.tell(1, 30, 10)
    assert 2.5 < (clock.seconds(1, 81) or 0) < 3
    clock.set(10, 20, 4)
    clock.spend(0, 11)
    assert clock.left[0] == (20, 4)
    clock.spend(0, 3)
    assert clock.left[0] == (17, 3)
    clock.set(0, 1, 0)
    assert clock.seconds(0, 81) is None
    for left in (0.3, 0.1, 0.0):
        clock.tell(0, left, 0)
        assert f"{clock.seconds(0, 81):.3f}" != "0.000", "a move comes even when time is up"


def test_the_clock_goes_before_the_agents_own_time() -> None:
    server = Server("deepening:time=7,engine=textbook", 5)
    assert server._within(0.25) == "deepening:engine=textbook,time=0.250"
    assert Server("random", 5)._within(0.25) == "random"


def test_a_table_keeps_its_board_when_komi_changes() -> None:
    table = Table(5)
    table.play(0, "c3")
    table.set_komi(3.0)
    assert table.game.lead(table.state) == 22.0
    with pytest.raises(InputError):
        table.set_komi(0.1)


WORDS = st.sampled_from(
    ["play", "b", "w", "white", "genmove", "undo", "c3", "A1", "pass", "boardsize", "5", "3", "komi", "-7", "clear_board", "#",
     "12", "fixed_handicap", "2", "showboard", "time_left", "known_command", "printsgf", "résumé", "\x00", "loadsgf", "resign"]
)  # fmt: skip


@settings(max_examples=60)
@given(st.lists(st.one_of(st.lists(WORDS, max_size=4).map(" ".join), st.text(max_size=20)), max_size=12))
def test_no_line_ends_the_program(lines: list[str]) -> None:
    out = io.StringIO()
    told = [line.replace("\n", " ").encode("utf-8", "replace") + b"\n" for line in lines]
    serve([*told, b"5 name\n"], out, "random", 3)
    assert out.getvalue().endswith("=5 Kibitz\n\n")
    for answer in out.getvalue().split("\n\n")[:-1]:
        assert answer[0] in "=?"
