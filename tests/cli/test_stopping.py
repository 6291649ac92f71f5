"""Ctrl-C ends a search with the best answer so far, and a command that has none yet with one line; twice, it ends anything."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from commands import strict_json

import kibitz
from processes import let_work

NO_ANSWER = "kibitz: stopped before there was an answer\n"

PRESS = """
import os, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # what is started in the background of a shell has it ignored

def press():
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.2)
"""

IMPORTING = (
    PRESS
    + """
class Finder:
    @staticmethod
    def find_spec(name, path, target=None):
        if name == sys.argv[1]:
            press()

sys.meta_path.insert(0, Finder)
from kibitz.__main__ import main
main(sys.argv[2:])
"""
)
"""Presses Ctrl-C when a module is imported."""

COMPILING = (
    PRESS
    + """
from kibitz.__main__ import main
from numba.core.event import Listener, register

class Passes(Listener):
    left = int(sys.argv[1])
    def on_start(self, event):
        Passes.left -= 1
        if Passes.left == 0:
            press()
    def on_end(self, event):
        pass

register("numba:run_pass", Passes())
main(sys.argv[2:])
"""
)
"""Presses Ctrl-C before a pass of the compiler."""

STARTED = (
    PRESS
    + """
from kibitz.__main__ import main
main(sys.argv[1:])
"""
)

IN_A_STEP = (
    PRESS
    + """
from hashlib import pbkdf2_hmac
from kibitz.core import process
process.begin()
with process.Command():
    process.steps.append("the compiler's step")
    while True:
        try:
            print("now", flush=True)
            pbkdf2_hmac("sha512", b"", b"", (1 << 31) - 1)  # an hour in which Python sees to no signal
        except KeyboardInterrupt:
            pass
"""
)

ASLEEP = (
    PRESS
    + """
import threading
from kibitz.core import process

def press_here():
    time.sleep(0.5)
    signal.pthread_kill(threading.get_ident(), signal.SIGINT)  # this thread takes it: the main thread sleeps on

process.begin()
with process.Command():
    threading.Thread(target=press_here).start()
    try:
        sys.stdin.buffer.readline()
    except KeyboardInterrupt:
        print("woken")
