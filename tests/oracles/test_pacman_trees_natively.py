"""The Pacman autograder's trees, through the compiled searches: all trees of one number of players are one game."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from test_pacman_trees import FILES, ORACLES, SETS, entry

import kibitz
from kibitz.core.registry import load
from kibitz.games.tree import Place, Tree

AGENTS = {"MinimaxAgent": "minimax", "AlphaBetaAgent": "alphabeta", "ExpectimaxAgent": "expectimax"}

pytestmark = pytest.mark.skipif(ORACLES is None, reason="KIBITZ_ORACLES does not name the folder with the oracles")


@lru_cache
def forest(players: int) -> tuple[Any, dict[Path, int]]:
    """Return all trees of so many players as one game, and where the root of each is."""
    trees: list[tuple[Path, Any]] = [(file, load(f"tree:file={file}")) for _, file in FILES]
    chosen = [(file, tree) for file, tree in trees if tree.players == players]
    roots: dict[Path, int] = {}
    movers: list[int] = []
    first: list[int] = [0]
    targets: list[int] = []
    for file, tree in chosen:
        base, branches = len(movers), len(targets)
        roots[file] = base
        movers += tree.movers
        targets += [target + base for target in tree.targets]
        first += [place + branches for place in tree.first[1:]]
    joined = {name: tuple(one for _, tree in chosen for one in getattr(tree, name)) for name in
              ("probabilities", "values", "names", "action_names")}  # fmt: skip
    spans = tuple(
        end(joined["values"][player::players]) for player in range(players) for end in (min, max)
    )  # fmt: skip
    return Tree(
        players, None, tuple(movers), tuple(first), tuple(targets), joined["probabilities"], joined["values"], spans,
        joined["names"], joined["action_names"], chosen[0][1].player_names,
    ), roots  # fmt: skip


@pytest.mark.parametrize(("name", "file"), FILES, ids=[f"{name}-{file.parent.name}-{file.stem}" for name, file in FILES])
def test_the_action_is_the_expected_one(name: str, file: Path) -> None:
    test, solution = file.read_text(), file.with_suffix(".solution").read_text()
    players = load(f"tree:file={file}").players
    game, roots = forest(players)
    root = Place(roots[file])
    agent = AGENTS[entry(test, "alg")]
    decision = kibitz.decide(game, root, f"{agent}:rounds={entry(test, 'depth')},engine=search")
    assert decision.action is not None
    assert game.action_name(root, decision.action) == entry(solution, "action")
    expected = entry(solution, SETS[name][1]).split()
    if agent == "minimax":
        assert decision.nodes == len(expected)
    else:
        assert decision.nodes > 0
