"""`kibitz check` tries the laws of the numbers that tables need."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.checking import check

GAME = """
from typing import NamedTuple

import kibitz


class State(NamedTuple):
    left: int
    player: int


@kibitz.game(players=2)
class Heap(NamedTuple):
    \"\"\"Players take one or two; who takes the last wins.\"\"\"

    def initial(self):
        return State(9, 0)

    def to_move(self, s):
        return s.player

    def actions(self, s):
        yield 1
        if s.left > 1:
            yield 2

    def result(self, s, a):
        return State(s.left - a, 1 - s.player)

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, player):
        return 1.0 if player != s.player else -1.0

    def index(self, s):
        return 2 * s.left + s.player

    def unindex(self, i):
        return State(i // 2, i % 2)

    def size(self):
        return 20

    def predecessors(self, s):
        for taken in (1, 2):
            if s.left + taken <= 9:
                yield State(s.left + taken, 1 - s.player)
"""


def broken(old: str, new: str) -> str:
    assert old in GAME
    return GAME.replace(old, new)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (GAME, ""),
        (broken("return 20", "return 12"), "12 numbers"),
        (broken("State(i // 2, i % 2)", "State(i // 2, 1 - i % 2)"), "another number"),
        (broken("for taken in (1, 2):", "for taken in (1,):"), "predecessor"),
    ],
)
def test_laws_of_numbers(source: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "heap.py"
    file.write_text(source)
    report = check(str(file), games=5)
    (finding,) = (one for one in report.findings if one.law == "hints")
    assert finding.passed == (told == "")
    assert told in finding.message
