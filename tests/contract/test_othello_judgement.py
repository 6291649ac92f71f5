"""What Othello tells a search: features, order, bounds and endings, against their definitions on a board of letters."""

from __future__ import annotations

from itertools import product
from typing import Any, cast

import pytest
from naive_othello import DIRECTIONS, Board, best_score, kept, random_boards, results

from kibitz.compile.cpu import rules
from kibitz.core.bits import bit
from kibitz.core.contract import WeightedFeatures
from kibitz.core.game import points
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.games.othello import Features, Othello

SIZES = [4, 6, 8]
LINES = [((1, 0), (-1, 0)), ((0, 1), (0, -1)), ((1, 1), (-1, -1)), ((1, -1), (-1, 1))]
QUARTER = ((0, -7, 0, 1), (-7, -24, -1, -1), (0, -1, 1, 0), (1, -1, 0, 0))
"""The values of squares from a corner on; -7 and -24 count while that corner is empty."""


def compiled(size: int) -> Any:
    """Return the rules as they run natively, for one of the sizes; compiling takes time, and others are played elsewhere."""
    game = load(f"othello:size={size}")
    return rules(game).module if size == 6 else game


def full_line(board: Board, x: int, y: int, ways: tuple[tuple[int, int], ...]) -> bool:
    """Return whether no square of the line through (x, y) is empty."""
    for across, down in ways:
        column, row = x, y
        while board.at(column, row):
            if board.at(column, row) == ".":
                return False
            column, row = column + across, row + down
    return True


def stable(board: Board, side: str) -> set[tuple[int, int]]:
    """Return discs that are safe on every line: it is full, or it ends here, or the next disc on it is such a disc."""
    found: set[tuple[int, int]] = set()
    squares = [(x, y) for x, y in product(range(board.size), repeat=2) if board.at(x, y) == side]
    while True:
        more = {
            (x, y)
            for x, y in squares
            if all(
                full_line(board, x, y, ways)
                or any(not board.at(x + across, y + down) or (x + across, y + down) in found for across, down in ways)
                for ways in LINES
            )
        }
        if more == found:
            return found
        found = more


def square_value(board: Board, x: int, y: int) -> int:
    right, low = x >= board.size // 2, y >= board.size // 2
    across, down = (board.size - 1 - x if right else x), (board.size - 1 - y if low else y)
    value = QUARTER[down][across]
    last = board.size - 1
    corner = board.at(last if right else 0, last if low else 0)
    return value if value in (1, -1) or corner == "." else 0


