"""An author may call variables what the compiled forms of `actions` are about: start, out, emitted, wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

import numpy as np

import kibitz
from kibitz.compile.cpu import Jit, interpreted, native
from kibitz.core.contract import Game
from kibitz.search.solving.mtdf import ExactSearch


class Row(NamedTuple):
    """Numbers that are left, as bits, and who is to move."""

    start: int
    out: int


@kibitz.game(players=2)
class Picking(NamedTuple):
    """Take numbers from a row in turn, never one next to the last; who cannot move loses."""

    wanted: int = 6
    emitted: int = 1

    def initial(self) -> Row:
        return Row(2**self.wanted - 1, 0)

    def to_move(self, s: Row) -> int:
        return s.out

    def actions(self, s: Row) -> Iterator[int]:
        start, out, emitted, wanted, place = 0, s.start, 0, self.wanted * self.emitted, 7
        while out != 0 and emitted < 10:
            if out & 1:
                yield start + 100
                if start == 2:
                    yield start + 200
            out >>= 1
            start += 1
            emitted += 2 if start > wanted else 0
        for count in range(wanted - place + 2):
            if s.start & 1:
                yield 300 + count

    def result(self, s: Row, a: int) -> Row:
        start = a % 100
        return Row(s.start & ~(7 << start >> 1), 1 - s.out)

    def is_terminal(self, s: Row) -> bool:
        return s.start & ~1 == 0

    def utility(self, s: Row, player: int) -> float:
        return -1.0 if player == s.out else 1.0

    def sufficient_actions(self, s: Row) -> Iterator[int]:
        out = s.start
        for wanted in range(self.wanted):
            emitted, start = out >> wanted & 1, 100
            if emitted:
                yield start + wanted


def forms(game: Any, jit: Jit) -> Any:
    """Build `told(s, out, start, wanted)`: what all forms say of a position."""

    @jit
    def told(s: Any, out: Any, start: int, wanted: int) -> tuple[int, int, int, int]:
        filled = game.fill_actions(s, out, start)
        return filled, game.count_actions(s), game.nth_actions(s, wanted), game.fill_sufficient_actions(s, out, start + 20)

    return told


def test_all_forms_give_what_the_author_wrote() -> None:
    game = cast(Game, Picking())
    for compiled in (native(forms, game), interpreted(forms, game)):
        s: Any = game.initial()
        while not game.is_terminal(s):
            actions, candidates = list(game.actions(s)), list(game.sufficient_actions(s))  # type: ignore[attr-defined]
            for wanted in range(len(actions) + 1):
                out = np.full(40, -7)
                filled, count, nth, likely = compiled(s, out, 3, wanted)
                assert (filled, count, likely) == (len(actions), len(actions), len(candidates))
                assert nth == (actions[wanted] if wanted < len(actions) else -1)
                assert list(out[3 : 4 + len(actions)]) == [*actions, -7]
                assert list(out[23 : 24 + len(candidates)]) == [*candidates, -7]
                assert list(out[:3]) == [-7, -7, -7]
            s = game.result(s, actions[len(actions) // 2])


def test_actions_that_do_not_fit_are_counted_and_not_written() -> None:
    game = cast(Game, Picking())
    s = game.initial()
    out = np.full(24, -7)
    assert native(forms, game)(s, out, 20, 0)[0] == len(list(game.actions(s)))
    assert list(out[20:]) == list(game.actions(s))[:4]


def test_such_a_game_is_solved() -> None:
    game = cast(Game, Picking())

    def naive(s: Any) -> float:
        if game.is_terminal(s):
            return game.utility(s, game.to_move(s))
        return max(-naive(game.result(s, a)) for a in game.actions(s))

    exact = ExactSearch(game)
    s = game.initial()
    assert exact.value(s) == naive(s) * exact.engine.scale.unit
