"""Go on the smallest boards, exactly, by the rules as they are written down on its page."""

from __future__ import annotations

from typing import cast

import pytest

import kibitz
from kibitz.games.go import Go
from kibitz.games.go.state import State
from kibitz.search.solving.solver import solve


def is_more(game: Go, s: State, score: int, known: dict[tuple[State, int], bool]) -> bool:
    """Return whether the side to move can come to more than `score`, by looking at all its moves, the pass first."""
    if game.is_terminal(s):
        return game.score(s, s.turn) > score
    if (s, score) not in known:
        moves = reversed(list(game.actions(s)))
        known[s, score] = any(not is_more(game, game.result(s, a), -score - 1, known) for a in moves)
    return known[s, score]


@pytest.mark.parametrize(("rules", "value"), [("superko=true,moves=62", 1), ("moves=12", 0), ("moves=13", 1), ("moves=16", -1)])
def test_two_by_two(rules: str, value: int) -> None:
    """With superko black wins by one point. Without it play goes round until the moves are used up, and that decides."""
    game = cast(Go, kibitz.load(f"go:size=2,komi=0,{rules}"))
    assert is_more(game, game.initial(), value - 1, {})
    assert not is_more(game, game.initial(), value, {})


@pytest.mark.conformance
@pytest.mark.parametrize(("spec", "score", "moves"), [
    ("go:size=2,komi=0,superko=true,moves=62", 1, {"A1", "A2", "B1", "B2"}),
    ("go:size=2,komi=0", 0, {"A1", "A2", "B1", "B2", "pass"}),
    ("go:size=3,komi=0", 9, {"B2"}),
])  # fmt: skip
def test_solved_natively(spec: str, score: int, moves: set[str]) -> None:
    """The centre wins the whole board of 3 by 3 for black, and no other point does."""
    game = kibitz.load(spec)
    decision = solve(game)
    assert (decision.score, decision.exact) == (score, True)
    assert {game.action_name(game.initial(), a) for a in decision.actions} == moves
