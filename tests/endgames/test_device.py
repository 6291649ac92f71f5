"""Tables built on a GPU are those that the processor builds; here numba simulates one, in a process of its own."""

from __future__ import annotations

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
from kibitz.endgames.store import ALL, Tables

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


@pytest.mark.conformance
@pytest.mark.parametrize("to", ["mate", "conversion"])
def test_the_benchmark_builds_queen_against_king(to: str, tmp_path: Path) -> None:
    simulate(str(BENCHMARK), str(tmp_path), "3000", "KQK" if to == "mate" else "KQK/conversion")
    lines = (tmp_path / "endings.jsonl").read_text().splitlines()
    tables = Tables(kibitz.load("chess"), tmp_path)
    (table,) = build(tables, ["KQK"], Work(conversion=to == "conversion"), GO_ON)
    assert f'"crc32": {crc32(table.values().tobytes())}' in "".join(lines)
