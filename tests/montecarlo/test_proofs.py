"""What UCT calls proven is the true value, and a forced win inside its tree is never missed."""

from __future__ import annotations

import csv
from functools import cache, reduce
from math import inf
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.search.montecarlo import engine
from kibitz.search.montecarlo.tree_node import Choice, best_choice, undominated
from kibitz.search.montecarlo.utility_range import utility_range

TIC_TAC_TOE: Game = kibitz.load("tic_tac_toe")
LOST, DRAWN, WON, OPEN = (-1.0, -1.0), (0.0, 0.0), (1.0, 1.0), (-1.0, 1.0)


@cache
def value(state: Any) -> float:
    """Return the first player's utility with best play."""
    game = TIC_TAC_TOE
    if game.is_terminal(state):
        return game.utility(state, 0)
    below = [value(game.result(state, action)) for action in game.actions(state)]
    return max(below) if game.to_move(state) == 0 else min(below)


def positions(state: Any, known: set[Any]) -> set[Any]:
    if state not in known and not TIC_TAC_TOE.is_terminal(state):
        known.add(state)
        for action in TIC_TAC_TOE.actions(state):
            positions(TIC_TAC_TOE.result(state, action), known)
    return known


def test_tic_tac_toe_is_played_perfectly_from_every_late_position() -> None:
    late = [s for s in positions(TIC_TAC_TOE.initial(), set()) if len(list(TIC_TAC_TOE.actions(s))) < 6]
    assert len(late) == 4186
    for state in late:
        found = kibitz.decide(TIC_TAC_TOE, state, "uct:sims=10000", seed=1)
        assert found.action is not None
        assert value(TIC_TAC_TOE.result(state, found.action)) == value(state)
        assert found.exact
        assert found.value == (value(state) if TIC_TAC_TOE.to_move(state) == 0 else -value(state))
        assert found.action in found.actions
        chosen = next(move for move in found.moves if move.action == found.action)
        assert chosen.visits == max(move.visits or 0 for move in found.moves if move.action in found.actions)
        for count in range(len(found.line)):
            reached = reduce(TIC_TAC_TOE.result, found.line[: count + 1], state)
            assert value(reached) == value(state), "a line of what is proved throws nothing away"


def test_what_is_proven_lost_is_not_played_for_its_visits_while_another_move_is_open() -> None:
    """Here three moves of four lose, and one of them has the most visits after 1,000 simulations of nearly every seed."""
    game = kibitz.load("connect_four:width=5,height=5")
    state = game.parse("o..../x..x./o..ox/o.xxo/xoxox")
    assert kibitz.solve(game, state).actions == (1,)
    for seed in range(50):
        found = kibitz.decide(game, state, "uct:sims=1000,keep_tree=true", seed=seed)
        assert found.action == found.tree.best_child.action == 1


@pytest.mark.parametrize(
    ("bounds", "kept"),
    [
        ([LOST, OPEN, LOST], [1]),
        ([LOST, LOST], [0, 1]),
        ([DRAWN, OPEN, LOST], [0, 1]),
        ([DRAWN, (-1.0, 0.0), DRAWN], [0, 2]),
        ([WON, OPEN, WON], [0, 2]),
        ([LOST, (-inf, inf)], [0, 1]),
    ],
)
def test_a_move_that_cannot_be_better_than_another_is_no_choice(bounds: list[tuple[float, float]], kept: list[int]) -> None:
    choices = [Choice(place, 0, 0.0, low, high) for place, (low, high) in enumerate(bounds)]
    assert [choice.option for choice in undominated(choices)] == kept


def test_a_proven_move_counts_by_its_value_beside_one_that_is_open() -> None:
    """Its visits may be from the time before the proof."""
    assert best_choice([Choice("lost", 900, 0.3, *LOST), Choice("open", 100, -0.2, -inf, inf)]) == "open"
    assert best_choice([Choice("drawn", 10, 0.3, *DRAWN), Choice("open", 900, -0.2, *OPEN)]) == "drawn"
    assert best_choice([Choice("drawn", 900, 0.3, *DRAWN), Choice("open", 100, 0.2, *OPEN)]) == "open"


