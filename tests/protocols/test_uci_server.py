"""`kibitz uci` line by line: what each command does, and when."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest
from talking import COMMAND, PATIENCE, Talk, field, score, working_at_most

import kibitz
from kibitz.endgames.store import Tables

MATED = "position fen R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"
STALEMATED = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
MATE_IN_TWO = "position fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1"
ENDING = "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"


@pytest.fixture(scope="module")
def talk() -> Iterator[Talk]:
    with Talk() as one:
        yield one


@pytest.fixture(autouse=True)
def _afresh(request: pytest.FixtureRequest) -> None:
    """Begin each test that shares the process with the options as they were."""
    if "talk" in request.fixturenames:
        shared: Talk = request.getfixturevalue("talk")
        shared.say("stop", "setoption name MultiPV value 1", "setoption name Hash value 16", "setoption name Threads value 1")
        shared.say("setoption name UCI_Chess960 value false", "debug off", "ucinewgame", "position startpos")
        shared.ready()


def test_the_handshake_names_the_program_and_its_options(talk: Talk) -> None:
    talk.say("uci")
    lines = talk.until("uciok")
    assert lines[0].startswith("id name Kibitz ")
    assert lines[1].startswith("id author ")
    options = {line.removeprefix("option name ").partition(" type ")[0] for line in lines[2:-1]}
    assert options == {"Hash", "Threads", "MultiPV", "Ponder", "Clear Hash", "UCI_Chess960", "Move Overhead", "KibitzTbPath"}


def test_a_folder_of_tables_is_named_and_what_cannot_be_used_is_told(talk: Talk, tmp_path: Path) -> None:
    talk.say(f"setoption name KibitzTbPath value {tmp_path}")
    assert [line for line in talk.ready() if "found 0 endgame databases" in line]
    broken = Tables(kibitz.load("chess"), tmp_path).path("KRK")
    broken.parent.mkdir(parents=True)
    broken.write_bytes(b"nonsense")
    talk.say("setoption name KibitzTbPath value <empty>")
    assert talk.ready() == []
    talk.say(f"setoption name KibitzTbPath value {tmp_path}")
    told = talk.ready()
    assert "no table of Kibitz; it is not used" in told[0]
    assert "found 0 endgame databases" in told[1]
    talk.say("setoption name KibitzTbPath value <empty>")
    talk.ready()


def test_a_search_reports_each_depth_and_answers(talk: Talk) -> None:
    *reports, answer = talk.ask("go depth 5")
    assert [field(line, "depth") for line in reports] == [1, 2, 3, 4, 5]
    for name in ("seldepth", "multipv", "nodes", "nps", "time"):
        assert field(reports[-1], name) > 0
    assert answer.split()[1] == reports[-1].split(" pv ")[1].split()[0]


def test_a_mate_is_looked_for_and_the_search_for_it_ends(talk: Talk) -> None:
    assert score(talk.ask(MATE_IN_TWO, "go mate 2")) == "mate 2"
    assert score(talk.ask("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go mate 1")) == "mate 1"
    assert score(talk.ask(MATE_IN_TWO, "go mate 1")) != "mate 1"
    assert "mate" not in score(talk.ask("position startpos", "go mate 3 nodes 20000"))


@pytest.mark.parametrize("depth", [1, 2])
def test_a_mate_is_looked_for_no_deeper_than_allowed(talk: Talk, depth: int) -> None:
    lines = talk.ask(MATE_IN_TWO, f"go mate 2 depth {depth}")
    assert [field(line, "depth") for line in lines if " pv " in line][-1] == depth
    assert all(field(line, "depth") <= depth for line in lines if " pv " in line)
    assert score(talk.ask(MATE_IN_TWO, "go mate 2 depth 3")) == "mate 2"


@pytest.mark.parametrize("fen", ["6n1/8/3K4/8/2Q5/kN4P1/6p1/6N1 w - - 0 1", "8/1k6/3Q3K/8/b5p1/4N3/2p5/2B5 w - - 0 1"])
def test_mates_that_begin_quietly_are_proven(talk: Talk, fen: str) -> None:
    lines = talk.ask(f"position fen {fen}", "go mate 3")
    assert score(lines) == "mate 3"
    board = chess.Board(fen)
    for move in lines[-2].split(" pv ")[1].split():
        board.push_uci(move)
    assert board.is_checkmate()
    assert board.ply() == 5


def test_being_mated_counts_below_zero(talk: Talk) -> None:
    assert score(talk.ask("position fen 7k/R7/8/8/8/8/8/1R5K b - - 0 1", "go depth 6")) == "mate -1"


@pytest.mark.parametrize(("position", "said"), [(MATED, "mate 0"), (STALEMATED, "cp 0")])
def test_a_finished_game_has_no_move(talk: Talk, position: str, said: str) -> None:
    lines = talk.ask(position, "go depth 3")
    assert lines == [f"info depth 0 score {said}", "bestmove 0000"]


def test_a_draw_that_nobody_claimed_is_played_on(talk: Talk) -> None:
    assert talk.best("position fen 8/8/4k3/8/8/3RK3/8/8 w - - 120 90", "go depth 2") != "0000"
    assert talk.best("position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1", "go depth 2") != "0000"


@pytest.mark.parametrize("position", ["position startpos", MATED, "position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1"])
@pytest.mark.parametrize("go", ["go infinite", "go ponder movetime 5", "go ponder depth 1", "go infinite depth 2"])
def test_infinite_and_pondering_searches_do_not_answer_unasked(talk: Talk, position: str, go: str) -> None:
    talk.say(position, go)
    assert not any(line.startswith("bestmove") for line in talk.silence(0.3))
    talk.ready()
    talk.say("stop")
    assert talk.until("bestmove")


def test_stop_answers_at_once_and_only_once(talk: Talk) -> None:
    talk.say("go infinite")
    talk.silence(0.3)
    with working_at_most(0.5, talk.process.pid):
        talk.ask("stop")
    talk.say("stop", "stop")
    assert not any("bestmove" in line for line in talk.ready())


def test_ready_is_answered_during_a_search(talk: Talk) -> None:
    talk.say("go infinite")
    with working_at_most(1.0, talk.process.pid):
        assert not any("bestmove" in line for line in talk.ready())
    talk.ask("stop")


def test_ponderhit_starts_the_clock(talk: Talk) -> None:
    begun = time.monotonic()
    talk.say("go ponder movetime 400")
    assert not any("bestmove" in line for line in talk.silence(0.1))
    with working_at_most(1.5, talk.process.pid):
        talk.ask("ponderhit")
    assert time.monotonic() - begun > 0.3


def test_time_spent_pondering_is_thought(talk: Talk) -> None:
    talk.say("go ponder wtime 4000 btime 4000")
    talk.until("info depth")
    talk.silence(0.5)
    with working_at_most(0.3, talk.process.pid):
        talk.ask("ponderhit")


def test_a_new_search_ends_the_one_before_which_answers_first(talk: Talk) -> None:
    talk.say("go infinite searchmoves a2a3", "go depth 2 searchmoves h2h3")
    assert talk.until("bestmove")[-1].split()[1] == "a2a3"
    assert talk.until("bestmove")[-1].split()[1] == "h2h3"


def test_a_position_told_during_a_search_is_for_the_next_one(talk: Talk) -> None:
    talk.say("go infinite searchmoves a2a3", MATED, "setoption name UCI_Chess960 value true", "ucinewgame")
    assert talk.best("stop") == "a2a3"
    assert talk.best("go depth 1") == "0000"


@pytest.mark.parametrize("milliseconds", [100, 300])
def test_the_time_for_a_move_is_kept(talk: Talk, milliseconds: int) -> None:
    begun = time.monotonic()
    with working_at_most((milliseconds + 150) / 1000, talk.process.pid):
        talk.ask(f"go movetime {milliseconds}")
    assert milliseconds / 2 < 1000 * (time.monotonic() - begun)


def test_the_clock_is_kept(talk: Talk) -> None:
    for clock in (5000, 1000, 300):
        with working_at_most(clock / 1000, talk.process.pid):
            talk.ask(f"go wtime {clock} btime 1")


def test_a_clock_that_has_run_out_is_answered_with_a_move(talk: Talk) -> None:
    assert talk.best("go wtime -100 btime 0") != "0000"
    assert talk.best("go movetime 0") != "0000"


def test_nodes_limit_a_search(talk: Talk) -> None:
    *reports, _ = talk.ask("go nodes 3000")
    assert field(reports[-1], "nodes") <= 3000


def test_only_the_moves_asked_for_are_searched(talk: Talk) -> None:
    assert talk.best("go depth 4 searchmoves a2a3") == "a2a3"
    assert talk.best("go depth 4 searchmoves h2h4 b1a3") in ("h2h4", "b1a3")
    lines = talk.ask("go depth 2 searchmoves e2e5")
    assert "e2e5" in lines[0]
    assert lines[0].startswith("info string ")


def test_several_lines_are_ranked(talk: Talk) -> None:
    *reports, answer = talk.ask("setoption name MultiPV value 3", "go depth 4")
    last = reports[-3:]
    assert [field(line, "multipv") for line in last] == [1, 2, 3]
    first_moves = [line.split(" pv ")[1].split()[0] for line in last]
    assert len(set(first_moves)) == 3
    assert first_moves[0] == answer.split()[1]
    scores = [field(line, "cp") for line in last]
    assert scores == sorted(scores, reverse=True)


def test_more_lines_than_moves_are_as_many_as_there_are(talk: Talk) -> None:
    *reports, _ = talk.ask("position fen k7/8/1K6/8/8/8/8/7R b - - 0 1", "setoption name MultiPV value 9", "go depth 1")
    assert [field(line, "multipv") for line in reports if " multipv " in line] == [1]


def test_a_cleared_table_makes_a_search_repeat_itself(talk: Talk) -> None:
    def nodes(*lines: str) -> int:
        return field(talk.ask(*lines, "go depth 6")[-2], "nodes")

    first, known = nodes(), nodes()
    assert known < first
    assert nodes("setoption name Clear Hash") == first
    assert nodes("ucinewgame") == first
    assert nodes("setoption name Hash value 8", "setoption name Hash value 16", "ucinewgame") == first


def test_threads_can_be_added(talk: Talk) -> None:
    assert talk.best("setoption name Threads value 2", "go movetime 100") != "0000"
    talk.say("go infinite")
    talk.silence(0.2)
    assert talk.best("stop") != "0000"


def test_castling_is_written_as_the_front_end_wants_it(talk: Talk) -> None:
    position = "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    assert talk.best(position, "go depth 1 searchmoves e1g1") == "e1g1"
    assert talk.best("go depth 1 searchmoves e1h1") == "e1g1"
    assert talk.best("setoption name UCI_Chess960 value true", "go depth 1 searchmoves e1a1") == "e1a1"
    assert talk.best(position + " moves e1h1 e8d8", "go depth 1 searchmoves f1f8") == "f1f8"


def test_the_game_so_far_counts_for_repetitions(talk: Talk) -> None:
    """White is a rook up, but the move brings the position about for the third time."""
    shuffle = "a1b1 e8d8 b1a1 d8e8"
    position = f"position fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1 moves {shuffle} {shuffle} a1b1 e8d8"
    assert score(talk.ask(position, "go depth 4 searchmoves b1a1")) == "cp 0"
    assert score(talk.ask(position, "go depth 4 searchmoves b1b2")) != "cp 0"


def test_a_game_told_move_by_move_is_the_game_told_at_once(talk: Talk) -> None:
    moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]
    for count in range(len(moves) + 1):
        talk.say(f"position startpos moves {' '.join(moves[:count])}")
    stepwise = talk.ask("ucinewgame", "go depth 5")[-2].split(" time ")[0].split(" nps ")[0]
    talk.say("position fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1", f"position startpos moves {' '.join(moves)}")
    at_once = talk.ask("ucinewgame", "go depth 5")[-2].split(" time ")[0].split(" nps ")[0]
    assert stepwise == at_once
    talk.say("position startpos moves d2d4")
    assert talk.best("go depth 1 searchmoves d7d5") == "d7d5"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("frobnicate", "unknown command"),
        ("position", "position takes"),
        ("position fen", "position takes"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", ""),
        ("position fen nonsense", ""),
        ("position startpos moves e2e5", "e2e5"),
        ("position startpos moves e2e4 e2e4", "e2e4"),
        ("go depth", "whole number"),
        ("go depth ten", "whole number"),
        ("go movetime 1e3", "whole number"),
        ("setoption", "setoption takes"),
        ("setoption name Hash", "Hash takes"),
        ("setoption name Hash value 0", "Hash takes"),
        ("setoption name Hash value many", "Hash takes"),
        ("setoption name Nothing value 1", "unknown option"),
        ("ponderhit", "ponderhit without"),
        ("Straße \x1b[31m", "unknown command"),
        ("x" * 100_000, "unknown command"),
    ],
)
def test_lines_that_make_no_sense_are_answered_and_change_nothing(talk: Talk, line: str, said: str) -> None:
    talk.say("position startpos moves e2e4", line)
    (answer,) = talk.ready()
    assert answer.startswith("info string ")
    assert said in answer
    assert answer.isascii()
    assert len(answer) < 500
    assert talk.best("go depth 1 searchmoves e7e5") == "e7e5"


def test_lines_without_an_answer(talk: Talk) -> None:
    talk.say("", "   ", "stop", "register later", "register name A code B", "debug on", "debug off", "ucinewgame")
    assert talk.ready() == []


def test_debugging_tells_of_the_clock(talk: Talk) -> None:
    assert not any(line.startswith("info string") for line in talk.ask("go movetime 20"))
    assert any(line.startswith("info string no new depth") for line in talk.ask("debug on", "go movetime 20"))


def test_the_end_of_the_input_ends_a_search() -> None:
    talk = Talk()
    talk.ready()
    talk.say("go infinite")
    talk.until("info")
    assert talk.end() == 0
    assert any(line.startswith("bestmove") for line in talk.until("bestmove"))


def test_quit_ends_a_search() -> None:
    talk = Talk()
    talk.ready()
    talk.say(ENDING, "go infinite")
    talk.until("info")
    talk.say("quit")
    assert talk.process.wait(timeout=PATIENCE) == 0


def test_a_front_end_that_went_away_is_no_error() -> None:
    pipe = subprocess.PIPE
    process = subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write("go infinite\n")
    process.stdin.flush()
    assert process.stdout.readline().startswith("info depth 1 ")
    process.stdout.close()
    process.stdin.write("stop\nisready\n")
    process.stdin.close()
    assert process.wait(timeout=PATIENCE) == 0
    assert process.stderr.read() == ""
