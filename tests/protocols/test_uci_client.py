"""The agent `uci:PROGRAM`: other engines on Kibitz's seats, those that behave and those that do not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from typing import Any

import pytest

import kibitz
from kibitz.core.decision import Decision, Limits
from kibitz.core.errors import InputError
from kibitz.core.game import play
from kibitz.protocols.child import close_engines
from kibitz.protocols.uci import agent as asking
from kibitz.protocols.uci import process
from kibitz.protocols.uci.agent import go_line, is_unusual, position_line
from kibitz.search.alphabeta.scale import WIN

GAME = kibitz.load("chess")
STOCKFISH = which("stockfish") or which("stockfish", path="/usr/games")
OWN = f"uci:{sys.executable} -m kibitz uci"

needs_stockfish = pytest.mark.skipif(STOCKFISH is None, reason="stockfish is not installed")

STUB = """#!{python}
import sys
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci":
        print("id name Stub", *({options}), "uciok", sep="\\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        {go}
    elif word == "quit":
        {quit}
"""


STRENGTH = "option name UCI_Elo type spin default 1 min 1 max 9"
OPTIONS = (
    STRENGTH,
    "option name UCI_LimitStrength type check default false",
    "option name Style type combo default solid var quiet as a mouse var solid",
)


def stub(folder: Path, go: str, end: str = "break", options: Sequence[str] = (STRENGTH,)) -> str:
    """Return an agent: a program of a few lines that does as told when asked for a move."""
    path = folder / "stub"
    path.write_text(STUB.format(python=sys.executable, options=tuple(options), go=go, quit=end))
    path.chmod(0o755)
    return f"uci:{path}"


@needs_stockfish
def test_stockfish_plays_on_our_seats() -> None:
    decision = kibitz.decide(GAME, None, "uci:stockfish,depth=8")
    assert decision.action in list(GAME.actions(GAME.initial()))
    assert decision.line[0] == decision.action
    assert decision.depth == 8
    assert decision.nodes > 100
    assert decision.score is not None
    assert -1.0 < decision.value < 1.0
    assert (decision.value > 0) == (decision.score > 0)


@needs_stockfish
@pytest.mark.parametrize("name", ["time=0.05", "nodes=500", "depth=3,elo=1500", "depth=3,options=[Hash=4,Skill Level=2]"])
def test_limits_and_options_reach_stockfish(name: str) -> None:
    assert kibitz.decide(GAME, None, f"uci:stockfish,{name}").action is not None


@pytest.mark.parametrize(
    ("option", "complaint"),
    [
        ("elo=10", "the option UCI_Elo of .* takes a whole number from 1 to 9, not '10'"),
        ("options=[uci_elo=x]", "takes a whole number, not 'x'"),
        ("options=[UCI_LimitStrength=perhaps]", "takes true or false"),
        ("options=[Style=wild]", "takes one of quiet as a mouse, solid"),
        ("options=[Colour=red]", "unknown option of .* 'Colour'"),
    ],
)
def test_options_that_an_engine_would_leave_out_are_refused(option: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=complaint):
        kibitz.decide(GAME, None, f"{stub(tmp_path, 'pass', options=OPTIONS)},{option}")


def test_a_strength_among_the_options_counts_without_a_further_switch() -> None:
    assert asking._settings(None, "[UCI_Elo=5]") == {"UCI_Elo": "5", "UCI_LimitStrength": "true"}
    assert asking._settings(7, "") == {"UCI_Elo": "7", "UCI_LimitStrength": "true"}
    assert asking._settings(None, "[uci_elo=5,UCI_LimitStrength=false]")["UCI_LimitStrength"] == "false"


@needs_stockfish
def test_the_path_of_a_program_will_do_too() -> None:
    assert kibitz.decide(GAME, None, f"uci:{STOCKFISH},depth=1").action is not None
    assert kibitz.decide(GAME, None, f"uci:program={STOCKFISH},depth=1").action is not None


@pytest.mark.parametrize("agent", [pytest.param("uci:stockfish", marks=needs_stockfish), OWN])
def test_mates_are_values_of_one(agent: str) -> None:
    winning = kibitz.decide(GAME, GAME.parse("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"), f"{agent},depth=4")
    assert (winning.value, winning.score) == (1.0, WIN - 1)
    assert winning.details is not None
    assert winning.details["plies_to_end"] == 1
    losing = kibitz.decide(GAME, GAME.parse("7k/R7/8/8/8/8/8/1R5K b - - 0 1"), f"{agent},depth=6")
    assert (losing.value, losing.score) == (-1.0, 2 - WIN)


@pytest.mark.parametrize("agent", [pytest.param("uci:stockfish", marks=needs_stockfish), OWN])
def test_every_move_is_valued_on_request(agent: str) -> None:
    state = GAME.parse("k7/8/1K6/8/8/8/8/7R w - - 0 1")
    decision = kibitz.analyse(GAME, state, f"{agent},depth=4")
    assert {move.action for move in decision.moves} == set(GAME.actions(state))
    values = [move.value for move in decision.moves if move.value is not None]
    assert values == sorted(values, reverse=True)
    assert decision.value == values[0] == 1.0


@pytest.mark.parametrize("agent", [pytest.param("uci:stockfish", marks=needs_stockfish), OWN])
def test_chess960_is_told_to_engines(agent: str) -> None:
    state = GAME.parse("1k6/8/8/8/8/8/8/RK5R w KQ - 0 1")
    assert is_unusual(state)
    decision = kibitz.analyse(GAME, state, f"{agent},depth=4")
    assert {move.action for move in decision.moves} == set(GAME.actions(state))


@pytest.mark.parametrize(
    ("fen", "unusual"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", False),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", False),
        ("rk5r/8/8/8/8/8/8/R3K2R w KQ - 0 1", False),
        ("rk5r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", True),
        ("rk5r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", True),
        ("r3k1r1/8/8/8/8/8/8/R3K2R b KQkq - 0 1", True),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", False),
    ],
)
def test_only_unusual_castling_makes_it_chess960(fen: str, unusual: bool) -> None:
    assert is_unusual(GAME.parse(fen)) is unusual


def states(text: str) -> list[Any]:
    """Return the states of a game from its start."""
    found = [GAME.initial()]
    for word in text.split():
        found.append(play(GAME, found[-1], word))
    return found


def test_a_position_is_told_with_the_moves_that_may_be_repeated() -> None:
    *past, state = states("e4 e5 Nf3 Nf6 Ng1 Ng8")
    assert position_line(GAME, state, past) == (
        "position fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 moves g1f3 g8f6 f3g1 f6g8"
    )
    assert position_line(GAME, GAME.initial()) == "position startpos"
    *past, state = states("Nf3 Nf6")
    assert position_line(GAME, state, past) == "position startpos moves g1f3 g8f6"
    assert position_line(GAME, state, past[:1]) == f"position fen {GAME.notation(state)}"


def test_limits_are_told() -> None:
    assert go_line(Limits(seconds=0.25)) == "go movetime 250"
    assert go_line(Limits(depth=3, nodes=50)) == "go depth 3 nodes 50"


def test_progress_is_passed_on() -> None:
    heard: list[Decision] = []
    asking.decide(GAME, GAME.initial(), program=OWN.removeprefix("uci:"), depth=4, listen=heard.append)
    assert [decision.depth for decision in heard] == [1, 2, 3, 4]


def test_engines_are_kept_between_moves_and_ended_in_the_end(tmp_path: Path) -> None:
    go = """
        with open(sys.argv[0] + ".pid", "w") as file:
            file.write(str(__import__("os").getpid()))
        print("bestmove e2e4", flush=True)
    """
    agent = stub(tmp_path, go)
    decided = kibitz.decide(GAME, None, f"{agent},depth=1")
    assert decided.line == (GAME.parse_action(GAME.initial(), "e4"),)
    assert decided.score is None
    first = (tmp_path / "stub.pid").read_text()
    kibitz.decide(GAME, None, f"{agent},depth=2")
    assert (tmp_path / "stub.pid").read_text() == first
    close_engines()
    with pytest.raises(ProcessLookupError):
        os.kill(int(first), 0)


def test_an_engine_that_does_not_go_is_made_to(tmp_path: Path) -> None:
    agent = stub(tmp_path, go='print("bestmove e2e4", flush=True)', end="__import__('time').sleep(60)")
    kibitz.decide(GAME, None, f"{agent},depth=1")
    close_engines()


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ("uci", "needs a program"),
        ("uci:no_such_engine", "there is no program 'no_such_engine'"),
        ("uci:no_such_engine,time=0", "time must be positive"),
        ("uci:true", "ended by itself"),
        ("uci:'", "is not a program"),
        ("uci:true,options=[x]", "is no option"),
        ("uci:true,dept=3", "did you mean depth"),
        ("uci:true,depth=x", "whole number"),
    ],
)
def test_programs_that_do_not_play_are_refused(agent: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        kibitz.decide(GAME, None, agent)


@pytest.mark.parametrize(
    ("go", "said"),
    [
        ("sys.exit(3)", r"ended by itself \(exit code 3\)"),
        ('print("bestmove e2e5", flush=True)', "not legal here: unknown move 'e2e5'"),
        ('print("bestmove (none)", flush=True)', "not legal here"),
        ('print("bestmove", flush=True)', "not legal here"),
    ],
)
def test_engines_that_fail_are_reported_and_started_again(tmp_path: Path, go: str, said: str) -> None:
    agent = stub(tmp_path, go)
    for _ in range(2):
        with pytest.raises(InputError, match=said):
            kibitz.decide(GAME, None, f"{agent},time=0.1")


def test_options_that_an_engine_does_not_have_are_refused(tmp_path: Path) -> None:
    agent = stub(tmp_path, go='print("bestmove e2e4", flush=True)')
    with pytest.raises(InputError, match=r"unknown option of .*stub 'UCI_LimitStrength'"):
        kibitz.decide(GAME, None, f"{agent},elo=5")
    with pytest.raises(InputError, match="no option UCI_Chess960"):
        kibitz.decide(GAME, GAME.parse("1k6/8/8/8/8/8/8/RK5R w KQ - 0 1"), agent)


def test_odd_reports_are_no_harm(tmp_path: Path) -> None:
    odd = f"info depth 7 score cp {'9' * 99} pv e2e4\\ninfo depth x pv\\n\\xff\\ninfo score cp 12 depth 3 pv e2e4 e2e4\\n"
    agent = stub(tmp_path, go=f'sys.stdout.buffer.write(b"{odd}bestmove e2e4\\n"); sys.stdout.flush()')
    decision = kibitz.decide(GAME, None, agent)
    assert (decision.score, decision.depth, len(decision.line)) == (12.0, 3, 1)


def test_other_games_are_refused() -> None:
    with pytest.raises(InputError, match="UCI engines play chess"):
        kibitz.decide("nim", None, "uci:stockfish")


@needs_stockfish
def test_two_engines_play_each_other_on_the_command_line() -> None:
    seats = ["--first", "uci:stockfish,depth=2", "--second", f"{OWN},depth=2"]
    words = ["play", "chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", *seats, "--json"]
    done = subprocess.run([sys.executable, "-m", "kibitz", *words], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert "Ra8#" in done.stdout


def test_ctrl_c_ends_a_search_with_the_best_so_far(tmp_path: Path) -> None:
    go = """
        print("info depth 1 score cp 12 pv e2e4", flush=True)
        open(sys.argv[0] + ".asked", "w").close()
        if sys.stdin.readline() == "stop\\n":
            print("bestmove e2e4", flush=True)
    """
    words = ["analyse", "chess", "--agent", f"{stub(tmp_path, go)},time=600", "--json"]
    pipe = subprocess.PIPE
    running = subprocess.Popen([sys.executable, "-m", "kibitz", *words], stdout=pipe, stderr=pipe, text=True)
    while not (tmp_path / "stub.asked").exists():
        assert running.poll() is None, "it ended before it was interrupted"
        time.sleep(0.1)
    time.sleep(1)  # the answer is waited for by now
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=300)
    assert running.returncode == 0, err
    assert json.loads(out)["action"] == "e4"


def test_engines_that_do_not_answer_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = stub(tmp_path, go='"depth" in line and print("bestmove e2e4", flush=True)')
    kibitz.decide(GAME, None, f"{agent},depth=1")  # started, and kept
    for module in (process, asking):
        monkeypatch.setattr(module, "PATIENCE", 0.5)
    with pytest.raises(InputError, match="did not say bestmove in time"):
        kibitz.decide(GAME, None, f"{agent},time=0.1")
    with pytest.raises(InputError, match="did not say uciok in time"):
        kibitz.decide(GAME, None, "uci:sleep 30,time=0.1")
