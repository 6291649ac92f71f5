"""Ctrl-C at any moment of any command: no traceback, and no wait but for a step of the compiler, which is announced."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from processes import processor_seconds

TIMES = 20
"""How often each command is interrupted, on an empty cache and on a full one."""
START = 0.8
"""Processor seconds in which half of the moments lie: what is imported."""
LATE = 2.0
"""Seconds after which a command has to be over. On a busy machine its own processor time is what counts."""
HANGING = 300.0
STEP = "when the compiler's step is done"


@dataclass(frozen=True)
class Command:
    """Words of a command, what it reads, whether that goes on, the codes it may end with, how long it takes to get going."""

    words: str
    codes: tuple[int, ...]
    cold: float
    warm: float
    lines: str = ""
    stays_open: bool = False


COMMANDS = {
    "games": Command("games", (0, 130), START, START),
    "analyse": Command("analyse connect_four --agent alphabeta:time=60 --json", (0, 130), 12.0, 4.0),
    "solve": Command("solve connect_four --json", (1, 130), 12.0, 6.0),
    "play": Command("play connect_four --second alphabeta:time=60", (0, 130), 12.0, 4.0, "4\n"),
    "uci": Command("uci", (130,), 40.0, 4.0, "uci\nisready\nposition startpos\ngo infinite\n", stays_open=True),
}


@dataclass
class Tally:
    """What came of all Ctrl-C."""

    codes: Counter[str] = field(default_factory=Counter)
    announced: int = 0
    latest: float = 0.0
    latest_step: float = 0.0

    def __str__(self) -> str:
        codes = ", ".join(f"{code}: {count}" for code, count in sorted(self.codes.items()))
        return (
            f"{codes}; latest {self.latest:.2f} s; {self.announced} in a step of the compiler, latest {self.latest_step:.2f} s"
        )


@pytest.fixture(autouse=True)
def heeded_ctrl_c() -> Iterator[None]:
    """What is started in the background of a shell has Ctrl-C ignored, and so have the processes that it starts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def is_before_the_first_line(err: str) -> bool:
    """Return whether Python was still starting: nothing of Kibitz had been called, so nothing could see to it."""
    return "KeyboardInterrupt" in err and "in main" not in err and os.path.join("kibitz", "cli") not in err


def interrupt(command: Command, cache: str, moment: float, tally: Tally) -> None:
    """Press Ctrl-C when a command has used so many processor seconds; hold it to what is promised, and count it."""
    with tempfile.TemporaryFile("w+") as err, tempfile.TemporaryFile("w+") as out:
        running = subprocess.Popen(
            [sys.executable, "-m", "kibitz", *command.words.split()], stdin=subprocess.PIPE, stdout=out, stderr=err, text=True,
            env=os.environ | {"KIBITZ_CACHE": cache},
        )  # fmt: skip
        assert running.stdin is not None
        running.stdin.write(command.lines)
        running.stdin.flush()
        if not command.stays_open:
            running.stdin.close()
        begun = time.monotonic()
        while running.poll() is None and processor_seconds(running.pid) < moment and time.monotonic() - begun < 4 * moment + 10:
            time.sleep(0.003)
        if running.poll() is not None:
            tally.codes["over before"] += 1
            return
        before, pressed = processor_seconds(running.pid), time.monotonic()
        running.send_signal(signal.SIGINT)
        while (ended := os.wait4(running.pid, os.WNOHANG))[0] == 0:
            if time.monotonic() - pressed > HANGING:
                running.kill()
                pytest.fail(f"{command.words} goes on {HANGING:.0f} s after Ctrl-C at {moment:.2f} s")
            time.sleep(0.003)
        code = os.waitstatus_to_exitcode(ended[1])
        running.returncode = code
        waited, used = time.monotonic() - pressed, ended[2].ru_utime + ended[2].ru_stime - before
        err.seek(0)
        told = err.read()
    if is_before_the_first_line(told):
        tally.codes["Python was starting"] += 1
        return
    report = f"{command.words} after Ctrl-C at {moment:.2f} s: code {code}, {waited:.2f} s, {told}"
    print(report, flush=True)
    assert code in command.codes, report
    assert "Traceback" not in told, report
    assert "Exception ignored" not in told, report
    late = min(waited, used)
    tally.codes[str(code)] += 1
    if STEP in told:
        tally.announced += 1
        tally.latest_step = max(tally.latest_step, late)
    else:
        tally.latest = max(tally.latest, late)
        assert late < LATE, report


@pytest.mark.conformance
@pytest.mark.parametrize("is_warm", [True, False], ids=["warm", "cold"])
@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_at_random_moments(name: str, is_warm: bool, tmp_path: Path) -> None:
    command = COMMANDS[name]
    draw = random.Random(f"{name} {is_warm}")
    if is_warm:
        words = [sys.executable, "-m", "kibitz", *command.words.replace("time=60", "time=0.1").split()]
        environment = os.environ | {"KIBITZ_CACHE": str(tmp_path)}
        lines = command.lines.replace("infinite", "depth 5")
        if name == "solve":
            words += ["2252576253462244111563365343671351441"]
        subprocess.run(words, input=lines, text=True, env=environment, stdout=subprocess.DEVNULL, check=True)
    tally = Tally()
    for number in range(TIMES):
        longest = START if number % 2 else command.warm if is_warm else command.cold
        with tempfile.TemporaryDirectory() as empty:
            interrupt(command, str(tmp_path) if is_warm else empty, longest * draw.random(), tally)
    print(f"{name}, {'warm' if is_warm else 'cold'}: {tally}")
