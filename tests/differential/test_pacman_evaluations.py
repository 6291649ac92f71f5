"""Pacman's evaluations, compiled, say what they say in Python; and no state seems worse than death or better than victory."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.compile.cpu import rules
from kibitz.core.randomness import Random
from kibitz.games.pacman import Pacman, load_layout
from kibitz.games.pacman.layout import read_layout

CAPSULES = "%%%%%%%%\n%.. P.o%\n%.%G%% %\n%oG...G%\n%%%%%%%%"


def states(game: Pacman, games: int) -> list[Any]:
    """Return the unfinished states of random games."""
    random, found = Random(5), []
    for _ in range(games):
        s = game.initial()
        while not game.is_terminal(s):
            found.append(s)
            s = game.result(s, random.choice(list(game.actions(s))))
    return found


@pytest.mark.parametrize("evaluation", ["better", "chase"])
def test_compiled_evaluations_are_those_in_python(evaluation: str) -> None:
    game = Pacman.of(read_layout("capsules", CAPSULES), evaluation=evaluation)
    native: Any = rules(game).module
    met = states(game, 12)
    assert any(max(s.timers) > 0 for s in met)
    for s in met:
        assert [native.evaluate(s, player) for player in (0, 1)] == pytest.approx([game.evaluate(s, 0), -game.evaluate(s, 0)])


@pytest.mark.parametrize("name", ["smallClassic", "originalClassic", "contestClassic"])
def test_better_lies_between_death_and_victory(name: str) -> None:
    game = Pacman.of(load_layout(name), evaluation="better")
    for s in states(game, 3):
        assert s.score - 500 < game.evaluate(s, 0) < s.score + 500
