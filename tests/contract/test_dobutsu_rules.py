"""Animal shogi: random games against a board in a dictionary, how games end, and numbers of positions."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.core.errors import PositionError
from kibitz.core.game import utilities
from kibitz.core.randomness import Random
from kibitz.core.registry import load

STRAIGHT, DIAGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0)), ((1, 1), (1, -1), (-1, -1), (-1, 1))
WAYS: dict[str, tuple[tuple[int, int], ...]] = {
    "L": STRAIGHT + DIAGONAL, "G": STRAIGHT, "E": DIAGONAL, "C": ((0, 1),), "H": (*STRAIGHT, (1, 1), (-1, 1)),
}  # fmt: skip
Place = tuple[int, int]


class Naive:
    """Columns and rows from the first player's left; each animal with its letter and its owner."""

    def __init__(self) -> None:
        rows = ("ELG", ".C.", ".c.", "gle")
        self.board: dict[Place, tuple[str, int]] = {
            (column, row): (letter.upper(), int(letter.islower()))
            for row, letters in enumerate(rows)
            for column, letter in enumerate(letters)
            if letter != "."
        }
        self.hands: list[list[str]] = [[], []]
        self.mover = 0

    def targets(self, place: Place) -> set[Place]:
        letter, owner = self.board[place]
        reached = {(place[0] + across, place[1] + (up if owner == 0 else -up)) for across, up in WAYS[letter]}
        return {one for one in reached if 0 <= one[0] < 3 and 0 <= one[1] < 4}

    def moves(self) -> dict[str, tuple[Place | str, Place]]:
        if ("L", self.mover) not in self.board.values():
            return {}
        found: dict[str, tuple[Place | str, Place]] = {}
        for place, (_, owner) in self.board.items():
            for target in self.targets(place) if owner == self.mover else ():
                if target not in self.board or self.board[target][1] != self.mover:
                    found[f"{name(place)}-{name(target)}"] = (place, target)
        for letter in self.hands[self.mover]:
            for place in ((column, row) for column in range(3) for row in range(4)):
                if place not in self.board:
                    found[f"{letter}*{name(place)}"] = (letter, place)
        return found

    def play(self, origin: Place | str, target: Place) -> None:
        if isinstance(origin, str):
            self.hands[self.mover].remove(origin)
            letter = origin
        else:
            letter, _ = self.board.pop(origin)
            if letter == "C" and target[1] == (3 if self.mover == 0 else 0):
                letter = "H"
        if target in self.board and self.board[target][0] != "L":
            self.hands[self.mover].append(self.board[target][0].replace("H", "C"))
        self.board[target] = (letter, self.mover)
        self.mover = 1 - self.mover

    def is_lost(self) -> bool:
        """Whether the player to move lost its lion, or the other's lion is safe on its home row."""
        others = [place for place, animal in self.board.items() if animal == ("L", 1 - self.mover)]
        home = 0 if self.mover == 0 else 3
        attacked = {one for place, (_, owner) in self.board.items() if owner == self.mover for one in self.targets(place)}
        is_in = bool(others) and others[0][1] == home and others[0] not in attacked
        return ("L", self.mover) not in self.board.values() or is_in


def name(place: Place) -> str:
    return f"{'abc'[place[0]]}{4 - place[1]}"


def test_random_games_have_the_moves_of_a_dictionary() -> None:
    game: Any = load("dobutsu")
    random, ways_to_lose = Random(1), set()
    for _ in range(60):
        s, naive = game.initial(), Naive()
        while True:
            moves = naive.moves()
            assert sorted(game.action_name(s, a) for a in game.actions(s)) == sorted(moves)
            assert game.is_terminal(s) == (naive.is_lost() or not moves)
            if game.is_terminal(s):
                ways_to_lose.add(bool(moves))
                assert utilities(game, s) == ((-1.0, 1.0) if s.turn == 0 else (1.0, -1.0))
                break
            chosen = random.choice(sorted(moves))
            s = game.result(s, game.parse_action(s, chosen))
            naive.play(*moves[chosen])
    assert ways_to_lose == {False, True}, "lions are captured, and lions come home"