@pytest.mark.parametrize("moves", ["112233", "1122335", "121212", "414243", "51525", "445566"])
def test_wins_and_blocks_in_connect_four(moves: str) -> None:
    """A line that is one stone short is completed, and the other's is stopped, whatever the seed."""
    game = kibitz.load("connect_four")
    state = game.parse(moves)
    wins = [a for a in game.actions(state) if game.is_terminal(game.result(state, a))]
    good = wins or _defences(game, state)
    assert good, "the position is no test"
    for seed in range(10):
        assert kibitz.decide(game, state, "uct:sims=2000", seed=seed).action in good


def _defences(game: Game, state: Any) -> list[int]:
    """Return the moves after which the other cannot win at once, where some do not stop it."""

    def loses(action: int) -> bool:
        after = game.result(state, action)
        return any(game.is_terminal(game.result(after, reply)) for reply in game.actions(after))

    safe = [action for action in game.actions(state) if not loses(action)]
    return safe if len(safe) < len(list(game.actions(state))) else []


@pytest.mark.parametrize("players", [1, 2])
def test_one_more_than_a_share_is_not_the_most_there_is(players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a game does not say what can be won, and 1 was thought to be most, a sure 1 is not called best once 5 turns up."""
    file = tmp_path / "prizes.py"
    file.write_text(PRIZES.replace("PLAYERS", str(players)))
    game = kibitz.load(str(file))
    assert utility_range(game, game.initial()) == (-inf, inf, True)
    plain = kibitz.decide(game, None, "uct:sims=20000", seed=3)
    monkeypatch.setattr(engine, "utility_range", lambda game, state: (-1.0, 1.0, False))
    for found in (plain, *(kibitz.decide(game, None, f"uct:sims=20000,threads={threads}", seed=3) for threads in (1, 2))):
        assert found.action == 1
        assert found.value > 4


PRIZES = '''
from typing import NamedTuple
import kibitz

class State(NamedTuple):
    moves: int
    sum: int

@kibitz.game(players=PLAYERS)
class Prizes(NamedTuple):
    """The first player has five moves: to be sure of 1, or to go for the 5 that is won with two of them."""
    def initial(self): return State(0, 0)
    def to_move(self, s): return 0
    def actions(self, s):
        yield 0
        yield 1
        if s.moves > 0:
            yield 2
    def result(self, s, a):
        return State(1, -9) if s.moves == 0 and a == 0 else State(s.moves + 1, s.sum + (a == 1))
    def is_terminal(self, s): return s.moves >= 5
    def utility(self, s, player):
        won = 1.0 if s.sum < 0 else 5.0 if s.sum >= 2 else 0.0
        return won if player == 0 else -won
'''


@pytest.mark.parametrize(("spec", "sure"), [("connect_four", True), ("tic_tac_toe", True), ("chinese_checkers", False)])
def test_what_can_be_won(spec: str, sure: bool) -> None:
    game = kibitz.load(spec)
    assert utility_range(game, game.initial()) == ((-1.0, 1.0, True) if sure else (-inf, inf, True))


def test_connect_four_outcomes(oracles: Path) -> None:
    """With 10,000 simulations at least 95 of 100 late positions get a move that keeps win, draw or loss."""
    game = kibitz.load("connect_four")
    with (oracles / "connect4" / "move_scores_half.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["set"] == "Test_L2_R1"]
    assert len(rows) == 500
    right = 0
    for row in rows:
        outcomes = {column: _sign(row[f"s{column + 1}"]) for column in range(7) if row[f"s{column + 1}"]}
        found = kibitz.decide(game, game.parse(row["moves"]), "uct:sims=10000", seed=1)
        best = max(outcomes.values())
        assert found.action is not None
        right += outcomes[found.action] == best
        if found.exact:
            assert found.value == best
    assert right >= 0.95 * len(rows)


def _sign(text: str) -> int:
    return (int(text) > 0) - (int(text) < 0)
