"""Exact solving against published values, theorems and data made by others."""

from __future__ import annotations

import csv
import json
from functools import reduce
from itertools import product
from operator import xor
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.core.errors import UnsupportedError
from kibitz.core.randomness import Random
from kibitz.search.solving.mtdf import ExactSearch
from kibitz.search.solving.solver import Solver, solve


def test_tic_tac_toe_is_a_draw_and_every_first_move_holds_it() -> None:
    decision = solve(kibitz.load("tic_tac_toe"))
    assert (decision.value, decision.exact) == (0.0, True)
    assert set(decision.actions) == set(range(9))


def test_all_tic_tac_toe_positions(oracles: Path) -> None:
    game = kibitz.load("tic_tac_toe")
    solver = Solver(game)
    with (oracles / "facts" / "tic_tac_toe_values_all_states.csv").open() as file:
        rows = list(csv.reader(file))[1:]
    assert len(rows) == 5478
    for board, value_for_x in rows:
        state = game.parse(board)
        sign = 1 if game.to_move(state) == 0 else -1
        assert solver.solve(state).value == sign * float(value_for_x), board


@pytest.mark.parametrize("misere", [False, True])
def test_nim_follows_boutons_theorem(misere: bool) -> None:
    """The mover loses where the piles' xor is 0; in misere play, where all piles are at most 1, it is the other way round."""
    game = kibitz.load(f"nim:piles=3+4+5,misere={misere}")
    solver = Solver(game)

    def wins(piles: tuple[int, ...]) -> bool:
        balanced = reduce(xor, piles) == 0
        return balanced if misere and max(piles) <= 1 else not balanced

    for piles in product(range(4), range(5), range(6)):
        if any(piles):
            state = game.parse("+".join(map(str, piles)))
            decision = solver.solve(state)
            assert decision.value == (1.0 if wins(piles) else -1.0), piles
            winning = {action for action in game.actions(state) if not wins(game.result(state, action).piles)}
            assert set(decision.actions) == (winning or set(game.actions(state))), piles


@pytest.mark.parametrize(("goal", "chance"), [(10, 0.7094243226), (20, 0.6155585498), (30, 0.5679147445)])
def test_pig_to_a_few_points(goal: int, chance: float) -> None:
    decision = solve(kibitz.load(f"pig:goal={goal}"))
    assert decision.value == pytest.approx(chance, abs=1e-9)
    assert decision.exact


@pytest.mark.conformance
def test_pig_to_a_hundred_points() -> None:
    """Neller and Presser, UMAP Journal 25(1), 2004."""
    assert solve(kibitz.load("pig")).value == pytest.approx(0.5305927, abs=1e-7)


@pytest.mark.parametrize(("moves", "score"), [("274552224131661", 0), ("5455174361263362", -1)])
def test_connect_four_in_the_middle(moves: str, score: int) -> None:
    game = kibitz.load("connect_four")
    decision = solve(game, game.parse(moves))
    assert (decision.score, decision.value) == (score, (score > 0) - (score < 0))


def test_connect_four_endings(oracles: Path) -> None:
    game = kibitz.load("connect_four")
    solver = Solver(game)
    lines = (oracles / "connect4" / "Test_L3_R1.txt").read_text().split("\n")
    pairs = [line.split() for line in lines if line]
    assert len(pairs) >= 999
    wrong = [moves for moves, score in pairs if solver.solve(game.parse(moves)).score != int(score)]
    assert wrong == []


def columns(oracles: Path) -> list[dict[str, str]]:
    """Return the rows of the file with a score for each column."""
    with (oracles / "connect4" / "move_scores_half.csv").open() as file:
        return list(csv.DictReader(file))


def scores(row: dict[str, str]) -> dict[int, int]:
    """Return the score of each column that is not full."""
    return {column: int(row[f"s{column + 1}"]) for column in range(7) if row[f"s{column + 1}"]}


def test_best_columns_of_connect_four(oracles: Path) -> None:
    """All equally good moves are found, and no other."""
    game = kibitz.load("connect_four")
    solver = Solver(game)
    rows = [row for row in columns(oracles) if row["set"] == "Test_L3_R1"]
    assert len(rows) > 400
    for row in rows:
        worths = scores(row)
        decision = solver.solve(game.parse(row["moves"]))
        assert set(decision.actions) == {column for column, worth in worths.items() if worth == max(worths.values())}
        assert decision.line[0] in decision.actions


