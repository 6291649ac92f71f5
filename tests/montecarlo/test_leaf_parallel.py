"""Leaf parallelisation: UCT whose playouts run in batches, here on the processor in place of a GPU."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.compile.cpu import native, packed
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.search.montecarlo import settings
from kibitz.search.montecarlo.gpu import leaf_parallel
from kibitz.search.montecarlo.gpu.leaf_batch import PendingBatch
from kibitz.search.montecarlo.gpu.leaf_parallel import LeafParallelEngine
from kibitz.search.montecarlo.tree import UNOBSERVED_SHIFT, VISITS
from kibitz.search.playouts import random_games

CONNECT_FOUR = kibitz.load("connect_four")


class Buffer:
    """A buffer of positions as on a device, whose playouts a native kernel runs when they are started."""

    def __init__(self, game: Game, count: int, threads: int, game_policy: bool) -> None:
        self.game, self.threads = game, threads
        self.rows = np.zeros((count, len(packed(game, game.initial()))), np.int64)
        self.work = native(random_games, game, listed=True, game_policy=game_policy)

    def start(self, count: int, seed: int, each: int) -> Any:
        totals = np.zeros((count, self.game.players + 2))
        for place in range(count):
            self.work(self.rows[place], seed, place, each * self.threads, totals[place])
        return lambda: totals


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[LeafParallelEngine]:
    """The engines that are made while there seems to be a GPU."""
    engines: list[LeafParallelEngine] = []
    reset = LeafParallelEngine.reset

    def record(engine: LeafParallelEngine, state: Any) -> None:
        engines.append(engine)
        reset(engine, state)

    monkeypatch.setattr(leaf_parallel, "device_buffer", lambda *wanted: nullcontext(Buffer(*wanted)))
    monkeypatch.setattr(LeafParallelEngine, "reset", record)
    monkeypatch.setattr(settings, "why_no_cuda", lambda: None)
    return engines


def decide(position: str, options: str) -> Decision:
    return kibitz.decide(CONNECT_FOUR, CONNECT_FOUR.parse(position), f"uct:{options},device=cuda,playouts=8", seed=3)


@pytest.mark.parametrize("batch", [1, 7, 64, 512])
@pytest.mark.parametrize("simulations", [1, 50, 2000])
def test_it_ends_with_the_simulations_wanted(made: list[LeafParallelEngine], batch: int, simulations: int) -> None:
    """All moves of a leaf count, so a few more than wanted may be done."""
    found = decide("", f"sims={simulations},batch={batch}")
    assert found.simulations is not None
    assert simulations <= found.simulations < simulations + 2 * 7
    assert sum(move.visits or 0 for move in found.moves) == found.simulations


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("connect_four", "sims=3000,batch=256"),
        ("connect_four", "sims=30000,batch=256,threads=2,memory=1MB"),
        ("connect_four", "time=0.2,batch=64,threads=2"),
        ("pig:goal=15", "sims=3000,batch=64,threads=2"),
        ("nim:piles=2+3,players=3", "sims=500,batch=64"),
    ],
)
def test_no_visit_is_unobserved_at_the_end(made: list[LeafParallelEngine], game: str, options: str) -> None:
    kibitz.decide(game, None, f"uct:{options},device=cuda,playouts=8", seed=3)
    tree = made[0].tree
    assert not (tree.arrays.ints[VISITS : tree.allocated : tree.edge_size] >> UNOBSERVED_SHIFT).any()


def test_the_first_selections_spread_out(made: list[LeafParallelEngine]) -> None:
    """Before any result is in, nothing speaks for the first move."""
    found = decide("", "sims=60")
    assert max(move.visits or 0 for move in found.moves) < 20
    assert found.depth == len(found.line)


def test_the_same_seed_gives_the_same_answer(made: list[LeafParallelEngine]) -> None:
    first, second = (decide("44", "sims=2000,batch=64,reuse=true") for _ in range(2))
    assert [move.visits for move in first.moves] == [move.visits for move in second.moves]


@pytest.mark.parametrize("batch", [16, 256])
def test_a_forced_move_is_found(made: list[LeafParallelEngine], batch: int) -> None:
    assert decide("112233", f"sims=500,batch={batch}").value == 1.0
    assert decide("11223", f"sims=3000,batch={batch}").action == 3
    assert decide("4433", f"sims=30000,batch={batch},c=0.4").value == 1.0


def test_a_batch_is_small_as_long_as_there_are_few_simulations(
    made: list[LeafParallelEngine], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: list[tuple[int, int]] = []
    launch = LeafParallelEngine._launch

    def record(engine: LeafParallelEngine, number: int, batch: PendingBatch, size: int) -> None:
        wanted.append((engine.simulations, size))
        launch(engine, number, batch, size)

    monkeypatch.setattr(LeafParallelEngine, "_launch", record)
    decide("", "sims=20000,batch=512")
    assert wanted[0] == (0, 32)
    assert all(size <= 32 + simulations // 16 for simulations, size in wanted)
    assert max(size for _, size in wanted) == 512
