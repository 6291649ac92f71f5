"""How long the first answer takes: commands in processes of their own, on an empty cache and on one that holds their kernels.

python benchmarks/starting.py                       # all commands, cold once and warm three times
python benchmarks/starting.py --only chess --runs 5 # those whose text has the word, best of five
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from report import Section

EXAMPLES = Path(__file__).parent.parent / "examples"
COMMANDS = (
    "analyse chess --agent alphabeta:depth=4",
    "analyse chess --agent uct:sims=100",
    "perft chess 3",
    "analyse connect_four --agent alphabeta:depth=6",
    "analyse connect_four --agent uct:sims=100",
    "solve connect_four:width=4,height=4",
    "analyse othello --agent alphabeta:depth=4",
    "analyse go:size=9 --agent uct:sims=100",
    "analyse backgammon --agent expectiminimax:depth=1",
    "analyse tic_tac_toe --agent minimax",
    "analyse EXAMPLES/kalah.py --agent alphabeta:depth=4",
    "analyse EXAMPLES/kalah.py --agent uct:sims=100",
)
"""Twelve pairs of a game and an agent, each with so little to search that starting is what takes time."""
TINY = ("analyse tic_tac_toe --agent minimax",)
NOTED = (
    (24.1, 6.7, 0.86, 0.40),
    (18.2, 5.4, 0.90, 0.42),
    (8.3, 2.2, 0.82, 0.37),
    (4.9, 2.1, 0.73, 0.32),
    (6.4, 2.6, 0.79, 0.34),
    (5.7, 2.4, 0.76, 0.35),
    (6.3, 2.4, 0.71, 0.33),
    (10.5, 3.8, 0.76, 0.38),
    (7.4, 3.3, 0.80, 0.34),
    (2.6, 1.3, 0.71, 0.33),
    (6.7, 3.2, 0.72, 0.33),
    (8.7, 3.4, 0.71, 0.34),
)
"""For each command, what was noted when a kernel became one module: cold before and after, warm before and after."""

METHOD = """
Seconds from starting the process to its end, all that the command does included, for commands that hardly search. *Cold* begins
with an empty cache, *warm* with one that the same command has filled before. Python has its own files compiled to bytecode.
"""

NOTED_METHOD = """
Noted when a kernel became one module that later starts load without the compiler; nothing here is measured again. Seconds of
processor time for the same commands, cold once and warm the best of three. *Before* is the edition in which numba finished each
function by itself and a warm start imported it. Both editions were run in turns on a machine with other work to do.
"""


def seconds(command: str, cache: str) -> float:
    """Return how long a command takes in a process of its own that keeps kernels in the folder `cache`."""
    words = command.replace("EXAMPLES", str(EXAMPLES)).split()
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "kibitz", *words],
        env={**os.environ, "KIBITZ_CACHE": cache, "PYTHONDONTWRITEBYTECODE": ""},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - begun


def times(command: str, cold_runs: int, warm_runs: int) -> tuple[float, float]:
    """Return the best times of a command on an empty cache and on one that has its kernels."""
    cold = []
    for _ in range(cold_runs):
        with TemporaryDirectory() as folder:
            cold.append(seconds(command, folder))
            warm = [seconds(command, folder) for _ in range(warm_runs)]
    return min(cold), min(warm)


def starting(commands: tuple[str, ...], cold_runs: int, warm_runs: int) -> Section:
    """Return the times of some commands."""
    section = Section("Time to the first answer", METHOD, ("command", "cold", "warm"))
    for command in commands:
        cold, warm = times(command, cold_runs, warm_runs)
        section.rows.append((shown(command), f"{cold:.1f}", f"{warm:.2f}"))
    return section


def shown(command: str) -> str:
    """Return a command as the page has it."""
    return f"`{command.replace('EXAMPLES', 'examples')}`"


def noted() -> Section:
    """Return the times that were noted before and after starting became quicker."""
    section = Section(
        "Time to the first answer, before and after", NOTED_METHOD, ("command", "cold, before", "cold", "warm, before", "warm")
    )
    for command, (cold_before, cold, warm_before, warm) in zip(COMMANDS, NOTED, strict=True):
        section.rows.append((shown(command), f"{cold_before:.1f}", f"{cold:.1f}", f"{warm_before:.2f}", f"{warm:.2f}"))
    return section


def measure(tiny: bool) -> list[Section]:
    """Return the times of all commands, and those that were noted earlier."""
    return [starting(TINY if tiny else COMMANDS, 1, 1 if tiny else 3), noted()]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="a word of the commands to run")
    parser.add_argument("--cold", type=int, default=1, help="so often on an empty cache")
    parser.add_argument("--runs", type=int, default=3, help="so often on a full one")
    wanted = parser.parse_args()
    chosen = tuple(command for command in COMMANDS if wanted.only in command)
    print(starting(chosen, wanted.cold, wanted.runs).text)


if __name__ == "__main__":
    main()
