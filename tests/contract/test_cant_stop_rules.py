"""The example Can't Stop: a roll moves a runner as often as two of four dice make its sum, and the rules keep the laws."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from kibitz.checking import check
from kibitz.core.contract import Game
from kibitz.core.game import CHANCE, play
from kibitz.core.registry import load

FILE = str(Path(__file__).parents[2] / "examples" / "cant_stop.py")


@pytest.fixture(scope="module")
def cant_stop() -> Game:
    return load(FILE)


def with_runners(game: Game, *sums: int) -> Any:
    """Return a roll to come with runners on the first step of these columns."""
    runners = tuple(int(total in sums) for total in range(2, 13))
    return game.initial()._replace(runners=runners)


@pytest.mark.parametrize("sums", [(6, 7, 8), (4, 6, 8), (2, 7, 12), (2, 3, 12)])
def test_a_roll_moves_a_runner_if_two_dice_make_its_sum(cant_stop: Game, sums: tuple[int, ...]) -> None:
    s = with_runners(cant_stop, *sums)
    moved = [cant_stop.result(s, a).player == s.player for a in cant_stop.actions(s)]
    rolls = product(range(1, 7), repeat=4)
    assert moved == [any(one + other in sums for one, other in combinations(dice, 2)) for dice in rolls]


def test_a_turn(cant_stop: Game) -> None:
    s = play(cant_stop, cant_stop.initial(), "1-1-6-6")
    assert {cant_stop.action_name(s, a) for a in cant_stop.actions(s)} == {"2+12", "7+7"}
    s = play(cant_stop, s, "2+12 go 1-1-1-2")
    assert [cant_stop.action_name(s, a) for a in cant_stop.actions(s)] == ["2+3"]
    s = play(cant_stop, s, "2+3 stop")
    assert s.first == (2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    assert (s.player, sum(s.runners), cant_stop.to_move(s)) == (1, 0, CHANCE)


def test_one_free_runner_is_moved_in_either_column(cant_stop: Game) -> None:
    s = play(cant_stop, with_runners(cant_stop, 2, 12), "3-3-4-4")
    assert {cant_stop.action_name(s, a) for a in cant_stop.actions(s)} == {"6", "8", "7+7"}


def test_a_column_at_its_top_is_closed_and_a_roll_that_moves_nobody_ends_the_turn(cant_stop: Game) -> None:
    s = cant_stop.initial()._replace(second=(3, *(0,) * 10))
    assert play(cant_stop, s, "1-1-1-1").player == 1
    over = cant_stop.initial()._replace(first=(3, 5, *(0,) * 8, 3))
    assert cant_stop.is_terminal(over)
    assert [cant_stop.utility(over, player) for player in (0, 1)] == [1, -1]


def test_it_keeps_the_laws() -> None:
    assert check(FILE, games=3, targets=()).ok
