"""UCT whose random games are played elsewhere, many at a time: here by the processor, in place of a GPU."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.compile.cpu import native, packed
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.search.montecarlo import agents
from kibitz.search.montecarlo.gpu import batches
from kibitz.search.montecarlo.tree import USED, VISITS, WAITING_BITS
from kibitz.search.playouts import random_games

CONNECT_FOUR = kibitz.load("connect_four")


class Room:
    """Room for positions as on a device, whose games a native kernel plays when they are started."""

    def __init__(self, game: Game, count: int, threads: int, own: bool) -> None:
        self.game, self.threads = game, threads
        self.rows = np.zeros((count, len(packed(game, game.initial()))), np.int64)
        self.work = native(random_games, game, buffered=True, own=own)

    def start(self, count: int, seed: int, each: int) -> Any:
        totals = np.zeros((count, self.game.players + 2))
        for place in range(count):
            self.work(self.rows[place], seed, place, each * self.threads, totals[place])
        return lambda: totals


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[batches.BatchEngine]:
    """The engines that are made while there seems to be a GPU."""
    found: list[batches.BatchEngine] = []
    begin = batches.BatchEngine.begin

    def note(engine: batches.BatchEngine, state: Any) -> None:
        found.append(engine)
        begin(engine, state)

    monkeypatch.setattr(batches, "room_on_device", lambda *wanted: nullcontext(Room(*wanted)))
    monkeypatch.setattr(batches.BatchEngine, "begin", note)
    monkeypatch.setattr(agents, "why_no_cuda", lambda: None)
    return found


def asked(position: str, options: str) -> Decision:
    return kibitz.decide(CONNECT_FOUR, CONNECT_FOUR.parse(position), f"uct:{options},device=cuda,playouts=8", seed=3)


@pytest.mark.parametrize("batch", [1, 7, 64, 512])
@pytest.mark.parametrize("simulations", [1, 50, 2000])
def test_it_ends_with_the_games_asked_for(made: list[batches.BatchEngine], batch: int, simulations: int) -> None:
    """All moves of a leaf count, so a few more than asked for may be done."""
    found = asked("", f"sims={simulations},batch={batch}")
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
def test_no_game_is_waited_for_at_the_end(made: list[batches.BatchEngine], game: str, options: str) -> None:
    kibitz.decide(game, None, f"uct:{options},device=cuda,playouts=8", seed=3)
    tree = made[0].tree
    assert not (tree.words[VISITS : int(tree.ledger[USED]) : tree.stride] >> WAITING_BITS).any()


def test_the_first_walks_spread_out(made: list[batches.BatchEngine]) -> None:
    """Before any game is in, nothing speaks for the first move."""
    found = asked("", "sims=60")
    assert max(move.visits or 0 for move in found.moves) < 20
    assert found.depth == len(found.line)


def test_the_same_seed_gives_the_same_answer(made: list[batches.BatchEngine]) -> None:
    first, second = (asked("44", "sims=2000,batch=64,reuse=true") for _ in range(2))
    assert [move.visits for move in first.moves] == [move.visits for move in second.moves]


@pytest.mark.parametrize("batch", [16, 256])
def test_a_forced_move_is_found(made: list[batches.BatchEngine], batch: int) -> None:
    assert asked("112233", f"sims=500,batch={batch}").value == 1.0
    assert asked("11223", f"sims=3000,batch={batch}").action == 3
    assert asked("4433", f"sims=30000,batch={batch},c=0.4").value == 1.0


def test_a_batch_is_small_as_long_as_little_is_known(made: list[batches.BatchEngine], monkeypatch: pytest.MonkeyPatch) -> None:
    wanted: list[tuple[int, int]] = []
    start = batches.BatchEngine._start

    def note(engine: batches.BatchEngine, number: int, batch: batches.Batch, most: int) -> None:
        wanted.append((engine.simulations, most))
        start(engine, number, batch, most)

    monkeypatch.setattr(batches.BatchEngine, "_start", note)
    asked("", "sims=20000,batch=512")
    assert wanted[0] == (0, 32)
    assert all(most <= 32 + known // 16 for known, most in wanted)
    assert max(most for _, most in wanted) == 512
