"""Backgammon beside OpenSpiel, a program of other authors: the same positions after every roll of random games."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kibitz.core.randomness import Random
from kibitz.games.backgammon import Backgammon
from kibitz.games.backgammon.position_id import counts
from kibitz.games.backgammon.state import State

pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

GAME = Backgammon()
Board = tuple[tuple[int, ...], ...]


def our_board(s: State) -> Board:
    """Return the checkers of the first and the second player on their own places, 1 to 24, and those on the bar and off."""
    sides = [counts(s.mine_few, s.mine_many)[1:], counts(s.their_few, s.their_many)[1:]]
    return tuple((*side, 15 - sum(side)) for side in (reversed(sides) if s.turn else sides))


def their_board(state: Any) -> Board:
    """Return the same of OpenSpiel's state: x counts from place 23 down, o from 0 up."""
    told = re.search(r"X: (\d+), O: (\d+)", str(state))
    assert told is not None
    sides = []
    for player in range(2):
        points = [state.board(player, point - 1 if player else 24 - point) for point in range(1, 25)]
        off = int(told[player + 1])
        sides.append((*points, 15 - sum(points) - off, off))
    return tuple(sides)


def after_the_turn(state: Any) -> dict[Board, Any]:
    """Return all states when the player's turn is over: OpenSpiel plays a double as two turns."""
    mover, found = state.current_player(), {}
    for action in state.legal_actions():
        child = state.child(action)
        if not child.is_terminal() and child.current_player() == mover:
            found.update(after_the_turn(child))
        else:
            found[their_board(child)] = child
    return found


def test_random_games() -> None:
    random = Random(8)
    for _ in range(3):
        ours = GAME.initial()
        theirs = pyspiel.load_game("backgammon(scoring_type=full_scoring)").new_initial_state()
        while not GAME.is_terminal(ours):
            roll = random.choice(list(GAME.actions(ours)))
            is_first = ours.dice < 0
            ours = GAME.result(ours, roll)
            theirs = rolled(theirs, ours, is_first)
            afters = {our_board(after): after for after in (GAME.result(ours, a) for a in GAME.actions(ours))}
            others = after_the_turn(theirs)
            assert set(afters) == set(others), GAME.notation(ours)
            chosen = random.choice(sorted(afters))
            ours, theirs = afters[chosen], others[chosen]
        assert theirs.is_terminal()
        assert [GAME.utility(ours, player) for player in range(2)] == theirs.returns()


def rolled(state: Any, ours: State, is_first: bool) -> Any:
    """Return OpenSpiel's state after the same roll; the first one also says who begins."""
    high, low = ours.dice >> 3, ours.dice & 7
    for action, _ in state.chance_outcomes():
        numbers = sorted(int(digit) for digit in re.findall(r"\d", state.action_to_string(-1, action))[-2:])
        child = state.child(action)
        if numbers == [low, high] and (not is_first or child.current_player() == ours.turn):
            return child
    raise AssertionError(f"OpenSpiel knows no roll {high}{low} here")
