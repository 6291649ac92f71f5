"""Eval(s) = w1 f1(s) + ... + wn fn(s), rounded, and p / (|p| + half): by hand, in Python, natively and in the engine."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple, cast

import pytest

import kibitz
from kibitz.compile.cpu import Jit, native
from kibitz.core.contract import Game
from kibitz.core.errors import RulesError
from kibitz.core.game import about
from kibitz.core.randomness import Random
from kibitz.search.alphabeta.engine import Engine
from kibitz.search.alphabeta.traits import NONE


class Features(NamedTuple):
    """What the row below is judged by."""

    odd: int
    left: int


class Row(NamedTuple):
    """Counters left, who is to move, and the odd numbers that the first player has taken more than the second."""

    left: int
    player: int
    odd: int


@kibitz.game(players=2, points_at_half_win=3.0)
class Odd(NamedTuple):
    """Take one to three; who has taken odd numbers more often wins."""

    pile: int = 20

    def initial(self) -> Row:
        return Row(self.pile, 0, 0)

    def to_move(self, s: Row) -> int:
        return s.player

    def actions(self, s: Row) -> Iterator[int]:
        yield from range(1, min(3, s.left) + 1)

    def result(self, s: Row, a: int) -> Row:
        return Row(s.left - a, 1 - s.player, s.odd + (a & 1 if s.player == 0 else -(a & 1)))

    def is_terminal(self, s: Row) -> bool:
        return s.left == 0

    def utility(self, s: Row, player: int) -> float:
        lead = s.odd if player == 0 else -s.odd
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0

    def features(self, s: Row) -> Features:
        return Features(s.odd if s.player == 0 else -s.odd, s.left)

    def weights(self) -> Features:
        return Features(2.5, -0.25)  # type: ignore[arg-type]


GAMES: dict[str, Game] = {
    "odd": cast(Game, Odd()), **{name: kibitz.load(name) for name in ("chess", "checkers", "othello", "connect_four")}
}  # fmt: skip


def by_hand(game: Game, s: Any, weights: Any) -> int:
    """Return the points of the side to move: halves are rounded up."""
    features = game.features(s)  # type: ignore[attr-defined]
    total = sum((Fraction(weight) * feature for weight, feature in zip(weights, features, strict=True)), Fraction(0))
    return floor(total + Fraction(1, 2))


def met(game: Game, count: int) -> list[Any]:
    """Return unfinished positions of random games."""
    random, found, s = Random(31), list[Any](), game.initial()
    while len(found) < count:
        s = game.initial() if game.is_terminal(s) else game.result(s, random.choice(list(game.actions(s))))
        if not game.is_terminal(s):
            found.append(s)
    return found


def evaluated(game: Any, jit: Jit) -> Any:
    """Build `value(s, player)`: the evaluation, compiled."""

    @jit
    def value(s: Any, player: int) -> float:
        return float(game.evaluate(s, player))

    return value


@pytest.mark.parametrize("name", GAMES)
def test_the_evaluation_is_the_weighted_sum(name: str) -> None:
    game = GAMES[name]
    half, compiled = about(game).points_at_half_win, native(evaluated, game)
    values = set()
    for s in met(game, 80):
        points = by_hand(game, s, game.weights())  # type: ignore[attr-defined]
        mover = game.to_move(s)
        for player in (0, 1):
            expected = points / (abs(points) + half) * (1 if player == mover else -1)
            assert game.evaluate(s, player) == pytest.approx(expected, abs=1e-12)
            assert compiled(s, player) == pytest.approx(expected, abs=1e-12)
        values.add(points)
    assert len(values) > 5
    assert min(values) < 0 < max(values)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.conformance if name == "chess" else ()) for name in GAMES]
)
def test_the_engine_takes_the_weights_it_is_given(name: str) -> None:
    game = GAMES[name]
    random = Random(2)
    weights = tuple((random.below(400) - 200) / 4 for _ in game.weights())  # type: ignore[attr-defined]
    engine = Engine(game, NONE, megabytes=1, weights=weights)
    for s in met(game, 25):
        children = [game.result(s, a) for a in game.actions(s)]
        if not any(map(game.is_terminal, children)):
            turns = [1 if game.to_move(after) == game.to_move(s) else -1 for after in children]
            expected = max(turn * by_hand(game, after, weights) for turn, after in zip(turns, children, strict=True))
            assert engine.value(s, 1) == expected


def test_features_need_weights_and_a_sum_of_zero() -> None:
    rules = {name: value for name, value in vars(Odd).items() if callable(value) and not name.startswith("__")}
    with pytest.raises(RulesError, match="has features but no weights"):
        kibitz.game(players=2)(type("Weightless", (), {name: rule for name, rule in rules.items() if name != "weights"}))
    with pytest.raises(RulesError, match="constant_sum=0"):
        kibitz.game(players=2, constant_sum=1.0)(type("Shares", (), rules))
