"""Groups of optional methods: what a game implements, and what belongs together."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

import kibitz
from kibitz.core import contract
from kibitz.core.contract import Checks, Evaluation, NullMove, Ordering, Repetition, Score, WeightedFeatures, implements
from kibitz.core.errors import RulesError
from kibitz.core.game import about


class Countdown(NamedTuple):
    """The rules of a game that counts down."""

    start: int = 3

    def initial(self) -> int:
        return self.start

    def to_move(self, s: int) -> int:
        return s % 2

    def actions(self, s: int) -> Any:
        yield 1

    def result(self, s: int, a: int) -> int:
        return s - a

    def is_terminal(self, s: int) -> bool:
        return s == 0

    def utility(self, s: int, player: int) -> float:
        return 1.0 if player == 0 else -1.0


def halfmove_clock(self: Any, s: int) -> int:
    """Return how many moves could be undone."""
    return 0


def allows_null_move(self: Any, s: int) -> bool:
    """Return whether a null move makes sense."""
    return True


def test_defaults_do_not_count() -> None:
    plain: Any = kibitz.game(players=2)(type("Plain", (Countdown,), {}))()
    assert plain.evaluate(3, 0) == 0.0
    assert not implements(plain, Evaluation)
    assert not implements(plain, Ordering)


def test_built_in_games_implement_what_their_authors_wrote() -> None:
    chess, connect_four = kibitz.load("chess"), kibitz.load("connect_four")
    assert all(implements(chess, group) for group in (NullMove, Checks, Repetition, WeightedFeatures))
    assert implements(connect_four, Score)
    assert not implements(chess, Score)
    assert not implements(connect_four, Checks)


@pytest.mark.parametrize(
    ("method", "missing"),
    [(halfmove_clock, "halfmove_clock but no key"), (allows_null_move, "allows_null_move but no null_move")],
)
def test_half_of_what_belongs_together_is_refused(method: Any, missing: str) -> None:
    with pytest.raises(RulesError, match=f"game Half has {missing}; they belong together"):
        kibitz.game(players=2)(type("Half", (Countdown,), {method.__name__: method}))


def test_every_optional_method_is_in_a_group_and_some_game_has_it() -> None:
    """A method that no game gives is a promise that nobody keeps."""
    given = {name for game in kibitz.games() for name in about(kibitz.load(game)).given}
    assert set(contract.OPTIONAL) <= given
