"""Othello solved: the small board, and the endings of the French federation's collection, scored by another program."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

import kibitz
from kibitz.search.solving.mtdf import ExactSearch
from kibitz.search.solving.solver import Solver

FILES = ("1-19", "20-39", "40-59", "60-79")


class Ending(NamedTuple):
    """A position and the score of each of its moves."""

    number: int
    position: str
    scores: dict[str, int]

    @property
    def best(self) -> set[str]:
        return {move for move, score in self.scores.items() if score == max(self.scores.values())}


def endings(oracles: Path, *files: str) -> list[Ending]:
    """Return the endings of some files."""
    found = []
    for file in files:
        lines = (oracles / "othello" / f"fforum-{file}.obf").read_text().splitlines()
        for number, line in enumerate((line for line in lines if line.strip()), start=int(file.partition("-")[0])):
            position, *moves = (part.strip() for part in line.split(";") if part.strip())
            scores = (re.fullmatch(r"([A-H][1-8]):([+-]\d+)", move) for move in moves)
            found.append(Ending(number, position, {one[1].lower(): int(one[2]) for one in scores if one}))
            assert len(found[-1].scores) == len(moves)
    return found


def test_legal_moves(oracles: Path) -> None:
    game = kibitz.load("othello")
    listed = endings(oracles, *FILES)
    assert len(listed) == 79
    for ending in listed:
        s = game.parse(ending.position)
        assert {game.action_name(s, a) for a in game.actions(s)} == set(ending.scores), ending.number


def test_every_move_of_the_first_nineteen(oracles: Path) -> None:
    game = kibitz.load("othello")
    exact = ExactSearch(game)
    for ending in endings(oracles, FILES[0]):
        s = game.parse(ending.position)
        assert {game.action_name(s, a): exact.move_value(s, a) for a in game.actions(s)} == ending.scores, ending.number


def solved(ending: Ending) -> tuple[float | None, set[str]]:
    """Return the score and the best moves by the solver."""
    game = kibitz.load("othello")
    s = game.parse(ending.position)
    decision = Solver(game).solve(s)
    assert decision.exact
    assert decision.value == ((decision.score or 0) > 0) - ((decision.score or 0) < 0)
    return decision.score, {game.action_name(s, a) for a in decision.actions}


@pytest.mark.conformance
@pytest.mark.parametrize("number", range(20, 39))
def test_best_moves_with_up_to_24_empty_squares(oracles: Path, number: int) -> None:
    ending = endings(oracles, FILES[1])[number - 20]
    assert solved(ending) == (max(ending.scores.values()), ending.best)


@pytest.mark.conformance
@pytest.mark.parametrize("number", range(40, 45))
def test_best_moves_with_20_to_23_empty_squares(oracles: Path, number: int) -> None:
    ending = endings(oracles, FILES[2])[number - 40]
    assert solved(ending) == (max(ending.scores.values()), ending.best)


def test_four_by_four_is_lost_by_3_to_11() -> None:
    """Known from many programs: the second player wins by 11 discs to 3; two squares stay empty and count for the winner."""
    game = kibitz.load("othello:size=4")
    decision = Solver(game).solve(game.initial())
    assert (decision.value, decision.score) == (-1.0, -10.0)
    assert decision.actions == tuple(game.actions(game.initial())), "by symmetry all first moves are equal"
    s = game.initial()
    for action in decision.line:
        s = game.result(s, action)
    assert game.is_terminal(s)
    board = game.notation(s)[:-1]
    assert sorted(board.count(letter) for letter in "XO") == [3, 11]
