"""Endings of checkers worked out backward from their ends, against published counts, and the solver against both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kibitz
from kibitz.core.randomness import Random
from kibitz.games.checkers import Checkers
from kibitz.games.checkers.notation import squares
from kibitz.games.checkers.state import BOARD, State

GAME = Checkers()
PLACES = [1 << square for square in squares(BOARD)]
STATES = [
    State(mine, theirs, mine | theirs, turn, 0) for mine in PLACES for theirs in PLACES for turn in (0, 1) if mine != theirs
]
"""All positions of one king against one."""


@pytest.fixture(scope="module")
def lengths() -> dict[State, int]:
    """Return in how many moves each position is decided: odd for a win of who is to move, even for a loss; draws are left out.

    A capture takes the last piece, and so decides.
    """
    after = {s: [(a, GAME.result(s, a)._replace(quiet=0)) for a in GAME.actions(s)] for s in STATES}
    found: dict[State, int] = {s: 0 for s in STATES if not after[s]}
    for length in range(1, 100):
        new = []
        for s in STATES:
            if s not in found:
                lost = any(GAME.is_noisy(s, a) or found.get(t, 1) % 2 == 0 for a, t in after[s])
                if lost or all(t in found for _, t in after[s]):
                    new.append(s)
        if not new:
            break
        found |= dict.fromkeys(new, length)
    return found


def test_one_king_against_one(lengths: dict[State, int], oracles: Path) -> None:
    facts = json.loads((oracles / "facts" / "perft_and_counts.json").read_text())["checkers_1Kv1K_database"]
    for turn in (0, 1):
        values = [lengths.get(s) for s in STATES if s.turn == turn]
        wins = [value for value in values if value is not None and value % 2 == 1]
        losses = [value for value in values if value is not None and value % 2 == 0]
        assert (len(values), len(wins), len(losses)) == (facts["positions"], facts["wins_to_move"], facts["losses"])
        assert (values.count(None), wins.count(1)) == (facts["draws"], facts["immediate_jump_wins"])
        assert max(wins) == facts["longest_win_plies"]


def test_the_solver_agrees(lengths: dict[State, int]) -> None:
    """The longest win takes 11 moves, so that a draw after 12 quiet ones changes no value."""
    game = kibitz.load("checkers:patience=12")
    random = Random(6)
    for s in (random.choice(STATES) for _ in range(40)):
        length = lengths.get(s)
        assert kibitz.solve(game, s).value == (0 if length is None else 1 if length % 2 else -1), game.notation(s)
