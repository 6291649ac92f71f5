"""Kibitz's speeds in one run: compiled against interpreted, random games, exact solving, start-up. `make bench` runs it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
from playouts import rate

import kibitz
from kibitz.compile.native import interpreted, native
from kibitz.search.minimax import exhaustive


def best_of(runs: int, work: Callable[[], object]) -> float:
    """Return the shortest of several times, in seconds."""
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


def minimax_ratio() -> None:
    """Print how much faster compiled minimax walks the whole tree of tic-tac-toe than the interpreted one."""
    game = kibitz.load("tic_tac_toe")
    counted, stop = np.zeros(2, np.int64), np.zeros(1, np.int64)
    kernels = {"native": native(exhaustive, game), "interpreted": interpreted(exhaustive, game)}
    times = {}
    for name, kernel in kernels.items():
        kernel(game.initial(), 0, 1, counted, stop)
        counted[:] = 0
        times[name] = best_of(
            1 if name == "interpreted" else 7, lambda kernel=kernel: kernel(game.initial(), 0, -1, counted, stop)
        )  # type: ignore[misc]
    nodes = int(counted[0])
    textbook = best_of(1, lambda: kibitz.decide(game, agent="minimax:engine=textbook"))
    print(f"minimax, the whole tree of tic-tac-toe, {nodes:,} nodes:")
    print(f"  native {times['native'] * 1e3:.1f} ms ({nodes / times['native'] / 1e6:.0f} million nodes a second)")
    for name, spent in (("the same kernel interpreted", times["interpreted"]), ("the textbook's version", textbook)):
        print(f"  {name} {spent:.2f} s: native is {spent / times['native']:.0f} times faster")


def random_games() -> None:
    """Print how many random games a second one core plays."""
    for spec in ("tic_tac_toe", "connect_four", "nim", "pig:goal=20"):
        found, _ = rate(spec, "native", 300_000, 1, 5)
        print(f"random games, {spec}: {found / 1e6:.2f} million a second on one core")


def counting_and_solving() -> None:
    """Print the speed of perft and of two exact solutions."""
    game = kibitz.load("connect_four")
    start = game.initial()
    paths = kibitz.perft(game, start, 9)
    spent = best_of(3, lambda: kibitz.perft(game, start, 9))
    print(f"perft 9, connect_four: {paths:,} paths in {spent:.2f} s")
    for moves in ("274552224131661", "5455174361263362"):
        decision = kibitz.solve(game, game.parse(moves))
        spent = best_of(3, lambda moves=moves: kibitz.solve(game, game.parse(moves)))  # type: ignore[misc]
        print(f"solve connect_four {moves}: score {decision.score:.0f}, {decision.nodes:,} nodes in {spent:.2f} s")


def starting() -> None:
    """Print how long a process takes to import Kibitz, and to solve tic-tac-toe with a warm cache."""
    programs = {
        "import kibitz": ["-c", "import kibitz"],
        "kibitz solve tic_tac_toe, warm": ["-m", "kibitz", "solve", "tic_tac_toe"],
    }
    for name, program in programs.items():
        spent = best_of(4, lambda program=program: subprocess.run([sys.executable, *program], capture_output=True, check=True))  # type: ignore[misc]
        print(f"{name}: {spent:.2f} s")


if __name__ == "__main__":
    minimax_ratio()
    random_games()
    counting_and_solving()
    starting()
