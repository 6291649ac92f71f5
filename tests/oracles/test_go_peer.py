"""Go beside OpenSpiel, a program of other authors: legal moves, stones and results in random games.

OpenSpiel has simple ko as we do, but ends a game without a winner as soon as a position of the board comes back.
"""

from __future__ import annotations

from typing import Any, cast

import pytest

import kibitz
from kibitz.core.randomness import Random
from kibitz.games.go import Go

pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is not installed")


def flipped(size: int, action: int) -> int:
    """Return a move by the other side's numbers: OpenSpiel counts rows from below."""
    row, column = divmod(action, size)
    return action if row == size else (size - 1 - row) * size + column


def their_stones(size: int, state: Any) -> tuple[list[int], list[int]]:
    """Return black's and white's points on OpenSpiel's board: the first two planes of its observation."""
    planes = state.observation_tensor(0)
    black, white = (
        sorted(flipped(size, point) for point in range(size**2) if planes[plane * size**2 + point]) for plane in range(2)
    )
    return black, white


def compare(game: Go, theirs: Any, seed: int) -> bool:
    """Play a random game on both; return whether it ended because a position came back."""
    random, ours = Random(seed), game.initial()
    seen: set[Any] = set()
    while not game.is_terminal(ours):
        stones = game.stones(ours)
        assert their_stones(game.size, theirs) == stones
        came_back = str(stones) in seen and ours.last != game.size**2
        assert came_back == (theirs.is_terminal() and not game.is_terminal(ours))
        if came_back:
            return True
        seen.add(str(stones))
        actions = sorted(game.actions(ours))
        assert sorted(flipped(game.size, action) for action in theirs.legal_actions()) == actions
        points = actions[:-1]
        action = random.choice(points) if points and random.below(40) else actions[-1]
        ours = game.result(ours, action)
        theirs.apply_action(flipped(game.size, action))
    assert theirs.is_terminal()
    if str(game.stones(ours)) not in seen or ours.last > game.size**2:
        assert theirs.returns() == [game.utility(ours, player) for player in range(2)]
    return False


def games(size: int, count: int) -> int:
    """Compare some games; return how many ended because a position came back."""
    game = cast(Go, kibitz.load(f"go:size={size},komi=0.5"))
    rules = pyspiel.load_game(f"go(board_size={size},komi=0.5,max_game_length={3 * size**2})")
    return sum(compare(game, rules.new_initial_state(), seed) for seed in range(count))


@pytest.mark.parametrize(("size", "count"), [(3, 20), (5, 15), (9, 3), (19, 1)])
def test_random_games(size: int, count: int) -> None:
    repeated = games(size, count)
    assert repeated > 0 or size > 3


def test_superko_forbids_the_moves_after_which_the_other_program_ends_the_game() -> None:
    game = cast(Go, kibitz.load("go:size=3,komi=0.5,superko=true,moves=60"))
    rules = pyspiel.load_game("go(board_size=3,komi=0.5,max_game_length=60)")
    forbidden = 0
    for seed in range(20):
        random, ours, theirs = Random(seed), game.initial(), rules.new_initial_state()
        for _ in range(50):
            actions = set(game.actions(ours))
            for action in theirs.legal_actions():
                is_repeated = action < 9 and theirs.child(action).is_terminal()
                assert is_repeated == (flipped(3, action) not in actions)
                forbidden += is_repeated
            points = sorted(actions - {9})
            action = random.choice(points) if points else 9
            if action == 9 == ours.last:
                break
            ours = game.result(ours, action)
            theirs.apply_action(flipped(3, action))
    assert forbidden > 10


@pytest.mark.conformance
@pytest.mark.parametrize("size", [5, 9])
def test_five_hundred_random_games(size: int) -> None:
    games(size, 500)
