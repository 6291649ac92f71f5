"""2048: slides against lists of numbers, new tiles, the end, and the smallest board solved both ways."""

from __future__ import annotations

from functools import cache

import pytest

from kibitz.core.errors import InputError, PositionError
from kibitz.core.game import CHANCE
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.games._twenty_forty_eight import MOVES, State, TwentyFortyEight
from kibitz.search.solving.solver import solve

Rows = list[list[int]]


def packed(line: list[int]) -> tuple[list[int], int]:
    """Return a line after its tiles have moved to its beginning, and the points."""
    tiles, points, done = [tile for tile in line if tile], 0, []
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile < 1 << 15:
            tile += tiles.pop(0)
            points += tile
        done.append(tile)
    return done + [0] * (len(line) - len(done)), points


def slid(rows: Rows, move: str) -> tuple[Rows, int]:
    """Return the rows after a slide, and the points."""
    lines = [list(column) for column in zip(*rows, strict=True)] if move in ("up", "down") else rows
    turned = [line[::-1] if move in ("down", "right") else line for line in lines]
    done = [packed(line) for line in turned]
    back = [line[::-1] if move in ("down", "right") else line for line, _ in done]
    back = [list(row) for row in zip(*back, strict=True)] if move in ("up", "down") else back
    return back, sum(points for _, points in done)


def text(rows: Rows, points: int) -> str:
    """Return rows as a position of the game."""
    return "/".join(",".join(map(str, row)) for row in rows) + f":{points}"


@pytest.mark.parametrize("size", [2, 3, 4])
def test_slides_are_those_of_lists(size: int) -> None:
    game, random = TwentyFortyEight(size), Random(size)
    for number in range(1500):
        largest = 4 if number % 2 else 16
        powers = [[random.below(largest) for _ in range(size)] for _ in range(size)]
        rows = [[1 << power if power else 0 for power in row] for row in powers]
        if not any(map(any, rows)):
            continue
        s = game.parse(text(rows, 10))
        expected = {move: slid(rows, move) for move in MOVES}
        changing = {move: after for move, after in expected.items() if after[0] != rows}
        found = {game.action_name(s, a): game.notation(game.result(s, a)) for a in game.actions(s)}
        assert found == {move: text(after, 10 + points) + "+" for move, (after, points) in changing.items()}
        assert game.is_terminal(s) == (not changing)


def test_new_tiles() -> None:
    game = load("2048")
    start = game.initial()
    assert game.to_move(start) == CHANCE
    assert len(list(game.actions(start))) == 32
    s = game.parse("2,4,2,4/4,2,4,2/2,4,2,4/4,2,0,0:8+")
    chances = {game.action_name(s, a): game.probability(s, a) for a in game.actions(s)}
    assert chances == {"c4=2": 0.45, "c4=4": 0.05, "d4=2": 0.45, "d4=4": 0.05}
    after = game.result(s, game.parse_action(s, "d4=4"))
    assert game.notation(after) == "2,4,2,4/4,2,4,2/2,4,2,4/4,2,0,4:8"


def test_the_largest_tiles_do_not_join() -> None:
    game = load("2048:size=2")
    assert game.is_terminal(game.parse("32768,32768/2,4:0"))
    assert not game.is_terminal(game.parse("16384,16384/2,4:0"))


def test_the_points_are_the_utility() -> None:
    game = load("2048:size=2")
    end = game.parse("2,4/4,2:12")
    assert game.is_terminal(end)
    assert (game.utility(end, 0), game.score(end, 0)) == (12.0, 12)  # type: ignore[attr-defined]


@pytest.mark.conformance
def test_the_smallest_board_is_solved() -> None:
    """The expected points under best play, by the definition and by the solver."""
    game = TwentyFortyEight(2)

    @cache
    def gain(s: State) -> float:
        if game.is_terminal(s):
            return 0.0
        after = [(a, game.result(s, a)) for a in game.actions(s)]
        if s.coming:
            return sum(game.probability(s, a) * gain(t) for a, t in after)
        return max(t.points - s.points + gain(t._replace(points=0)) for _, t in after)

    start = load("2048:size=2")
    first = start.parse("0,2/0,4:0")
    assert solve(start, first).value == pytest.approx(gain(State(*first)), abs=1e-9)


def test_the_evaluation_likes_large_tiles_in_a_corner_and_room() -> None:
    game = load("2048")
    corner = game.evaluate(game.parse("512,64,8,2/4,2,0,0/0,0,0,0/0,0,0,0:4000"), 0)
    for worse in ("64,8,2,0/4,512,2,0/0,0,0,0/0,0,0,0:4000", "512,2,4,2/2,4,2,4/8,2,8,2/64,4,2,16:4000"):
        assert game.evaluate(game.parse(worse), 0) < corner
    for turned in ("2,8,64,512/0,0,2,4/0,0,0,0/0,0,0,0:4000", "0,0,0,2/0,0,0,8/0,0,2,64/0,0,4,512:4000"):
        assert game.evaluate(game.parse(turned), 0) == pytest.approx(corner)


@pytest.mark.parametrize("board", ["", "0,0/0,0:0", "2,3/0,0:0", "2,4/0,0", "2,4/2,4:0+", "65536,0/0,0:0", "1,0/0,0:0"])
def test_bad_positions(board: str) -> None:
    with pytest.raises(PositionError):
        load("2048:size=2").parse(board)


@pytest.mark.parametrize("size", [1, 5])
def test_bad_sizes(size: int) -> None:
    with pytest.raises(InputError, match="2 to 4 cells a side"):
        load(f"2048:size={size}")
