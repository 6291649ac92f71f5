"""Retrograde analysis against the definition: sweeps over random graphs, with and without circles, until nothing changes."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from kibitz.core.tasks import Stopped
from kibitz.endgames import retrograde_analysis as solving
from kibitz.endgames.graph import TERMINAL, Graph, Values

WORTH = (-3.0, -1.0, 0.0, 0.5, 1.0)


def random_graph(seed: int, size: int) -> Graph:
    """Return a graph whose positions lead anywhere, some of them twice to the same."""
    draw = random.Random(seed)
    movers = [TERMINAL if draw.random() < 0.3 else draw.randrange(2) for _ in range(size)]
    moves = [[] if mover == TERMINAL else [draw.randrange(size) for _ in range(draw.randint(1, 4))] for mover in movers]
    first = np.cumsum([0, *map(len, moves)])
    targets = np.array([target for one in moves for target in one], np.int64)
    worth = [draw.choice(WORTH) if mover == TERMINAL else 0.0 for mover in movers]
    utilities = np.array([(value, -value) for value in worth])
    return Graph(np.array(movers, np.int64), first, targets, targets, np.ones(len(targets)), utilities)


def swept(graph: Graph, player: int, infinite_play: float) -> list[float]:
    """Return the values by the definition, from that of play without end on: better is believed only once it is forced."""
    count = len(graph.movers)
    values = [float(graph.utilities[i, player]) if graph.movers[i] == TERMINAL else infinite_play for i in range(count)]
    while True:
        new = list(values)
        for i in range(count):
            if graph.movers[i] != TERMINAL:
                below = [values[graph.targets[edge]] for edge in graph.moves(i)]
                new[i] = max(below) if graph.movers[i] == player else min(below)
        if new == values:
            return values
        values = new


def going() -> Any:
    """Return a stop flag that is not set."""
    return np.zeros(1, np.int64)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("infinite_play", [0.0, 0.5, -7.0, 7.0])
def test_values_are_those_of_the_definition(player: int, infinite_play: float) -> None:
    for seed in range(60):
        graph = random_graph(seed, 2 + seed)
        result = solving.retrograde_analysis(graph, player, infinite_play, going())
        assert list(result.values) == swept(graph, player, infinite_play), seed
        assert result.certain.all()


def test_compiled_as_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = random_graph(1, 900)
    interpreted = solving.retrograde_analysis(graph, 0, 0.0, going())
    monkeypatch.setattr(solving, "FEW_POSITIONS", 0)
    assert list(solving.retrograde_analysis(graph, 0, 0.0, going()).values) == list(interpreted.values)


def test_what_is_known_is_used_and_stays() -> None:
    graph = random_graph(2, 80)
    mover = int(np.flatnonzero(graph.movers != TERMINAL)[0])
    known_values = np.full(mover + 1, 0.25)
    known_values[graph.movers[: mover + 1] == TERMINAL] = 1.0
    known = Values(known_values, np.ones(mover + 1, bool), known_values, known_values, 0.0)
    result = solving.retrograde_analysis(graph, 0, 0.0, going(), known)
    assert list(result.values[: mover + 1]) == list(known_values)


def test_it_can_be_stopped() -> None:
    stop = np.ones(1, np.int64)
    with pytest.raises(Stopped):
        solving.retrograde_analysis(random_graph(3, 50), 0, 0.0, stop)
