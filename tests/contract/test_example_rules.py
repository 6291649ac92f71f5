"""The games of the examples have the values that others have found for small boards."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import kibitz
from kibitz.checking.pictures import path_fault, picture_fault

EXAMPLES = Path(__file__).parents[2] / "examples"


def value(game: str) -> float:
    """Return what the start is worth to the first player, by the textbook's alpha-beta."""
    return kibitz.decide(f"{EXAMPLES}/{game}", None, "alphabeta:engine=textbook").value


@pytest.mark.parametrize(("pits", "values"), [(1, (0, -1, 1, -1, 1, 0)), (2, (1, -1, -1, -1))])
def test_kalah_is_worth_what_irving_donkers_and_uiterwijk_found(pits: int, values: tuple[int, ...]) -> None:
    assert tuple(value(f"kalah.py:pits={pits},start={start}") for start in range(1, len(values) + 1)) == values


@pytest.mark.parametrize("size", [1, 2, 3])
def test_hex_is_won_by_who_begins(size: int) -> None:
    assert value(f"hex.py:size={size}") == 1.0


def test_misere_tic_tac_toe_is_a_draw() -> None:
    assert value("misere.py:size=3") == 0.0


@pytest.mark.parametrize(("moves", "winner"), [("b1 c2 c3 b2", 0), ("b1 c2 b2 c3", 2)])
def test_trails_ends_when_only_one_can_move(moves: str, winner: int) -> None:
    game = kibitz.load(f"{EXAMPLES}/trails.py:size=3")
    end = game.parse(moves)
    assert game.is_terminal(end)
    assert [game.utility(end, player) for player in range(3)] == [int(player == winner) for player in range(3)]


@pytest.mark.parametrize("example", ["hex.py", "hex.py:size=1", "kalah.py", "kalah.py:pits=1", "misere.py", "trails.py"])
def test_every_move_of_an_example_has_a_cell_of_its_own_in_the_picture(example: str) -> None:
    game: Any = kibitz.load(f"{EXAMPLES}/{example}")
    s = game.initial()
    while not game.is_terminal(s):
        drawn = game.svg(s)
        assert picture_fault(drawn) is None
        paths = [game.cells(s, a) for a in game.actions(s)]
        assert [path_fault(ElementTree.fromstring(drawn), path) for path in paths] == [None] * len(paths)
        assert len(set(paths)) == len(paths)
        assert () not in paths
        s = game.result(s, list(game.actions(s))[-1])
