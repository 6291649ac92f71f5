"""Every game, the same: interpreted, native and on the CUDA simulator."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.compile.cpu import interpreted_rules, packed, rules
from kibitz.core.contract import Game
from kibitz.core.game import CHANCE
from kibitz.core.randomness import Random
from kibitz.core.registry import games
from kibitz.search.playouts import playouts

VARIANTS = ["connect_four:width=8,height=7", "connect_four:width=5,height=4,connect=3", "mnk:width=8,height=8,connect=5",
            "mnk:width=4,height=4,connect=3,players=3", "nim:misere=true", "nim:players=3", "pig:goal=20"]  # fmt: skip
SPECS = [*games(), *VARIANTS]
LONG = ("2048", "chinese_checkers", "go")
"""Games that take hundreds of moves, of which the simulator plays fewer."""


def _states(game: Game, seed: int, count: int) -> list[Any]:
    """Return states met in random games."""
    random = Random(seed)
    found: list[Any] = []
    s = game.initial()
    while len(found) < count:
        found.append(s)
        s = game.initial() if game.is_terminal(s) else game.result(s, random.choice(list(game.actions(s))))
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_rules_agree(spec: str) -> None:
    """Every compiled rule gives what the author's method gives, state by state."""
    game = kibitz.load(spec)
    native: Any = rules(game).module
    plain: Any = interpreted_rules(game).module
    buffer = np.zeros(300, np.int64)
    for s in _states(game, 11, 120):
        assert native.is_terminal(s) == game.is_terminal(s)
        assert native.to_move(s) == game.to_move(s)
        assert native.key(s) == plain.key(s)
        assert native.unpack(packed(game, s)) == s == plain.unpack(packed(game, s))
        for player in range(game.players):
            assert native.evaluate(s, player) == pytest.approx(game.evaluate(s, player), abs=1e-12)
        if game.is_terminal(s):
            assert [native.utility(s, player) for player in range(game.players)] == [
                game.utility(s, player) for player in range(game.players)
            ]
            continue
        actions = list(game.actions(s))
        assert list(native.actions(s)) == actions
        assert native.count_actions(s) == plain.count_actions(s) == len(actions)
        assert native.fill_actions(s, buffer, 3) == len(actions)
        assert list(buffer[3 : 3 + len(actions)]) == actions
        assert [native.nth_actions(s, place) for place in range(len(actions))] == actions
        assert [plain.nth_actions(s, place) for place in range(len(actions))] == actions
        for action in actions:
            assert native.result(s, action) == game.result(s, action)
            assert native.order(s, action) == game.order(s, action)
            if game.to_move(s) == CHANCE:
                assert native.probability(s, action) == pytest.approx(game.probability(s, action), abs=1e-15)


def test_filling_stops_at_the_end_of_the_buffer() -> None:
    game = kibitz.load("connect_four")
    module: Any = rules(game).module
    buffer = np.full(4, -9, np.int64)
    assert module.fill_actions(game.initial(), buffer[:3], 1) == 7
    assert list(buffer) == [-9, 0, 1, -9]


LARGE = ["backgammon", "chess", "chinese_checkers", "hypergammon"]
"""In the simulator their random games take a minute."""

SIMULATED = """
import json, sys
import kibitz
from kibitz.search.playouts import playouts
for spec, games in zip(sys.argv[1::2], sys.argv[2::2]):
    game = kibitz.load(spec)
    found = playouts(game, game.initial(), int(games), seed=3, threads=4, target="cuda")
    print(json.dumps([found.games, found.utilities, found.moves]))
"""


@pytest.mark.parametrize(
    "specs",
    [[spec for spec in SPECS if spec not in LARGE], pytest.param(LARGE, marks=pytest.mark.conformance)],
    ids=["small games", "large games"],
)
def test_random_games_agree_on_every_target(specs: list[str]) -> None:
    """The same seed gives the same random games, however they are run."""
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    games_of = {spec: 4 if spec in LONG else 12 for spec in specs}
    command = [sys.executable, "-c", SIMULATED, *(word for spec in specs for word in (spec, str(games_of[spec])))]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    for spec, line in zip(specs, done.stdout.splitlines(), strict=True):
        game = kibitz.load(spec)
        games, utilities, moves = json.loads(line)
        python = playouts(game, game.initial(), games_of[spec], seed=3, threads=4, target="python")
        assert (python.games, list(python.utilities), python.moves) == (games, utilities, moves), spec
        native = playouts(game, game.initial(), games_of[spec], seed=3, threads=4, target="native")
        assert native == python, spec
        others = playouts(game, game.initial(), games_of[spec], seed=4, threads=4, target="native")
        assert others != python or game.players == 1, spec


def test_random_games_of_tic_tac_toe_have_the_known_mean() -> None:
    """A random game is won by X with probability 737/1260, by O with 121/420, and is a draw with 8/63."""
    game = kibitz.load("tic_tac_toe")
    found = playouts(game, game.initial(), 200_000, seed=1)
    assert found.utilities[0] == pytest.approx(737 / 1260 - 121 / 420, abs=0.01)
    assert found.utilities[0] == -found.utilities[1]
