"""Nim: who wins is what Bouton's theorem says, normal and misere; nothing is overdrawn; losses and wins are shared."""

from __future__ import annotations

from functools import cache, reduce
from itertools import product
from operator import xor

import pytest

from kibitz.core.errors import InputError, PositionError
from kibitz.core.game import utilities
from kibitz.core.registry import load
from kibitz.games.nim import Nim, State


@cache
def value(game: Nim, s: State) -> float:
    """Return the value for the player to move, by looking at everything."""
    if game.is_terminal(s):
        return game.utility(s, game.to_move(s))
    return max(-value(game, game.result(s, a)) for a in game.actions(s))


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("piles", list(product(range(5), repeat=3)))
def test_normal_play_is_exclusive_or(piles: tuple[int, ...], player: int) -> None:
    game = Nim((4, 4, 4))
    assert value(game, State(piles, player)) == (1 if reduce(xor, piles) else -1)


@pytest.mark.parametrize("piles", list(product(range(5), repeat=3)))
def test_misere_play_differs_only_when_all_piles_are_small(piles: tuple[int, ...]) -> None:
    game = Nim((4, 4, 4), misere=True)
    wins = sum(piles) % 2 == 0 if max(piles) <= 1 else reduce(xor, piles) != 0
    assert value(game, State(piles, 0)) == (1 if wins else -1)


def test_every_move_takes_some_stones_of_one_pile() -> None:
    game = Nim((3, 0, 2, 5))
    s = State((3, 0, 2, 5), 1)
    after = [game.result(s, a) for a in game.actions(s)]
    piles = [(3 - n, 0, 2, 5) for n in (1, 2, 3)] + [(3, 0, 2 - n, 5) for n in (1, 2)] + [(3, 0, 2, 5 - n) for n in range(1, 6)]
    assert after == [State(left, 0) for left in piles]
    assert [game.action_name(s, a) for a in game.actions(s)] == ["a1", "a2", "a3", "c1", "c2", "d1", "d2", "d3", "d4", "d5"]


def test_shares_of_more_players() -> None:
    end = State((0, 0), 1)
    assert utilities(Nim((1, 1), False, 3), end) == (1, -0.5, -0.5)  # type: ignore[arg-type]
    assert utilities(Nim((1, 1), True, 3), end) == (-1, 0.5, 0.5)  # type: ignore[arg-type]
    assert utilities(Nim((1, 1)), State((0, 0), 0)) == (-1, 1)  # type: ignore[arg-type]
    assert utilities(Nim((1, 1), True), State((0, 0), 0)) == (1, -1)  # type: ignore[arg-type]


def test_all_players_move_in_turn() -> None:
    game = Nim((5,), players=3)
    s, movers = game.initial(), []
    while not game.is_terminal(s):
        movers.append(game.to_move(s))
        s = game.result(s, next(iter(game.actions(s))))
    assert movers == [0, 1, 2, 0, 1]


def test_positions() -> None:
    game = load("nim")
    assert game.parse("1+0+2:2") == State((1, 0, 2), 1)
    assert game.parse("1+0+2") == State((1, 0, 2), 0)
    assert game.notation(game.initial()) == "3+4+5"
    for text in ("1+2", "4+0+0", "1+1+1:3", "1+1+1:0", "1+1+x", "1+1+1:", "1+-1+1"):
        with pytest.raises(PositionError):
            game.parse(text)


@pytest.mark.parametrize(
    "options", ["piles=0", "piles=3+0", "piles=-1", "piles=1001", "players=1", f"piles={'+'.join('1' * 27)}"]
)
def test_impossible_games_are_refused(options: str) -> None:
    with pytest.raises(InputError):
        load(f"nim:{options}")
