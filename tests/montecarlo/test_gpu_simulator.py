"""Monte Carlo on a GPU, run by numba's simulator in a process of its own; and what happens where there is no GPU."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

import kibitz
from kibitz.compile.cuda_launch import why_no_cuda
from kibitz.search.montecarlo.settings import DeviceWarning

SIMULATED = """
import json, sys
import kibitz
for game, position, agent in zip(sys.argv[1::3], sys.argv[2::3], sys.argv[3::3]):
    rules = kibitz.load(game)
    found = kibitz.decide(rules, rules.parse(position) if position else None, agent, seed=2)
    moves = [[move.action, move.visits, move.value] for move in found.moves]
    print(json.dumps([found.action, found.value, found.simulations, moves, found.depth]))
"""
WIN, BLOCK = "xx./oo./...", "x../oo./..x"


def simulated(*asked: tuple[str, str, str]) -> list[Any]:
    """Return what agents say: the action, the value, the number of simulations, the moves with visits and values, the depth."""
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    command = [sys.executable, "-c", SIMULATED, *(word for one in asked for word in one)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert "runs on the processor" not in done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for (_, _, agent), (_, _, simulations, moves, _) in zip(asked, answers, strict=True):
        assert sum(count for _, count, _ in moves) == simulations, agent
    return answers


def test_searches_on_the_simulator() -> None:
    win, block, bulk = simulated(
        ("tic_tac_toe", WIN, "uct:sims=60,device=cuda,batch=16,playouts=4"),
        ("tic_tac_toe", BLOCK, "uct:sims=150,device=cuda,batch=16,playouts=4"),
        ("tic_tac_toe", WIN, "montecarlo:playouts=300,device=cuda"),
    )
    assert win[:2] == [2, 1.0]
    assert block[0] == 5
    assert bulk[0] == 2
    assert {count for action, count, _ in bulk[3] if action != 2} == {60}


@pytest.mark.conformance
def test_chance_and_many_players_on_the_simulator() -> None:
    pig, nim = simulated(
        ("pig:goal=10", "", "uct:sims=60,device=cuda,batch=8,playouts=4"),
        ("nim:piles=2+2,players=3", "", "uct:sims=60,device=cuda,batch=8,playouts=2"),
    )
    assert pig[4] >= 2, "the tree goes on below the dice"
    assert all(visits > 0 for _, visits, _ in nim[3])


@pytest.mark.skipif(why_no_cuda() is None, reason="there is a GPU here")
def test_without_a_gpu_the_search_says_so_and_runs_on_the_processor() -> None:
    with pytest.warns(DeviceWarning, match="the search runs on the processor"):
        found = kibitz.decide("tic_tac_toe", None, "uct:sims=500,device=cuda", seed=1)
    assert found.simulations == 500
