"""Othello's move paths, against published counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kibitz.compile.native import Jit, native
from kibitz.core.registry import load
from kibitz.search.perft import perft

LEAVES = (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284)
"""Leaves of 1 to 10 moves, as Aart Bik counts them (aartbik.com/MISC/reversi.html): a game that is over is a leaf, too."""
OVER_BEFORE = {10: 228, 11: 584, 12: 6968}
"""How many games are over before that many moves: leaves, but no paths of full length."""


def leaves(game: Any, jit: Jit) -> Any:
    """Build `count(s, depth)`: the leaves of the tree that is `depth` moves deep; a game that is over is a leaf."""

    @jit
    def below(s: Any, depth: int) -> int:
        if depth == 0 or game.is_terminal(s):
            return 1
        total = 0
        for a in game.actions(s):
            total += below(game.result(s, a), depth - 1)
        return total

    @jit
    def count(s: Any, depth: int) -> int:
        return below(s, depth)

    return count


def test_leaves() -> None:
    game = load("othello")
    count = native(leaves, game)
    assert tuple(count(game.initial(), depth) for depth in range(1, 11)) == LEAVES


def test_paths() -> None:
    """No game is over before its ninth move, so that paths are leaves until then."""
    game = load("othello")
    paths = [perft(game, game.initial(), depth) for depth in range(1, 11)]
    assert paths[:9] == list(LEAVES[:9])
    assert paths[9] == LEAVES[9] - OVER_BEFORE[10]


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
    assert native(leaves, game)(game.initial(), 11) == known["11"]
    assert perft(game, game.initial(), 11) == known["11"] - OVER_BEFORE[11]
    assert perft(game, game.initial(), 12) == known["12"] - OVER_BEFORE[12]
