"""Morris: random games against a board of coordinates with a list of its lines, and how games end."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from kibitz.core.errors import IllegalMoveError, InputError, PositionError
from kibitz.core.game import utilities
from kibitz.core.randomness import Random
from kibitz.core.registry import load

SPECS = ["morris", "morris:men=6", "morris:men=5,flying=3", "morris:men=7", "morris:men=4,flying=4"]


def lines(squares: int) -> list[list[str]]:
    """Return all lines of three points or, between two squares, of two."""
    last, middle = 2 * squares, squares
    found = []
    for low in range(squares):
        high = last - low
        found += [[(low, row), (middle, row), (high, row)] for row in (low, high)]
        found += [[(column, low), (column, middle), (column, high)] for column in (low, high)]
    near, far = list(range(squares)), list(range(squares + 1, last + 1))
    for part in (near, far):
        found += [[(middle, place) for place in part], [(place, middle) for place in part]]
    return [[f"{'abcdefg'[column]}{row + 1}" for column, row in line] for line in found]


class Naive:
    """A board of names."""

    def __init__(self, men: int, flying: int) -> None:
        self.lines = lines(2 if men <= 6 else 3)
        self.points = sorted({point for line in self.lines for point in line})
        self.men, self.flying = [men, men], flying
        self.hand, self.board, self.mover = [men, men], dict.fromkeys(self.points, "."), 0

    def is_mill(self, point: str) -> bool:
        return any(point in line and len(line) == 3 and len({self.board[one] for one in line}) == 1 for line in self.lines)

    def moves(self) -> dict[str, tuple[str | None, str, str | None]]:
        own, other = "xo"[self.mover], "ox"[self.mover]
        free = [point for point in self.points if self.board[point] == "."]
        mine = [point for point in self.points if self.board[point] == own]
        if self.men[self.mover] < 3:
            return {}
        ways: list[tuple[str | None, str]] = [(None, point) for point in free]
        if not self.hand[self.mover]:
            beside = {frozenset(pair) for line in self.lines for pair in pairwise(line)}
            flies = len(mine) <= self.flying
            ways = [(one, two) for one in mine for two in free if flies or frozenset((one, two)) in beside]
        found: dict[str, tuple[str | None, str, str | None]] = {}
        for one, two in ways:
            if one:
                self.board[one] = "."
            self.board[two] = own
            name = f"{one}-{two}" if one else two
            prey = [point for point in self.points if self.board[point] == other]
            prey = [point for point in prey if not self.is_mill(point)] or prey
            if self.is_mill(two) and prey:
                found |= {f"{name}x{captured}": (one, two, captured) for captured in prey}
            else:
                found[name] = (one, two, None)
            self.board[two] = "."
            if one:
                self.board[one] = own
        return found

    def play(self, move: tuple[str | None, str, str | None]) -> None:
        one, two, captured = move
        self.board[two] = "xo"[self.mover]
        if one:
            self.board[one] = "."
        else:
            self.hand[self.mover] -= 1
        if captured:
            self.board[captured] = "."
            self.men[1 - self.mover] -= 1
        self.mover = 1 - self.mover


@pytest.mark.parametrize("spec", SPECS)
def test_random_games_have_the_moves_of_a_list_of_lines(spec: str) -> None:
    game: Any = load(spec)
    flying = game.flying if game.flying >= 0 else 3 if game.men > 6 else 0
    random = Random(4)
    for _ in range(12):
        s, naive = game.initial(), Naive(game.men, flying)
        while True:
            moves = naive.moves()
            actions = {game.action_name(s, a): a for a in game.actions(s)}
            assert sorted(actions) == sorted(moves)
            assert game.is_terminal(s) == (not moves or s.quiet == game.patience)
            if game.is_terminal(s):
                lost = 0.0 if moves else 1.0
                assert utilities(game, s) == ((-lost, lost) if s.turn == 0 else (lost, -lost))
                break
            name = random.choice(sorted(moves))
            s = game.result(s, actions[name])
            naive.play(moves[name])


@pytest.mark.parametrize("spec", ["morris", "morris:men=6"])
def test_boards_turned_into_each_other_have_one_number(spec: str) -> None:
    game: Any = load(spec)
    squares, random = game.men // 3, Random(8)
    s = game.initial()
    for _ in range(2 * game.men + 8):
        s = game.result(s, random.choice(list(game.actions(s))))
        if game.is_terminal(s):
            break
        for form in range(16 if squares == 3 else 8):
            turned = s._replace(mine=image(s.mine, squares, form), theirs=image(s.theirs, squares, form))
            assert game.index(turned) == game.index(s) < game.size(game.slice(s))


def image(men: int, squares: int, form: int) -> int:
    """Return men on a board that was turned, mirrored and turned inside out."""
    found = 0
    for point in range(8 * squares):
        if men >> point & 1:
            square, place = divmod(point, 8)
            place = (8 - place if form & 4 else place) + 2 * (form & 3)
            found |= 1 << (8 * (2 - square if form & 8 else square) + place % 8)
    return found


@pytest.mark.parametrize("k", ["2-1+8", "4-3", "5-5"])
def test_numbers_of_a_slice_lead_to_all_its_positions(k: str) -> None:
    """Each position has a number of its own but for turning: so many boards there are, divided into their images."""
    game: Any = load("morris:men=6")
    number = game.parse_slice(k)
    boards: set[tuple[int, int]] = set()
    for i in range(game.size(number)):
        s = game.unindex(i, number)
        if game.index(s) == i and game.slice(s) == number:
            images = {(image(s.mine, 2, form), image(s.theirs, 2, form)) for form in range(8)}
            assert not images & boards
            boards |= images
    expected = {"2-1+8": 120 * 14, "4-3": 2 * 1820 * 220, "5-5": 4368 * 462}[k]
    assert len(boards) == expected


def test_what_cannot_be_is_refused() -> None:
    six: Any = load("morris:men=6")
    for text in (
        "../", "x.o/.../....../.../...:x:0", "xxx/xxx/x.../.../...:x:0", ".../.../..../.../...:o:12", ".../.../..../.../...",
        ".../.../..../.../...:x:11", ".../.../..../.../...:x:12:4", ".../.../..../.../...:x:0:101", "xxx/.../..../.../...:x:8",
    ):  # fmt: skip
        with pytest.raises(PositionError):
            six.parse(text)
    for spec in ("men=3", "men=10", "flying=-2", "flying=10", "patience=0"):
        with pytest.raises(InputError):
            load(f"morris:{spec}")
    for name in ("7-0", "2-2", "4-4+20", "x", "0-3+12"):
        with pytest.raises(InputError):
            six.parse_slice(name)
    with pytest.raises(IllegalMoveError):
        six.parse_action(six.initial(), "a1-a2")
