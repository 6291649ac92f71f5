"""Alpha-beta that leaves nothing out has the value of plain minimax, and its line leads there: two-player games, at random."""

from __future__ import annotations

from typing import Any

import pytest
from definition import follow, minimax_value, positions

import kibitz
from kibitz.core.contract import Game
from kibitz.core.decision import Limits
from kibitz.search.alphabeta.engine import Engine
from kibitz.search.alphabeta.iterative_deepening import Query, iterative_deepening
from kibitz.search.alphabeta.traits import NONE

DEPTHS = {
    "tic_tac_toe": 5, "connect_four": 3, "connect_four:width=4,height=4,connect=3": 5, "nim": 5, "nim:misere=true": 5,
    "mnk:width=4,height=3,connect=3": 3, "mnk:width=5,height=5,connect=4": 2, "othello": 3, "othello:size=6": 3,
    "othello:size=4": 5, "checkers": 5, "chess": 2,
}  # fmt: skip
"""How deep the definition goes in a few thousandths of a second; chess takes more."""
FEW, MANY = 30, 2000
RARE = ("mnk:width=5,height=5,connect=4", "othello:size=6", "othello:size=4")
"""What no other test of the quick suite compiles an engine for."""
CASES = [
    *((spec, FEW) for spec in DEPTHS if spec not in RARE),
    *(pytest.param(spec, MANY, marks=pytest.mark.conformance) for spec in DEPTHS),
]


def check(game: Game, engine: Engine, s: Any, depth: int) -> None:
    """Hold one answer to the definition."""
    engine.clear()
    engine.new_search()
    decision = iterative_deepening(engine, Query(s, Limits(depth=depth)))
    player = game.to_move(s)
    expected = minimax_value(game, s, player, depth)
    told = f"depth {depth}, {game.notation(s)}"
    assert decision.value == pytest.approx(expected, abs=1e-11), told
    end = follow(game, s, decision.line)
    assert decision.action == decision.line[0], told
    if game.is_terminal(end):
        assert len(decision.line) <= depth, told
        assert game.utility(end, player) == pytest.approx(expected, abs=1e-11), told
    else:
        assert len(decision.line) == depth, told
        assert game.evaluate(end, player) == pytest.approx(expected, abs=1e-11), told


@pytest.mark.parametrize(("spec", "count"), CASES)
def test_value_and_line(spec: str, count: int) -> None:
    game = kibitz.load(spec)
    engine = Engine(game, NONE, megabytes=1)
    depths = set()
    for number, s in enumerate(positions(game, count, count)):
        depth = 1 + number % DEPTHS[spec]
        check(game, engine, s, depth)
        depths.add(depth)
    assert depths == set(range(1, DEPTHS[spec] + 1))
