"""Othello's move paths, against published counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz.core.decision import Paths
from kibitz.core.registry import load
from kibitz.search.perft import perft

LEAVES = (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284)
"""Leaves of 1 to 10 moves, as Aart Bik counts them (aartbik.com/MISC/reversi.html): a game that is over is a leaf, too."""
OVER_BEFORE = {10: 228, 11: 584, 12: 6968}
"""How many games are over before that many moves: leaves, but no paths of full length."""


def test_paths() -> None:
    """No game is over before its ninth move, so that paths are leaves until then."""
    game = load("othello")
    found = [perft(game, game.initial(), depth) for depth in range(1, 11)]
    assert found == [
        Paths(leaves - OVER_BEFORE.get(depth, 0), OVER_BEFORE.get(depth, 0)) for depth, leaves in enumerate(LEAVES, 1)
    ]


def test_the_published_counts(oracles: Path) -> None:
    """Bik lets a game that is over go on for one more pass, so that his paths of full length miss only those over before."""
    known = json.loads((oracles / "facts" / "perft_and_counts.json").read_text())["othello_8x8_perft"]
    leaf_nodes, full = known["leaf_nodes"], known["full_depth_only"]
    assert tuple(leaf_nodes[str(depth)] for depth in range(1, 11)) == LEAVES
    assert OVER_BEFORE == {depth: leaf_nodes[str(depth + 1)] - full[str(depth + 1)] for depth in OVER_BEFORE}


@pytest.mark.conformance
def test_more_than_ten_moves(oracles: Path) -> None:
    known = json.loads((oracles / "facts" / "perft_and_counts.json").read_text())["othello_8x8_perft"]["leaf_nodes"]
    game = load("othello")
    for depth in (11, 12):
        assert perft(game, game.initial(), depth) == (known[str(depth)] - OVER_BEFORE[depth], OVER_BEFORE[depth])
