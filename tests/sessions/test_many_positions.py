"""Many positions at once: the same answers in the same order, whoever works them out."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.core.errors import BrokenRule, CompileError, InputError, UnknownNameError

POSITIONS = [f"{first}{second}" for first in "1234567" for second in "1234567"]
OWN_GAME = '''
from typing import NamedTuple
import kibitz


class State(NamedTuple):
    left: int
    player: int


@kibitz.game(players=2)
class Pile(NamedTuple):
    """Take one or two; who takes the last wins."""

    pile: int = 7

    def initial(self): return State(self.pile, 0)
    def to_move(self, s): return s.player
    def actions(self, s):
        for a in range(1, min(2, s.left) + 1):
            yield a
    def result(self, s, a): return State(s.left - a, 1 - s.player)
    def is_terminal(self, s): return s.left == 0
    def utility(self, s, player): return -1 if player == s.player else 1


@kibitz.agent("miser")
def miser(game, state):
    return max(game.actions(state))
'''


def answers(decisions: Any) -> list[Any]:
    """Return what does not depend on the clock."""
    return [
        (one.action, one.value, one.line, [(move.action, move.value, move.visits) for move in one.moves]) for one in decisions
    ]


@pytest.mark.parametrize("agent", ["alphabeta:depth=3", "uct:sims=50"])
def test_processes_answer_as_one_does(agent: str) -> None:
    alone = answers(kibitz.analyse_many("connect_four", POSITIONS, agent, seed=3))
    done: list[int] = []
    shared = answers(kibitz.analyse_many("connect_four", POSITIONS, agent, processes=2, seed=3, listen=done.append))
    assert shared == alone
    assert done == list(range(1, len(POSITIONS) + 1))
    assert alone[4] == answers([kibitz.analyse("connect_four", POSITIONS[4], agent, seed=3 + 4)])[0]


def test_games_and_agents_of_ones_own_reach_other_processes(tmp_path: Path) -> None:
    path = tmp_path / "pile.py"
    path.write_text(OWN_GAME)
    game = kibitz.load(str(path))
    states = [game.parse(f"[{left}, 0]") for left in range(1, 6)]
    decisions = list(kibitz.analyse_many(game, states, str(path), processes=2))
    assert [one.action for one in decisions] == [1, 2, 2, 2, 2]
    assert [one.state for one in decisions] == states
    assert all(one.game is game for one in decisions)


def test_what_no_file_holds_is_refused() -> None:
    def here(game: Game, state: Any) -> int:
        return next(iter(game.actions(state)))

    with pytest.raises(InputError, match="ConnectFour or here is in no file that another process could read; use processes=1"):
        list(kibitz.analyse_many("connect_four", ["4"], here, processes=2))
    with pytest.raises(InputError, match="processes must be at least 1, not 0"):
        list(kibitz.analyse_many("connect_four", ["4"], processes=0))


def test_many_positions_are_solved_in_order() -> None:
    decisions = list(kibitz.solve_many("nim", ["1+2+3", "1+2+0", "0+0+5"]))
    assert [one.value for one in decisions] == [-1.0, 1.0, 1.0]
    assert all(one.exact for one in decisions)


def test_errors_in_other_processes_are_told_as_here() -> None:
    with pytest.raises(InputError, match=r"unknown agent 'alphabta' \(did you mean alphabeta\?\)"):
        list(kibitz.analyse_many("connect_four", ["4"], "alphabta", processes=2))
    for error in (UnknownNameError("agent", "x", ["y"]), CompileError("why", "file.py", 3), BrokenRule("what", (1, 2))):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
