"""Functions, classes and files of users as agents, wherever an agent string goes."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.core.errors import AgentError, IllegalMoveError, InputError, UnknownNameError

FILE = '''
import kibitz


@kibitz.agent("last_move")
def last_move(game, state, back: int = 1, loud=False):
    """Play the last legal move, or one of those before it."""
    return list(game.actions(state))[-back]
'''


def first_move(game: Game, state: Any) -> int:
    """Return the first legal move."""
    return next(iter(game.actions(state)))


def by_name(game: Game, state: Any) -> str:
    """Return the name of the last legal move."""
    return game.action_name(state, list(game.actions(state))[-1])


def seeded(game: Game, state: Any, *, seed: int, past: Any) -> Decision:
    """Return a whole decision, made with what the caller gives."""
    return Decision(list(game.actions(state))[seed % 2], value=float(len(past)))


class Counting:
    """Plays its first move, then its second, and so on: it remembers how often it was asked."""

    def __init__(self, start: int = 0) -> None:
        self.asked = start

    def decide(self, game: Game, state: Any) -> int:
        """Return the next move."""
        self.asked += 1
        moves = list(game.actions(state))
        return moves[(self.asked - 1) % len(moves)]


def test_a_function_is_an_agent() -> None:
    decision = kibitz.decide("connect_four", None, first_move)
    assert (decision.action, decision.actions, decision.agent) == (0, (0,), "first_move")
    game = kibitz.load("connect_four")
    assert decision.value == game.evaluate(game.initial(), 0), "it has no opinion of its own"
    assert kibitz.decide("connect_four", None, by_name).action == 6


def test_what_the_caller_gives_reaches_the_function() -> None:
    decision = kibitz.decide("connect_four", "4", seeded, seed=3, past=["before"])
    assert (decision.action, decision.value) == (1, 1.0)


def test_a_partial_function_and_an_object_are_agents() -> None:
    def pick(game: Game, state: Any, place: int) -> int:
        return list(game.actions(state))[place]

    assert kibitz.decide("connect_four", None, partial(pick, place=4)).action == 4
    assert kibitz.decide("connect_four", None, Counting(2)).action == 2


def test_an_instance_of_a_class_lasts_for_a_game_and_no_longer() -> None:
    for _ in range(2):
        session = kibitz.Session("connect_four", agents=[Counting, first_move])
        for _ in range(6):
            session.step()
        assert [move.name for move in session.history] == ["1", "1", "2", "1", "3", "1"]


def test_an_agent_in_a_file_has_options(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    assert kibitz.decide("connect_four", None, str(path)).action == 6
    assert kibitz.decide("connect_four", None, f"{path}:back=3").action == 4
    assert kibitz.decide("connect_four", None, "last_move:back=2").action == 5  # known by its name from then on
    with pytest.raises(UnknownNameError, match=f"unknown option of {path} 'forth'; known: back, loud"):
        kibitz.decide("connect_four", None, f"{path}:forth=3")
    with pytest.raises(InputError, match=r"option back of .* must be a whole number, not 'two'"):
        kibitz.decide("connect_four", None, f"{path}:back=two")


def test_files_without_an_agent_or_with_several_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("import kibitz\n")
    with pytest.raises(InputError, match=r"mine\.py holds no agent; decorate a function"):
        kibitz.decide("nim", None, str(path))
    path.write_text(FILE + FILE.replace("last_move", "other"))
    with pytest.raises(InputError, match=r"holds several agents \(last_move, other\); say which one: .*:agent=last_move"):
        kibitz.decide("nim", None, str(path))
    assert kibitz.decide("connect_four", None, f"{path}:agent=other").action == 6
    with pytest.raises(UnknownNameError, match="known: last_move, other"):
        kibitz.decide("nim", None, f"{path}:agent=third")


def test_odd_annotations_are_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "odd.py"
    path.write_text(FILE.replace("back: int = 1, loud=False", "back: 'Nowhere' = 1, loud: list = None"))
    assert kibitz.decide("connect_four", None, f"{path}:loud=x").action == 6


def test_names_of_kibitz_are_taken() -> None:
    with pytest.raises(InputError, match="uct is an agent of Kibitz; register yours under another name"):
        kibitz.agent("uct")(first_move)
    with pytest.raises(InputError, match=r'write @kibitz.agent\("name"\)'):
        kibitz.agent(first_move)  # type: ignore[arg-type]


@pytest.mark.parametrize("answer", [99, None, True, 0.0])
def test_an_illegal_move_is_refused_with_the_legal_ones(answer: Any) -> None:
    def wrong(game: Game, state: Any) -> Any:
        return answer

    with pytest.raises(IllegalMoveError, match=rf"wrong returned {answer}, which is no legal move; legal are 0 \(1\), 1 \(2\)"):
        kibitz.decide("connect_four", None, wrong)


def test_what_an_agent_raises_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text(FILE.replace("[-back]", "[back // 0]"))
    with pytest.raises(AgentError, match=rf"{path}:8: agent last_move raised ZeroDivisionError"):
        kibitz.decide("connect_four", None, str(path))


@pytest.mark.parametrize("thing", [7, ["random"], 1.5])
def test_what_is_no_agent_is_refused(thing: Any) -> None:
    with pytest.raises(InputError, match=r"an agent is a string such as 'alphabeta:depth=8', a function .* not"):
        kibitz.decide("nim", None, thing)


def test_a_decision_may_name_its_move() -> None:
    def named(game: Game, state: Any) -> Decision:
        return Decision("4", 0.5)  # type: ignore[arg-type]

    decision = kibitz.decide("connect_four", None, named)
    assert (decision.action, decision.value) == (3, 0.5)


def test_a_human_is_no_agent_that_decides() -> None:
    with pytest.raises(InputError, match="a human is not asked for a decision"):
        kibitz.decide("nim", None, "human")
