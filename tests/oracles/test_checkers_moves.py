"""Positions of checkers with all their moves and what comes of each, as an independent program lists them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from kibitz.games.checkers import Checkers
from kibitz.games.checkers.notation import path
from kibitz.games.checkers.state import State

GAME = Checkers()


def same_board(s: State, fen: str) -> bool:
    """Return whether a state is the position of a FEN, apart from the count of quiet moves."""
    return s._replace(quiet=0) == GAME.parse(fen)


def test_every_position_has_the_same_moves_and_positions_after_them(oracles: Path) -> None:
    with gzip.open(oracles / "checkers" / "english_legal_moves_half.jsonl.gz", "rt") as file:
        listed: list[dict[str, Any]] = [json.loads(line) for line in file]
    assert len(listed) > 1000
    for position in listed:
        s = GAME.parse(position["fen"])
        actions = {tuple(path(s, action)): action for action in GAME.actions(s)}
        assert len(actions) == GAME.count_actions(s) == position["n"]
        assert sorted(actions) == sorted(tuple(squares) for _, squares, _ in position["moves"]), position["fen"]
        assert GAME.is_terminal(s) == (position["n"] == 0)
        for name, squares, after in position["moves"]:
            action = actions[tuple(squares)]
            assert same_board(GAME.result(s, action), after), (position["fen"], name)
            assert GAME.parse_action(s, name) == action
