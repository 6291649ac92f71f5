"""Kibitz's own speeds: compiled against interpreted, random games, perft, exact solving, start-up."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import numpy as np
from report import Section
from timing import best_of

import kibitz
from kibitz.checking.speeds import native_playouts
from kibitz.compile.cpu import interpreted, native
from kibitz.search.common.node_count import NODES
from kibitz.search.common.plain_minimax import new_counters
from kibitz.search.minimax import minimax_value


def minimax_ratio(tiny: bool) -> Iterator[str]:
    """Yield how much faster compiled minimax walks the whole tree of tic-tac-toe than the interpreted one."""
    game = kibitz.load("tic_tac_toe")
    counted, stop = new_counters(), np.zeros(1, np.int64)
    depth = 4 if tiny else -1

    def walk(kernel: object) -> None:
        counted[NODES] = 0
        kernel(game.initial(), 0, depth, False, counted, stop)  # type: ignore[operator]

    kernels = {"native": native(minimax_value, game), "interpreted": interpreted(minimax_value, game)}
    kernels["native"](game.initial(), 0, 1, False, counted, stop)
    quick = best_of(7, lambda: walk(kernels["native"]))
    slow = best_of(1, lambda: walk(kernels["interpreted"]))
    nodes = int(counted[NODES])
    limit = f",depth={depth}" if tiny else ""
    textbook = best_of(1, lambda: kibitz.decide(game, agent=f"minimax:engine=textbook{limit}"))
    yield f"minimax, the whole tree of tic-tac-toe, {nodes:,} nodes:"
    yield f"native {quick * 1e3:.1f} ms ({nodes / quick / 1e6:.0f} million nodes a second)"
    for name, spent in (("the same kernel interpreted", slow), ("the textbook's version", textbook)):
        yield f"{name} {spent:.2f} s: native is {spent / quick:.0f} times faster"


def random_games(tiny: bool) -> Iterator[str]:
    """Yield how many random games a second one core plays."""
    for spec in ("tic_tac_toe",) if tiny else ("tic_tac_toe", "connect_four", "nim", "pig:goal=20"):
        game = kibitz.load(spec)
        found = max(native_playouts(game, game.initial()) for _ in range(1 if tiny else 5))
        yield f"random games, {spec}: {found / 1e6:.2f} million a second on one core"


def counting_and_solving(tiny: bool) -> Iterator[str]:
    """Yield the speed of perft and of exact solutions."""
    game = kibitz.load("connect_four")
    start, depth = game.initial(), 5 if tiny else 9
    paths = kibitz.perft(game, start, depth)
    spent = best_of(3, lambda: kibitz.perft(game, start, depth))
    yield f"perft {depth}, connect_four: {paths:,} paths in {spent:.2f} s"
    for moves in ("2252576253462244111563365343671351441",) if tiny else ("274552224131661", "5455174361263362"):
        state = game.parse(moves)
        decision = kibitz.solve(game, state)
        spent = best_of(3, lambda state=state: kibitz.solve(game, state))  # type: ignore[misc]
        yield f"solve connect_four {moves}: score {decision.score:.0f}, {decision.nodes:,} nodes in {spent:.2f} s"


def starting(tiny: bool) -> Iterator[str]:
    """Yield how long a process takes to import Kibitz, and to solve tic-tac-toe with a warm cache."""
    programs = {
        "import kibitz": ["-c", "import kibitz"],
        "kibitz solve tic_tac_toe, warm": ["-m", "kibitz", "solve", "tic_tac_toe"],
    }
    for name, program in list(programs.items())[: 1 if tiny else 2]:
        command = [sys.executable, *program]
        spent = best_of(2 if tiny else 4, lambda command=command: subprocess.run(command, capture_output=True, check=True))  # type: ignore[misc]
        yield f"{name}: {spent:.2f} s"


def measure(tiny: bool) -> list[Section]:
    """Return Kibitz's own speeds."""
    made = Section("Kibitz's own speeds", "On one core, from Python; no peer.")
    for part in (minimax_ratio, random_games, counting_and_solving, starting):
        made.remarks += part(tiny)
    return [made]