def test_paths_are_as_many_as_in_the_dictionary() -> None:
    game: Any = load("dobutsu")

    def count(s: Any, depth: int) -> int:
        return 1 if depth == 0 else sum(count(game.result(s, a), depth - 1) for a in game.actions(s))

    def naive_count(line: list[tuple[Place | str, Place]], depth: int) -> int:
        naive = Naive()
        for move in line:
            naive.play(*move)
        return 1 if depth == 0 else sum(naive_count([*line, move], depth - 1) for move in naive.moves().values())

    assert [count(game.initial(), depth) for depth in range(5)] == [naive_count([], depth) for depth in range(5)]


@pytest.mark.parametrize(
    ("position", "is_over"),
    [
        ("l.L/.../.../...:GGEECC:2", True),  # nobody attacks the lion on the last row
        ("lL./.../.../...:GGEECC:2", False),
        ("..L/.e./l../...:GGECC:2", False),
        ("..L/..c/l../...:GGEEC:2", True),  # a chick does not step back
        ("l../.../..L/...:GGEECC:2", False),
    ],
)
def test_a_lion_on_the_last_row_wins_unless_it_is_attacked(position: str, is_over: bool) -> None:
    game: Any = load("dobutsu")
    assert game.is_terminal(game.parse(position)) == is_over


def test_a_dropped_chick_stays_one_and_a_captured_hen_becomes_one() -> None:
    game: Any = load("dobutsu")
    s = game.parse(".l./.../.h./.L.:GGEEC:1")
    assert game.notation(game.result(s, game.parse_action(s, "C*a1"))) == "Cl./.../.h./.L.:GGEE:2:1"
    assert game.notation(game.result(s, game.parse_action(s, "b4-b3"))) == ".l./.../.L./...:GGEECC:2:1"


def mirrored(text: str) -> str:
    """Return a position with left and right exchanged."""
    board, *rest = text.split(":")
    return ":".join(["/".join(row[::-1] for row in board.split("/")), *rest])


def turned_round(text: str) -> str:
    """Return a position in which the players have changed sides."""
    board, hand, turn = text.split(":")[:3]
    return f"{board[::-1].swapcase()}:{hand.swapcase()}:{3 - int(turn)}"


def test_positions_that_are_alike_have_one_number_and_others_another() -> None:
    game: Any = load("dobutsu")
    random = Random(7)
    numbers: dict[int, str] = {}
    for _ in range(60):
        s = game.initial()
        while not game.is_terminal(s):
            text = game.notation(s._replace(moves=0))
            i = game.index(s)
            assert 0 <= i < game.size()
            for same in (mirrored(text), turned_round(text), turned_round(mirrored(text))):
                assert game.index(game.parse(same)) == i
            seen = text if s.turn == 0 else turned_round(text)
            shape = min(sorted_hand(seen), sorted_hand(mirrored(seen)))
            assert numbers.setdefault(i, shape) == shape
            s = game.result(s, random.choice(list(game.actions(s))))
    assert len(numbers) > 500


def sorted_hand(text: str) -> str:
    """Return a position with the letters of what is in hand in order."""
    board, hand, turn = text.split(":")
    return f"{board}:{''.join(sorted(hand))}:{turn}"


def test_numbers_lead_to_positions_of_that_number() -> None:
    game: Any = load("dobutsu")
    random, holes = Random(2), 0
    for _ in range(2000):
        i = random.below(game.size())
        s = game.unindex(i)
        assert game.parse(game.notation(s)) == s
        holes += game.index(s) != i
    assert holes < 200, "numbers without a position: both lions in the middle column, the lesser of two numbers"


def test_what_cannot_be_is_refused() -> None:
    game: Any = load("dobutsu")
    for text in (
        "gle/.c./.C.", "gle/.c./.C./ELG", "gle/.c./.C./ELG:-:3", "gle/.c./.C./ELG:C:1", "gLe/.c./.C./ELG:-:1",
        "g.e/.c./.C./ELG:-:1", "gle/.c./.X./ELG:-:1", "gle/.c./.C./ELG:x:1", "gle/.c./.C./ELG::1", "gle/.c./.C./ELG:-:1:x",
        "gl./.c./.C./ELG:-:1",
    ):  # fmt: skip
        with pytest.raises(PositionError):
            game.parse(text)
