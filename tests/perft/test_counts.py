"""How many positions, games and move paths there are, against published counts and counts by other means."""

from __future__ import annotations

from functools import cache
from math import factorial
from typing import Any

import pytest

from kibitz.core.registry import load


def paths(game: Any, s: Any, depth: int) -> int:
    """Return the number of ways to play `depth` moves from `s`."""
    if game.is_terminal(s):
        return 0
    if depth == 1:
        return sum(1 for _ in game.actions(s))
    return sum(paths(game, game.result(s, a), depth - 1) for a in game.actions(s))


def counts(game: Any) -> tuple[int, int, int]:
    """Return how many states, finished games and beginnings of games (the empty one too) there are."""

    @cache
    def below(s: Any) -> tuple[int, int]:
        after = [] if game.is_terminal(s) else [below(game.result(s, a)) for a in game.actions(s)]
        return (sum(games for games, _ in after), 1 + sum(histories for _, histories in after)) if after else (1, 1)

    games, histories = below(game.initial())
    return below.cache_info().currsize, games, histories


def test_tic_tac_toe() -> None:
    assert counts(load("tic_tac_toe")) == (5478, 255168, 549946)


@pytest.mark.parametrize(("depth", "count"), list(enumerate((7, 49, 343, 2401, 16807, 117649, 823536), start=1)))
def test_connect_four(depth: int, count: int) -> None:
    game = load("connect_four")
    assert paths(game, game.initial(), depth) == count


@pytest.mark.parametrize(
    ("position", "depth", "count"),
    [
        ("121212", 2, 6 * 7),  # one of seven moves wins and has no answer
        ("12121", 3, 7 * 7 + 6 * 6 * 7),  # one move blocks, after the six others one of seven moves wins
        ("111111", 2, 6 * 6),  # the first column is full
    ],
)
def test_connect_four_stops_at_wins_and_full_columns(position: str, depth: int, count: int) -> None:
    game = load("connect_four")
    assert paths(game, game.parse(position), depth) == count


@cache
def drop_games(columns: tuple[str, ...], height: int, connect: int) -> tuple[int, int]:
    """Return how many finished games and histories follow, counted on columns of letters."""
    rows = ["".join(column.ljust(height)[y] for column in columns) for y in range(height)]
    padded = [[" " * x + row + " " * (len(rows) - x) for x, row in enumerate(order)] for order in (rows, rows[::-1])]
    slants = ["".join(letters) for slanted in padded for letters in zip(*slanted, strict=True)]
    lines = [*columns, *rows, *slants]
    if any(letter * connect in line for letter in "xo" for line in lines) or all(len(column) == height for column in columns):
        return 1, 1
    letter = "xo"[sum(map(len, columns)) % 2]
    after = [
        drop_games((*columns[:x], column + letter, *columns[x + 1 :]), height, connect)
        for x, column in enumerate(columns)
        if len(column) < height
    ]
    return sum(games for games, _ in after), 1 + sum(histories for _, histories in after)


@pytest.mark.parametrize(("width", "height", "connect"), [(4, 3, 3), (3, 4, 3), (3, 3, 3), (5, 2, 3), (4, 3, 4), (2, 6, 4)])
def test_whole_games_of_small_connect_four(width: int, height: int, connect: int) -> None:
    game = load(f"connect_four:width={width},height={height},connect={connect}")
    assert counts(game)[1:] == drop_games(("",) * width, height, connect)


def test_marks_without_lines_come_in_any_order() -> None:
    assert counts(load("mnk:width=6,height=1,connect=6"))[1] == factorial(6)


def test_nim() -> None:
    assert counts(load("nim:piles=1+1+1+1"))[:2] == (2**4, factorial(4))
    assert counts(load("nim:piles=6"))[1] == 2**5, "the ways to write 6 as a sum"
