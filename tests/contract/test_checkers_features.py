"""The evaluation of checkers: each feature counted again on a board of squares, and what the weights make of them."""

from __future__ import annotations

from typing import Any

import naive_checkers as naive
import pytest

from kibitz.compile.cpu import rules
from kibitz.core.randomness import Random
from kibitz.games.checkers import Checkers
from kibitz.games.checkers.evaluation import CENTRE, WEIGHTS, Features
from kibitz.games.checkers.notation import number_of, squares

GAME: Any = Checkers()


def positions(count: int) -> list[tuple[naive.Board, str]]:
    """Return positions of random games, with who is to move."""
    random = Random(4)
    found: list[tuple[naive.Board, str]] = []
    board, side = naive.start(), "b"
    while len(found) < count:
        legal = naive.moves(board, side)
        board, side = (naive.after(board, random.choice(legal)), naive.OTHER[side]) if legal else (naive.start(), "b")
        found.append((board, side))
    return found


def is_ahead(square: naive.Square, other: naive.Square, forward: int) -> bool:
    """Return whether a man on `square` could step to `other` in some moves on an empty board."""
    down = (other[0] - square[0]) * forward
    return down > 0 and abs(other[1] - square[1]) <= down


def of_one_side(board: naive.Board, side: str) -> dict[str, int]:
    """Return what is counted for one side."""
    mine = {square: piece for square, piece in board.items() if piece.lower() == side}
    men = [square for square, piece in mine.items() if piece.islower()]
    first, forward = naive.LAST_ROW[naive.OTHER[side]], naive.FORWARD[side]
    others = [square for square in board if square not in mine]
    free = [man for man in men if not any(is_ahead(man, other, forward) for other in others)]
    return {
        "men": len(men),
        "kings": len(mine) - len(men),
        "advancement": sum(abs(row - first) for row, _ in free),
        "back_row": sum(row == first for row, _ in men),
        "centre": sum(2 <= row <= 5 and 2 <= column <= 5 for row, column in mine),
        "mobility": len(naive.steps(board, side)),
        "exchanges": len(mine) * (24 - len(board)),
    }


def test_every_feature() -> None:
    met = set()
    for board, side in positions(700):
        s = GAME.parse(naive.fen(board, side, 0))
        mine, theirs = of_one_side(board, side), of_one_side(board, naive.OTHER[side])
        found = GAME.features(s)
        assert found._asdict() == {name: mine[name] - theirs[name] for name in mine}
        met |= {name for name, value in found._asdict().items() if value > 0}
    assert met == set(Features._fields)


def test_the_centre() -> None:
    assert [number_of(square) for square in squares(CENTRE)] == [10, 11, 14, 15, 18, 19, 22, 23]


def test_the_same_for_both_sides() -> None:
    """The board turned round with colours changed is worth the same; with the other side to move, the opposite."""
    changed = {"b": "w", "w": "b", "B": "W", "W": "B"}
    for board, side in positions(200):
        turned = {(7 - row, 7 - column): changed[piece] for (row, column), piece in board.items()}
        fens = [naive.fen(board, side, 0), naive.fen(turned, naive.OTHER[side], 0), naive.fen(board, naive.OTHER[side], 0)]
        first, second, third = (GAME.features(GAME.parse(fen)) for fen in fens)
        assert first == second
        assert tuple(-value for value in first) == third


def test_the_estimate() -> None:
    """A lead of half points is half a win; nothing is a win for certain."""
    s = GAME.parse("B:W21:B9,10,11")
    lead = sum(weight * feature for weight, feature in zip(WEIGHTS, GAME.features(s), strict=True))
    assert GAME.evaluate(s, 0) == -GAME.evaluate(s, 1) == pytest.approx(lead / (lead + 150))
    assert GAME.weights() == WEIGHTS
    assert GAME.evaluate(GAME.initial(), 0) == 0


def test_compiled_rules_for_searches_agree() -> None:
    native: Any = rules(GAME).module
    for board, side in positions(300):
        s = GAME.parse(naive.fen(board, side, 79))
        for name in ("key", "count_actions", "is_drawn", "in_check", "halfmove_clock", "features"):
            assert getattr(native, name)(s) == getattr(GAME, name)(s), name
        for action in GAME.actions(s):
            assert native.is_noisy(s, action) == GAME.is_noisy(s, action)
            assert native.is_drawn(native.result(s, action)) == GAME.is_drawn(GAME.result(s, action))
