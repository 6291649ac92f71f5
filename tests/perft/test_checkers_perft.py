"""How many ways there are to play a number of moves of checkers, against published counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kibitz.api import perft
from kibitz.core.registry import load

COUNTS = (7, 49, 302, 1469, 7361, 36768, 179740, 845931)
"""English checkers from the start, as Aart Bik published them in 2009."""


@pytest.fixture(scope="module")
def facts(oracles: Path) -> dict[str, Any]:
    """Return the published counts."""
    read: dict[str, Any] = json.loads((oracles / "facts" / "perft_and_counts.json").read_text())
    return read


@pytest.mark.parametrize(("depth", "count"), list(enumerate(COUNTS, start=1)))
def test_from_the_start(depth: int, count: int) -> None:
    game = load("checkers")
    assert perft(game, game.initial(), depth) == count


def test_from_the_start_to_ten_moves(facts: dict[str, Any]) -> None:
    game = load("checkers")
    for depth in range(1, 11):
        assert perft(game, game.initial(), depth) == facts["checkers_english_8x8_perft"]["nodes"][str(depth)]


@pytest.mark.conformance
def test_from_the_start_to_thirteen_moves(facts: dict[str, Any]) -> None:
    """Deep enough for kings that jump around."""
    game = load("checkers")
    for depth in range(11, 14):
        assert perft(game, game.initial(), depth) == facts["checkers_english_8x8_perft"]["nodes"][str(depth)]


def test_flying_kings_and_men_that_jump_backward_would_show(facts: dict[str, Any]) -> None:
    """Brazilian rules part from the English ones at the fifth move."""
    brazilian = facts["checkers_8x8_brazilian_perft_NOT_english"]["nodes"]
    assert [brazilian[str(depth)] == COUNTS[depth - 1] for depth in range(1, 8)] == [True] * 4 + [False] * 3
