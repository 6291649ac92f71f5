"""Tables built on a GPU are those that the processor builds; here numba simulates one, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from graphs import Backed, random_graph

import kibitz
from kibitz.endgames.building import Work, build
from kibitz.endgames.store import ALL, Tables, game_folder

GO_ON = np.zeros(1, np.int64)
SIMULATED = """
import sys
import numpy as np
sys.path.insert(0, sys.argv[2])
from graphs import Backed, random_graph
from kibitz.endgames import device
from kibitz.endgames.building import Work, build
from kibitz.endgames.store import ALL, Tables
device.CHUNK = 64
game = Backed(*random_graph(7, graphs=40, nodes=14))
build(Tables(game, sys.argv[1]), [ALL], Work(device="cuda"), np.zeros(1, np.int64))
"""
RING = """
from typing import NamedTuple

import kibitz


class State(NamedTuple):
    cell: int
    tokens: int
    player: int


@kibitz.game(players=2, cyclic=True)
class Ring(NamedTuple):
    \"\"\"Players walk around a ring and take the tokens that they find; who is to move at its start without any has lost.\"\"\"

    cells: int = 13

    def initial(self):
        return State(6, 3, 0)

    def to_move(self, s):
        return s.player

    def actions(self, s):
        if s.cell % 3 == 0 and s.tokens > 0:
            yield 0
        else:
            yield 1
            yield 2

    def result(self, s, a):
        return State((s.cell + a) % self.cells, s.tokens - (1 if a == 0 else 0), 1 - s.player)

    def is_terminal(self, s):
        return s.cell == 0 and s.tokens == 0

    def utility(self, s, player):
        return -1.0 if player == s.player else 1.0

    def index(self, s):
        return 2 * s.cell + s.player

    def unindex(self, i, k):
        return State(i // 2, k, i % 2)

    def size(self, k):
        return 2 * self.cells

    def slice(self, s):
        return s.tokens

    def predecessors(self, s):
        for step in (1, 2):
            before = State((s.cell - step) % self.cells, s.tokens, 1 - s.player)
            if before.cell % 3 != 0 or (before.tokens == 0 and before.cell != 0):
                yield before

    def slices_after(self, k):
        if k > 0:
            yield k - 1

    def slice_name(self, k):
        return f"T{k}"

    def parse_slice(self, text):
        return int(text[1:])
"""
BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "endgame_device.py"


def simulate(*arguments: str) -> None:
    """Run Python where numba simulates a GPU."""
    pytest.importorskip("numba.cuda", reason="numba has no CUDA here")
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, timeout=3000, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]


def test_graphs_have_the_same_codes_as_on_the_processor(tmp_path: Path) -> None:
    simulate("-c", SIMULATED, str(tmp_path / "device"), str(Path(__file__).parent))
    game: Any = Backed(*random_graph(7, graphs=40, nodes=14))
    (own,) = build(Tables(game, tmp_path / "own"), [ALL], Work(), GO_ON)
    theirs = Tables(game, tmp_path / "device").table(ALL)
    assert own.header.longest > 5
    assert (own.values() == theirs.values()).all()


def test_the_benchmark_goes_on_from_what_it_kept(tmp_path: Path) -> None:
    game, kept = tmp_path / "ring.py", tmp_path / "kept"
    game.write_text(RING)
    words = ["--game", str(game), "--keep", str(kept)]
    simulate(str(BENCHMARK), str(tmp_path / "first"), "1000", "T2", "T3/conversion", *words)
    (kept / game_folder(kibitz.load(str(game))) / "T1.codes").write_bytes(b"damaged")
    simulate(str(BENCHMARK), str(tmp_path / "second"), "1000", "all", *words)
    told = [
        [json.loads(line) for line in (tmp_path / folder / "endings.jsonl").read_text().splitlines()]
        for folder in ("first", "second")
    ]
    tables = Tables(kibitz.load(str(game)), tmp_path)
    build(tables, ["T3"], Work(), GO_ON)
    sums = {name: crc32(tables.table(name).values().tobytes()) for name in tables.names()}
    assert {one["name"]: one["crc32"] for one in told[1] if "crc32" in one} == sums
    assert [one["name"] for one in told[1] if "kept" in one] == ["T0", "T2"]
    (initial,) = [one["initial"] for one in told[1] if "initial" in one]
    entry = tables.probe(tables.game.initial())
    assert entry is not None
    assert entry.outcome == (initial > 0) - (initial < 0)
    lines = [one for one in told[0] if "line" in one]
    assert [len(one["moves"]) for one in lines] == [one["plies"] for one in lines]
    assert lines[0]["plies"] == int(tables.table("T2").values().max()) - 1


@pytest.mark.conformance
@pytest.mark.parametrize("to", ["mate", "conversion"])
def test_the_benchmark_builds_queen_against_king(to: str, tmp_path: Path) -> None:
    simulate(str(BENCHMARK), str(tmp_path), "3000", "KQK" if to == "mate" else "KQK/conversion")
    lines = (tmp_path / "endings.jsonl").read_text().splitlines()
    tables = Tables(kibitz.load("chess"), tmp_path)
    (table,) = build(tables, ["KQK"], Work(conversion=to == "conversion"), GO_ON)
    assert f'"crc32": {crc32(table.values().tobytes())}' in "".join(lines)
