"""Symmetric forms of positions: the rules are the same in all of them, and together they are all that there are."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.core.contract import Symmetries, implements
from kibitz.core.playouts import sample
from kibitz.core.randomness import Random
from kibitz.core.registry import load

GAMES = ("connect_four", "connect_four:width=4,height=5,connect=3", "tic_tac_toe", "mnk:width=4,height=3,connect=3,players=3")


@pytest.mark.parametrize("name", GAMES)
def test_a_form_of_the_position_after_a_move_is_the_position_after_the_form_of_the_move(name: str) -> None:
    game: Any = load(name)
    assert implements(game, Symmetries)
    random = Random(1)
    for _ in range(20):
        state = game.initial()
        while not game.is_terminal(state):
            action = sample(game, state, random)
            after = game.result(state, action)
            for form in range(game.count_symmetries()):
                turned, moved = game.symmetric(state, form), game.symmetric_action(action, form)
                assert moved in list(game.actions(turned))
                assert game.result(turned, moved) == game.symmetric(after, form)
                assert game.is_terminal(game.symmetric(after, form)) == game.is_terminal(after)
                if game.is_terminal(after):
                    for player in range(game.players):
                        assert game.utility(game.symmetric(after, form), player) == game.utility(after, player)
            state = after


@pytest.mark.parametrize("name", GAMES)
def test_form_0_is_the_position_itself_and_no_two_forms_are_alike(name: str) -> None:
    game: Any = load(name)
    forms = range(game.count_symmetries())
    assert [game.symmetric_action(action, 0) for action in game.actions(game.initial())] == list(game.actions(game.initial()))
    moved = {tuple(game.symmetric_action(action, form) for action in game.actions(game.initial())) for form in forms}
    assert len(moved) == len(forms)
