"""Connect Four solved: exact scores without a book, beside bitbully, on the same positions in turns."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from peers import BITBULLY
from report import Section

import kibitz
from kibitz.core.randomness import Random
from kibitz.search.solving.mtdf import ExactSearch

GAME = kibitz.load("connect_four")
STONES = {8: 12, 12: 40, 16: 100, 20: 200, 24: 400}
"""How many random positions there are with so many stones."""
FILES = {"Test_L1_R1": None, "Test_L2_R2_first500": None, "Test_L1_R2_first100": 20}
"""Pascal Pons' sets of positions with scores, and how many of each are solved (None is all)."""
BLOCKS = 10
"""The programs take turns so many times in each set; within a block the memory of neither is disturbed by the other."""

METHOD = """
The exact score of a position (how many stones before the end who wins), without a book. Positions with a number of stones
come from random games, and the side to move has no win at once; the other sets are Pascal Pons'. Each set begins with an
empty transposition table and keeps it from position to position. The programs take turns, block by block, and time is the
processor's: waiting for a core does not count, sharing its caches does. Kibitz's rules and search are Python, compiled;
bitbully is C++ for this game alone. All scores were the same, and Pons' where he gives them.
"""


class Position(NamedTuple):
    """A position, the columns that were played, from 0, and its score, where it is known."""

    state: Any
    columns: list[int]
    score: int | None


def random_position(random: Random, stones: int) -> Position:
    """Return a position after so many random moves in which the side to move cannot win at once."""
    while True:
        state = GAME.initial()
        columns: list[int] = []
        while len(columns) < stones and not GAME.is_terminal(state):
            columns.append(random.choice(list(GAME.actions(state))))
            state = GAME.result(state, columns[-1])
        if not GAME.is_terminal(state) and not any(GAME.is_terminal(GAME.result(state, a)) for a in GAME.actions(state)):
            return Position(state, columns, None)


def read_positions(path: Path, most: int | None) -> list[Position]:
    """Return the positions of a file: columns from 1, and the score."""
    lines = [line.split() for line in path.read_text().splitlines()][:most]
    return [Position(GAME.parse(moves), [int(one) - 1 for one in moves], int(score)) for moves, score in lines]


def sets(tiny: bool) -> Iterator[tuple[str, list[Position]]]:
    """Yield sets of positions by name."""
    for stones, count in ({24: 3} if tiny else STONES).items():
        random = Random(seed=stones)
        yield f"{stones} stones", [random_position(random, stones) for _ in range(count)]
    folder = os.environ.get("KIBITZ_ORACLES")
    if folder and not tiny:
        for name, most in FILES.items():
            whole = f"first {most} of {name}" if most else name
            yield (
                whole.replace("Test_", "").replace("_first500", "").replace("_first100", ""),
                read_positions(Path(folder, "connect4", f"{name}.txt"), most),
            )


class Ours:
    """Kibitz's solver."""

    name = "Kibitz"

    def __init__(self) -> None:
        self.exact = ExactSearch(GAME)

    def prepared(self, position: Position) -> Any:
        """Return what `solve` takes."""
        return position.state

    def solve(self, state: Any) -> int:
        """Return the score of a position."""
        return self.exact.value(state)

    def forget(self) -> None:
        """Begin with a new table, which is small and grows as it fills, and count nodes from zero."""
        self.exact = ExactSearch(GAME)
        self.exact.engine.new_search()

    def nodes(self) -> int:
        """Return how many nodes were looked at."""
        return self.exact.engine.nodes


class Bitbully:
    """The peer's solver."""

    name = "bitbully"

    def __init__(self) -> None:
        self.library = BITBULLY.load("bitbully.bitbully_core")
        self.core = self.library.BitBullyCore()

    def prepared(self, position: Position) -> Any:
        """Return what `solve` takes."""
        board = self.library.BoardCore()
        for column in position.columns:
            board.play(column)
        return board

    def solve(self, board: Any) -> int:
        """Return the score of a board."""
        return int(self.core.mtdf(board, 0))

    def forget(self) -> None:
        """Empty the table and count nodes from zero."""
        self.core.resetTranspositionTable()
        self.core.resetNodeCounter()

    def nodes(self) -> int:
        """Return how many nodes were looked at."""
        return int(self.core.getNodeCounter())


def measure(tiny: bool) -> list[Section]:
    """Return the mean times of a position in each set."""
    made = Section(
        "Connect Four: exact scores",
        METHOD,
        ("positions", "how many", "program", "ms each", "nodes each", "million nodes/s", "Kibitz is"),
    )
    programs: list[Ours | Bitbully] = [Ours(), Bitbully()] if BITBULLY.is_here else [Ours()]
    programs[0].solve(random_position(Random(0), 24).state)
    for name, positions in sets(tiny):
        best = _in_turns(programs, positions, 1 if tiny else 3)
        for program, (spent, nodes) in best.items():
            words = "" if program == "Kibitz" else made.compare(f"scores, {name}", program, best["Kibitz"][0], spent)
            each, seen = spent / len(positions), nodes / len(positions)
            cells = (f"{each * 1e3:.3f}", f"{seen:,.0f}", f"{nodes / spent / 1e6:.1f}")
            made.rows.append((name, str(len(positions)), program, *cells, words))
    if not BITBULLY.is_here:
        made.remarks.append(BITBULLY.absence)
    if not os.environ.get("KIBITZ_ORACLES"):
        made.remarks.append("KIBITZ_ORACLES is unset, so Pascal Pons' sets are left out.")
    return [made]


def _in_turns(programs: list[Ours | Bitbully], positions: list[Position], rounds: int) -> dict[str, tuple[float, int]]:
    """Return each program's shortest time for all positions with its nodes; raise an error where scores differ."""
    best = {program.name: (float("inf"), 0) for program in programs}
    size = -(-len(positions) // BLOCKS)
    for number in range(rounds):
        spent = dict.fromkeys(best, 0.0)
        for program in programs:
            program.forget()
        for start in range(0, len(positions), size):
            block, answers = positions[start : start + size], []
            for program in programs[:: -1 if (start // size + number) % 2 else 1]:
                asked = [program.prepared(position) for position in block]
                begun = time.process_time()
                answers.append([program.solve(one) for one in asked])
                spent[program.name] += time.process_time() - begun
            known = [answers[0][place] if one.score is None else one.score for place, one in enumerate(block)]
            if any(scores != known for scores in answers):
                raise RuntimeError(f"the scores of {[one.columns for one in block]} are not the same: {answers}, known {known}")
        for program in programs:
            best[program.name] = min(best[program.name], (spent[program.name], program.nodes()))
    return best