"""
)
"""Presses Ctrl-C so that it does not end the system call of the main thread, as one that comes just before does not."""


@contextmanager
def started(script: str, *words: str, cache: Path | None = None) -> Iterator[subprocess.Popen[str]]:
    """Have a script run, with a cache of its own if one is given."""
    environment = os.environ | ({} if cache is None else {"KIBITZ_CACHE": str(cache)})
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", script, *words], stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment
    ) as running:  # fmt: skip
        try:
            yield running
        finally:
            running.kill()


def ended(script: str, *words: str, cache: Path | None = None, stdin: str = "") -> tuple[int, str, str]:
    """Return how a script ends that presses Ctrl-C itself: its exit code, output and errors."""
    with started(script, *words, cache=cache) as running:
        out, err = running.communicate(stdin, timeout=300)
    return running.returncode, out, err


@pytest.mark.parametrize("module", ["kibitz.cli.main", "typer", "numpy", "kibitz.cli.games", "kibitz.games"])
def test_while_it_starts_a_command_ends_with_one_line(module: str) -> None:
    assert ended(IMPORTING, module, "games") == (130, "", NO_ANSWER)


def test_python_and_the_course_start_in_the_same_way() -> None:
    root = Path(__file__).parents[2]
    assert "kibitz.__main__:main" in (root / "pyproject.toml").read_text(encoding="utf-8")
    assert "from kibitz.__main__ import main" in (root / "pacman.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("place", [1, 100])
def test_while_it_compiles_a_solution_ends_without_an_answer(place: int, tmp_path: Path) -> None:
    assert ended(COMPILING, str(place), "solve", "connect_four", "--json", cache=tmp_path) == (130, "", NO_ANSWER)
    assert not list(tmp_path.glob("*.kernel"))


def test_while_its_engine_compiles_a_game_goes_on(tmp_path: Path) -> None:
    words = ["play", "connect_four", "--second", "alphabeta:time=60"]
    code, out, err = ended(COMPILING, "100", *words, cache=tmp_path, stdin="4\n")
    assert (code, err) == (0, "")
    assert out.count("alphabeta:time=60, value") == 1
    assert "left unfinished" in out
    assert not list(tmp_path.glob("*.kernel"))


def test_ctrl_c_ends_a_solve_with_the_best_so_far() -> None:
    kibitz.decide("connect_four", None, "alphabeta:depth=1")
    kibitz.solve("connect_four", "2252576253462244111563365343671351441")  # compiled, and kept
    with started(STARTED, "solve", "connect_four", "--json") as running:
        let_work(running, 3.0)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=120)
    assert running.returncode == 1, err
    assert err == ""
    found = strict_json(out)
    assert found["exact"] is False
    assert found["action"] in list("1234567")


def test_ctrl_c_ends_a_game_between_engines() -> None:
    kibitz.decide("connect_four", None, "uct:sims=10")  # compiled, and kept
    with started(STARTED, "play", "connect_four", "--first", "uct:time=60", "--second", "uct:time=60") as running:
        let_work(running, 4.0)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=120)
    assert (running.returncode, err) == (0, "")
    assert out.count("uct:time=60, value") == 1
    assert "left unfinished" in out


def test_every_ctrl_c_in_a_game_is_a_first_one(tmp_path: Path) -> None:
    """Those that made the engine move at once do not count when it thinks again."""
    kibitz.decide("connect_four", None, "alphabeta:depth=1")
    with started(STARTED, "play", "connect_four", "--second", "alphabeta:time=600", "--json") as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for _ in range(3):
            running.stdin.write("4\n")
            running.stdin.flush()
            assert '"agent": "human"' in running.stdout.readline()
            let_work(running, 0.5)
            running.send_signal(signal.SIGINT)
            assert '"agent": "alphabeta:time=600"' in running.stdout.readline()
        out, err = running.communicate(timeout=120)
    assert (running.returncode, err) == (0, "")
    assert "left unfinished" in out


ENDLESS = '''
from typing import NamedTuple
import kibitz

class State(NamedTuple):
    total: int
    player: int

@kibitz.game(players=2)
class Endless(NamedTuple):
    """A rule that never comes to an end in one of a hundred thousand positions."""
    def initial(self): return State(0, 0)
    def to_move(self, s): return s.player
    def actions(self, s):
        yield from range(10)
    def result(self, s, a):
        total = 10 * s.total + a
        while total == 77776 or total > 1000000:
            total = 77776 if total > 1000000 else 1000001 + a
        return State(total, 1 - s.player)
    def is_terminal(self, s): return s.total > 100000
    def utility(self, s, player): return 0
'''


def test_a_second_ctrl_c_ends_a_loop_in_a_compiled_rule(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text(ENDLESS, encoding="utf-8")
    cache = tmp_path / "cache"
    with started(STARTED, "analyse", str(tmp_path / "endless.py"), "--agent", "minimax:depth=6", cache=cache) as running:
        while not list(cache.glob("minimax_value-*.kernel")):
            assert running.poll() is None
            time.sleep(0.05)
        let_work(running, 1.0)
        running.send_signal(signal.SIGINT)
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(2)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, "", "kibitz: ended by a second Ctrl-C\n")


def test_a_long_step_of_the_compiler_is_announced_and_a_second_ctrl_c_ends_it() -> None:
    with started(IN_A_STEP) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.send_signal(signal.SIGINT)
        announced = running.stderr.readline()
        assert announced == "kibitz: stopping when the compiler's step is done; Ctrl-C once more ends at once\n"
        running.send_signal(signal.SIGINT)
        assert running.stderr.read() == "kibitz: ended by a second Ctrl-C\n"
    assert running.returncode == 130


def test_ctrl_c_ends_an_engine_for_chess_programs() -> None:
    with started(STARTED, "uci") as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write("uci\n")
        running.stdin.flush()
        while running.stdout.readline() != "uciok\n":
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        assert running.wait(60) == 130
        assert running.stderr is not None
        assert running.stderr.read() == NO_ANSWER


def test_ctrl_c_wakes_a_main_thread_that_went_to_sleep_as_it_came() -> None:
    """`kibitz uci` went on for ever, once in some hundred times: the signal had come after Python's last look for one."""
    with started(ASLEEP) as running:
        assert running.wait(60) == 0
        assert running.stdout is not None
        assert running.stdout.read() == "woken\n"
