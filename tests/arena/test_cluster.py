"""Matches on a Ray cluster: the same games as here, all of them, though a node dies."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.arena.database import Database
from kibitz.arena.playing import PlayedGame
from kibitz.arena.results import MatchResults
from kibitz.arena.running import play_match
from kibitz.arena.settings import MatchSettings

pytestmark = pytest.mark.conformance
ray = pytest.importorskip("ray", reason="matches on a cluster need Ray (pip install 'kibitz[ray]')")

STEADY = "import time\nimport kibitz\n\n\n@kibitz.agent('steady')\ndef decide(game, state):\n    time.sleep({seconds})\n"
STEADY += "    return list(game.actions(state))[0]\n"


@pytest.fixture
def two_nodes() -> Iterator[Any]:
    """Start a cluster of two nodes on this machine, with one processor each as Ray counts them."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def agent(folder: Path, seconds: float) -> str:
    """Return an agent that takes so many seconds for a move."""
    file = folder / "steady.py"
    file.write_text(STEADY.format(seconds=seconds), encoding="utf-8")
    return str(file)


def what_happened(results: MatchResults) -> list[tuple[object, ...]]:
    """Return what the seed decides on."""
    return [(game.number, game.players, game.utilities, game.plies, game.opening, game.end, game.seed) for game in results]


def test_two_nodes_play_the_same_games_as_this_process(two_nodes: Any, tmp_path: Path) -> None:
    settings = MatchSettings(kibitz.load("connect_four"), ("uct:sims=300", "random", agent(tmp_path, 0)), 30, 7)
    here = play_match(settings, processes=2).results
    there = play_match(settings, ray=two_nodes.address, database=tmp_path / "m.db").results
    assert what_happened(here) == what_happened(there)
    with Database.read(tmp_path / "m.db") as database:
        assert database.results() == there


def test_all_games_are_played_though_a_node_dies(two_nodes: Any, tmp_path: Path) -> None:
    settings = MatchSettings(kibitz.load("tic_tac_toe"), (agent(tmp_path, 0.02), "random"), 60, 7)
    played: list[int] = []
    killing = threading.Event()

    def kill_once(game: Any) -> None:
        played.append(game.result.number)
        if len(played) == 10 and not killing.is_set():
            killing.set()
            two_nodes.remove_node(two_nodes.worker_nodes.copy().pop(), allow_graceful=False)

    results = play_match(settings, ray=two_nodes.address, database=tmp_path / "m.db", listen=kill_once).results
    assert killing.is_set()
    assert sorted(played) == list(range(1, 61))
    assert [game.number for game in results] == list(range(1, 61))
    with Database.read(tmp_path / "m.db") as database:
        assert database.results() == results
    assert what_happened(results) == what_happened(play_match(settings, processes=2).results)


def test_the_cluster_is_about_as_quick_as_processes_here(two_nodes: Any, tmp_path: Path) -> None:
    """Games of a second that mostly wait, so that it is the scheduling that is measured and not the machine.

    Other work on this machine holds up one or the other, so that there are several tries.
    """
    settings = MatchSettings(kibitz.load("tic_tac_toe"), (agent(tmp_path, 0.4), "random"), 40, 1)
    tries = [(at_once(settings, two_nodes.address), at_once(settings, None))]
    while len(tries) < 4 and tries[-1][0] < tries[-1][1] / 1.15:
        tries.append((at_once(settings, two_nodes.address), at_once(settings, None)))
    assert tries[-1][0] >= tries[-1][1] / 1.15, tries


def at_once(settings: MatchSettings, address: str | None) -> float:
    """Return how many games are under way at once on average, in the second half of a match."""
    stamps: list[tuple[float, float]] = []

    def note(game: PlayedGame) -> None:
        stamps.append((time.perf_counter(), game.result.seconds))

    play_match(settings, ray=address, processes=2, listen=note)
    later = stamps[len(stamps) // 2 :]
    return sum(seconds for _, seconds in later[1:]) / (later[-1][0] - later[0][0])