@pytest.mark.conformance
@pytest.mark.parametrize(
    ("name", "count"),
    [("Test_L1_R1", 1000), ("Test_L2_R1", 1000), ("Test_L2_R2_first500", 500), ("Test_L1_R2_first100", 100)],
)
def test_connect_four_scores(oracles: Path, name: str, count: int) -> None:
    """Openings and middle games, the easy ones and the hard ones."""
    game = kibitz.load("connect_four")
    exact = ExactSearch(game)
    pairs = [line.split() for line in (oracles / "connect4" / f"{name}.txt").read_text().splitlines()]
    assert len(pairs) == count
    for moves, score in pairs:
        exact.engine.new_search()
        assert exact.value(game.parse(moves)) == int(score), moves


@pytest.mark.conformance
@pytest.mark.parametrize(
    ("name", "count"), [("Test_L3_R1", 500), ("Test_L2_R1", 500), ("Test_L1_R1", 189), ("Test_L2_R2", 500)]
)
def test_connect_four_scores_of_every_column(oracles: Path, name: str, count: int) -> None:
    game = kibitz.load("connect_four")
    exact = ExactSearch(game)
    rows = [row for row in columns(oracles) if row["set"] == name]
    assert len(rows) == count
    for row in rows:
        state = game.parse(row["moves"])
        exact.engine.new_search()
        worths = {column: exact.move_value(state, column) for column in game.actions(state)}
        assert worths == scores(row), row["moves"]
        assert max(worths.values()) == int(row["score"]), row["moves"]


def test_lines_of_best_play_lead_to_the_value() -> None:
    game = kibitz.load("connect_four:width=5,height=4")
    solver = Solver(game)
    state = game.initial()
    decision = solver.solve(state)
    mover = game.to_move(state)
    for action in decision.line:
        assert action in list(game.actions(state))
        state = game.result(state, action)
    assert game.is_terminal(state)
    assert game.utility(state, mover) == decision.value


@pytest.mark.parametrize("answer", ["weak", "exact", "strong"])
def test_an_answer_agrees_with_itself(answer: str) -> None:
    game, random = kibitz.load("connect_four:width=6,height=4"), Random(2)
    solver = Solver(game)
    for _ in range(12):
        state = game.initial()
        for _ in range(random.below(8)):
            after = game.result(state, random.choice(list(game.actions(state))))
            state = state if game.is_terminal(after) else after
        decision = solver.solve(state, answer=answer)
        assert decision.action == decision.line[0]
        assert decision.action in decision.actions
        after = game.result(state, decision.line[0])
        if not game.is_terminal(after):
            assert solver.solve(after).value == -decision.value


@pytest.mark.parametrize(("name", "value"), [("lecture", 3.0), ("chance", 10.0)])
def test_the_lectures_trees(name: str, value: float) -> None:
    assert solve(kibitz.load(f"tree:name={name}")).value == pytest.approx(value)


def test_three_players_get_tuples() -> None:
    decision = solve(kibitz.load("nim:piles=1+1+1,players=3"))
    assert decision.utilities == (-0.5, -0.5, 1.0)
    assert decision.value == -0.5


def test_the_vacuum_world_can_always_be_cleaned() -> None:
    decision = solve(kibitz.load("vacuum"))
    assert (decision.value, decision.exact) == (1.0, True)


def test_facts_about_solved_games(oracles: Path) -> None:
    facts = json.loads((oracles / "facts" / "solved_values.json").read_text())
    for goal, chance in facts["pig_small_openspiel"].items():
        assert solve(kibitz.load(f"pig:goal={goal}")).value == pytest.approx(chance, abs=1e-9)


class Ring(NamedTuple):
    """A place on a ring and the player to move."""

    place: int
    turn: int


def test_interests_that_are_not_opposed_with_cycles_are_refused() -> None:
    @kibitz.game(players=2, constant_sum=None, cyclic=True)
    class Round(NamedTuple):
        size: int = 3

        def initial(self) -> Ring:
            return Ring(0, 0)

        def to_move(self, s: Ring) -> int:
            return s.turn

        def actions(self, s: Ring) -> Any:
            yield 1

        def result(self, s: Ring, a: int) -> Ring:
            return Ring((s.place + a) % self.size, 1 - s.turn)

        def is_terminal(self, s: Ring) -> bool:
            return s.place < 0

        def utility(self, s: Ring, player: int) -> float:
            return 0.0

    with pytest.raises(UnsupportedError, match="no single value"):
        solve(cast(Game, Round()))