def naive_features(board: Board) -> Features:
    def lead(count: dict[str, int]) -> int:
        return count[board.mover] - count[board.other]

    last = board.size - 1
    corners = {(0, 0), (0, last), (last, 0), (last, last)}
    squares = list(product(range(board.size), repeat=2))
    held = {side: [(x, y) for x, y in squares if board.at(x, y) == side] for side in "XO"}
    moves = {side: [(a % board.size, a // board.size) for a in board.moves(side)] for side in "XO"}
    left = board.letters.count(".")
    late = max(0, board.size**2 // 4 - left)
    frontier = {
        side: sum(any(board.at(x + across, y + down) == "." for across, down in DIRECTIONS) for x, y in held[side])
        for side in "XO"
    }
    return Features(
        mobility=lead({side: len(moves[side]) for side in "XO"}),
        corner_moves=lead({side: len(corners & set(moves[side])) for side in "XO"}),
        frontier=lead(frontier),
        stable=lead({side: len(stable(board, side)) for side in "XO"}),
        corners=lead({side: len(corners & set(held[side])) for side in "XO"}) * left,
        squares=lead({side: sum(square_value(board, x, y) for x, y in held[side]) for side in "XO"}) * left,
        parity=late if left % 2 else -late,
        discs=lead({side: len(held[side]) for side in "XO"}) * late,
    )


@pytest.mark.parametrize("size", SIZES)
def test_features(size: int) -> None:
    game, native = Othello(size), compiled(size)
    seen = []
    for board in random_boards(size, 100 // size, seed=20 + size):
        s = game.parse(board.text)
        seen.append(game.features(s))
        assert seen[-1] == native.features(s) == naive_features(board), board.text
    assert all(len(set(column)) > 2 for column in zip(*seen, strict=True)), "each of them says something"


def test_the_evaluation_is_the_weighted_sum() -> None:
    game = load("othello")
    s = game.parse("f5f6e6f4g7")  # black stands diagonally next to the empty corner h8
    features: Features = game.features(s)  # type: ignore[attr-defined]
    weights: Features = game.weights()  # type: ignore[attr-defined]
    assert features.squares == -naive_features(Board(8, game.notation(s)[:64], "X")).squares > 0
    lead = sum(weight * feature for weight, feature in zip(weights, features, strict=True))
    assert points(cast(WeightedFeatures, game), s, weights) == lead
    assert game.evaluate(s, 1) == -game.evaluate(s, 0) == pytest.approx(lead / (abs(lead) + 1000))


@pytest.mark.parametrize("size", SIZES)
def test_stable_discs_keep_their_colour_and_bounds_hold(size: int) -> None:
    """However the game goes on: every disc called stable stays, and no score lies outside the bounds."""
    game = Othello(size)
    told = found = 0
    for board in random_boards(size, 240 // size, seed=size):
        if board.letters.count(".") > (7 if size == 4 else 5):
            continue
        s = game.parse(board.text)
        lowest, highest = game.score_bounds(s)
        possible = results(size, board.text)
        assert lowest <= min(possible)
        assert max(possible) <= highest
        squares = {y * size + x for side in "XO" for x, y in stable(board, side)}
        assert squares <= kept(size, board.text)
        corners = [board.letters[place] for place in (0, size - 1, size * size - size, size * size - 1)]
        if corners != ["."] * 4:
            counts = [len(stable(board, side)) for side in (board.mover, board.other)]
            assert (lowest, highest) == (2 * counts[0] - size**2, size**2 - 2 * counts[1])
        told += (highest - lowest) < 2 * size**2
        found += len(squares) > size
    assert told > 20
    assert found > 20


def test_bounds_of_a_few_boards() -> None:
    game = Othello()
    corner = "XXX....." + "XO......" + "X......." + "." * 40
    assert game.score_bounds(game.parse(corner + "X")) == (2 * 5 - 64, 64), (
        "five discs along two sides are safe, the inner one is not"
    )
    assert game.score_bounds(game.parse(corner + "O")) == (-64, 64 - 2 * 5)
    assert game.score_bounds(game.initial()) == (-64, 64)
    full = "X" * 40 + "O" * 24
    assert game.score_bounds(game.parse(full + "O")) == (2 * 24 - 64, 64 - 2 * 40), "all lines are full"


@pytest.mark.parametrize("size", SIZES)
def test_endings_are_played_perfectly(size: int) -> None:
    """`solve_endgame` keeps the contract of a search: exact inside its window, a bound outside."""
    game, native = Othello(size), compiled(size)
    random = Random(size)
    finished = 0
    for board in random_boards(size, 160 // size, seed=30 + size):
        left = board.letters.count(".")
        s = game.parse(board.text)
        assert game.can_solve_endgame(s) == native.can_solve_endgame(s) == (left <= 7)
        if left > 5:
            continue
        finished += 1
        score = best_score(size, board.text)
        assert game.solve_endgame(s, -size * size, size * size) == native.solve_endgame(s, -size * size, size * size) == score
        alpha = score - 12 + random.below(24)
        beta = alpha + 1 + random.below(6)
        told = native.solve_endgame(s, alpha, beta)
        assert told == game.solve_endgame(s, alpha, beta)
        if told <= alpha:
            assert score <= told
        elif told >= beta:
            assert score >= told
        else:
            assert score == told
    assert finished > 50


@pytest.mark.parametrize("size", SIZES)
def test_order_prefers_few_replies(size: int) -> None:
    game = Othello(size)
    last = size - 1
    corners = {0, last, size * last, size * size - 1}
    for board in random_boards(size, 3, seed=40 + size):
        s = game.parse(board.text)
        for action in board.actions:
            if action == size * size:
                assert game.order(s, action) == 0
                continue
            after = board.after(action)
            replies = after.moves(after.mover)
            aims = {
                y * size + x
                for x, y in product(range(size), repeat=2)
                if after.at(x, y) == "." and any(after.at(x + a, y + b) == board.mover for a, b in DIRECTIONS)
            }
            rank = (2 if action in corners else 0) - 4 * len(replies) - 8 * len(corners & set(replies)) - len(aims)
            assert game.order(s, action) == rank


@pytest.mark.parametrize("size", SIZES)
def test_of_the_first_moves_one_is_enough(size: int) -> None:
    game = Othello(size)
    start = game.initial()
    assert list(game.sufficient_actions(start)) == list(game.actions(start))[:1]
    for board in random_boards(size, 3, seed=50 + size):
        s = game.parse(board.text)
        if s != start:
            assert list(game.sufficient_actions(s)) == board.actions


def test_sets_of_squares_fit_the_board() -> None:
    for size in SIZES:
        squares = Othello(size)._squares
        whole = sum(bit(square) for square in range(size * size))
        assert squares.board == whole
        first, second, third, fourth = squares.quarters
        assert first ^ second ^ third ^ fourth == whole
