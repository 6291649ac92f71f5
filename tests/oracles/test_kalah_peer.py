"""Kalah beside OpenSpiel's mancala, which captures nothing where nothing lies across."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.core.randomness import Random
from kibitz.games.kalah import Kalah
from kibitz.games.kalah.notation import sides
from kibitz.games.kalah.state import State, count

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

GAME = Kalah(empty=False)


def board(s: State) -> list[int]:
    """Return OpenSpiel's order: the second player's store, the first's pits and store, the second's pits."""
    first, second = ([count(side, pit) for pit in range(7)] for side in sides(s))
    return [second[6], *first, *second[:6]]


def test_random_games() -> None:
    random = Random(2)
    for _ in range(40):
        state, s = pyspiel.load_game("mancala").new_initial_state(), GAME.initial()
        while not GAME.is_terminal(s):
            assert not state.is_terminal()
            assert state.current_player() == s.turn
            actions = list(GAME.actions(s))
            assert state.legal_actions() == [a + (1 if s.turn == 0 else 8) for a in actions]
            assert [int(number) for number in state.observation_tensor()[:14]] == board(s)
            a = random.choice(actions)
            state.apply_action(a + (1 if s.turn == 0 else 8))
            s = GAME.result(s, a)
        assert state.is_terminal()
        assert state.returns() == [GAME.utility(s, 0), GAME.utility(s, 1)]
