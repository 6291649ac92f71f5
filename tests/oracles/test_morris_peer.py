"""Nine men's morris beside OpenSpiel, a program of other authors: the same moves in random games."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.core.randomness import Random
from kibitz.games.morris import Morris
from kibitz.games.morris.notation import NOWHERE, parts, rows

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

GAME = Morris()
PLACES = {point: place for place, point in enumerate(point for row in rows(3) for point in row)}
"""The number of a point in OpenSpiel, which counts them by rows from the top."""


def after(state: Any, name: str) -> Any:
    """Return the position after the move of that name."""
    return state.child(state.string_to_action(state.current_player(), name))


def their_moves(state: Any) -> dict[tuple[str, ...], Any]:
    """Return the moves by their names, with the capture that OpenSpiel makes a move of its own, and what they lead to."""
    found: dict[tuple[str, ...], Any] = {}
    mover = state.current_player()
    for name in (state.action_to_string(mover, action) for action in state.legal_actions()):
        then = after(state, name)
        if not then.is_terminal() and then.current_player() == mover:
            prey = [then.action_to_string(mover, action) for action in then.legal_actions()]
            found |= {(name, captured): after(then, captured) for captured in prey}
        else:
            found[(name,)] = then
    return found


def our_name(a: int) -> tuple[str, ...]:
    """Return the names that OpenSpiel has for a move and its capture."""
    origin, target, captured = parts(a)
    name = f"Point {PLACES[target]}" if origin == NOWHERE else f"Move {PLACES[origin]} -> {PLACES[target]}"
    return (name,) if captured == NOWHERE else (name, f"Point {PLACES[captured]}")


def test_random_games() -> None:
    spiel, random, finished = pyspiel.load_game("nine_mens_morris"), Random(6), 0
    for _ in range(10):
        state, s = spiel.new_initial_state(), GAME.initial()
        for _ in range(180):  # OpenSpiel draws a game after 200 moves, captures counted
            theirs, ours = their_moves(state), {our_name(a): a for a in GAME.actions(s)}
            assert sorted(theirs) == sorted(ours)
            chosen = random.choice(sorted(ours))
            state, s = theirs[chosen], GAME.result(s, ours[chosen])
            if GAME.is_terminal(s) or state.is_terminal():
                break
        if state.is_terminal() and s.quiet < GAME.patience:
            finished += 1
            assert GAME.is_terminal(s)
            assert state.returns() == [GAME.utility(s, 0), GAME.utility(s, 1)]
    assert finished >= 3
