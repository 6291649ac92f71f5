"""Positions of backgammon with all their plays and what comes of each, as GNU Backgammon lists them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from kibitz.games.backgammon import Backgammon
from kibitz.games.backgammon.position_id import counts, planes
from kibitz.games.backgammon.state import State

GAME = Backgammon()
EVERY = 12
"""Of so many positions one has its plays read by name, too: that takes longest."""


def sides(board: list[int]) -> tuple[list[int], list[int]]:
    """Return the checkers of the mover and of the other side on the places of each, 0 to 25."""
    mine = [0, *(max(0, board[place]) for place in range(1, 25)), abs(board[25])]
    theirs = [0, *(max(0, -board[25 - place]) for place in range(1, 25)), abs(board[0])]
    return mine, theirs


def test_every_position_has_the_same_positions_after_it(oracles: Path) -> None:
    with gzip.open(oracles / "backgammon" / "legal_moves_half.jsonl.gz", "rt") as file:
        listed: list[dict[str, Any]] = [json.loads(line) for line in file]
    assert len(listed) == 1490
    for number, position in enumerate(listed):
        mine, theirs = sides(position["board"])
        low, high = sorted(position["dice"])
        s = State(*planes(mine), *planes(theirs), high * 8 + low, 0)
        assert GAME.notation(s) == f"{position['posid']}:{high}{low}"
        assert GAME.parse(f"{position['posid']} {low}{high}") == s
        actions = list(GAME.actions(s))
        if position["n"] == 0:
            assert [GAME.action_name(s, action) for action in actions] == ["pass"]
            continue
        after = [GAME.result(s, action) for action in actions]
        found = {(*counts(t.their_few, t.their_many), *counts(t.mine_few, t.mine_many)) for t in after}
        assert len(found) == len(actions) == position["n"], position["posid"]
        assert found == {(*own, *other) for own, other in map(sides, position["after"])}, position["posid"]
        if number % EVERY == 0:
            read = {GAME.parse_action(s, name): name.replace("*", "") for name in position["moves"]}
            assert read == {action: GAME.action_name(s, action).replace("*", "") for action in actions}
