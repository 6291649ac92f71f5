"""Go's heavy playouts, the same: interpreted, native and on the CUDA simulator."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import kibitz
from kibitz.search.playouts import Target, playouts

SIMULATED = """
import json, sys
import kibitz
from kibitz.search.playouts import playouts
game = kibitz.load(sys.argv[1])
found = playouts(game, game.initial(), 6, seed=3, threads=3, target="cuda", game_policy=True)
print(json.dumps([found.utilities, found.moves]))
"""


@pytest.mark.parametrize("spec", [
    "go:size=5,komi=2",
    *(pytest.param(spec, marks=pytest.mark.conformance) for spec in ("go", "go:size=5,superko=true,moves=60", "go:size=13")),
])  # fmt: skip
def test_light_playouts_agree_on_every_target(spec: str) -> None:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    command = [sys.executable, "-c", SIMULATED, spec]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    utilities, moves = json.loads(done.stdout)
    game = kibitz.load(spec)
    targets: tuple[Target, ...] = ("python", "native")
    for target in targets:
        found = playouts(game, game.initial(), 6, seed=3, threads=3, target=target, game_policy=True)
        assert (list(found.utilities), found.moves) == (utilities, moves)
