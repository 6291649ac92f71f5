"""Pig: what each number and each decision does, and the known chances of the first player."""

from __future__ import annotations

import pytest

from kibitz.core.errors import InputError, PositionError
from kibitz.core.game import CHANCE, play, utilities
from kibitz.core.registry import load
from kibitz.games.pig import Pig, State


def first_player_wins(game: Pig) -> float:
    """Return the first player's chance under best play: sweeps over all states until nothing changes."""
    seen, todo = {game.initial()}, [game.initial()]
    while todo:
        s = todo.pop()
        if not game.is_terminal(s):
            new = {game.result(s, a) for a in game.actions(s)} - seen
            seen |= new
            todo += new
    after = {s: [game.result(s, a) for a in game.actions(s)] for s in seen if not game.is_terminal(s)}
    value = {s: game.utility(s, 0) if game.is_terminal(s) else 0.5 for s in seen}
    change = 1.0
    while change > 1e-10:
        change = 0.0
        for s, states in after.items():
            values = [value[state] for state in states]
            mover = game.to_move(s)
            new_value = sum(values) / len(values) if mover == CHANCE else max(values) if mover == 0 else min(values)
            change, value[s] = max(change, abs(new_value - value[s])), new_value
    return value[game.initial()]


@pytest.mark.parametrize(("goal", "chance"), [(10, 0.7094243226), (20, 0.6155585498)])
def test_known_chances_of_the_first_player(goal: int, chance: float) -> None:
    assert first_player_wins(Pig(goal)) == pytest.approx(chance, abs=1e-8)


@pytest.mark.parametrize(
    ("goal", "sides", "chance"),
    [
        (1, 6, 6 / 7),  # each roll but a 1 wins: p = 5/6 + (1 - p)/6
        (2, 6, 6 / 7),
        (2, 2, 2 / 3),  # p = 1/2 + (1 - p)/2
        (2, 3, 3 / 4),
    ],
)
def test_chances_worked_out_by_hand(goal: int, sides: int, chance: float) -> None:
    assert first_player_wins(Pig(goal, sides)) == pytest.approx(chance, abs=1e-8)


def test_a_turn() -> None:
    game = load("pig")
    assert game.notation(play(game, game.initial(), "roll")) == "0+0?-0"
    assert game.notation(play(game, game.initial(), "roll 6 roll 2")) == "0+8-0"
    assert game.notation(play(game, game.initial(), "roll 6 roll 2 hold")) == "8-0+0"
    assert game.notation(play(game, game.initial(), "roll 6 roll 1")) == "0-0+0"
    assert game.notation(play(game, game.initial(), "roll 6 hold roll 5 hold roll 4 roll 3 hold")) == "13-5+0"


def test_a_one_loses_the_turn_but_no_kept_points() -> None:
    game = Pig()
    assert game.result(State(41, 49, 21, 0, True), 1) == State(49, 41, 0, 1, False)
    assert game.result(State(41, 49, 21, 1, True), 1) == State(49, 41, 0, 0, False)


def test_a_turn_begins_with_a_roll_and_then_offers_both() -> None:
    game = load("pig")
    names = [[game.action_name(s, a) for a in game.actions(s)] for s in map(game.parse, ("5+0-7", "5+2-7", "5+2?-7"))]
    assert names == [["roll"], ["roll", "hold"], ["1", "2", "3", "4", "5", "6"]]
    assert [game.to_move(game.parse(text)) for text in ("5+2-7", "5-7+2", "5-7+2?")] == [0, 1, CHANCE]


def test_reaching_the_goal_wins_at_once() -> None:
    game = load("pig")
    assert not game.is_terminal(game.parse("90+9-0"))
    for text, chances in (("90+10-99", (1, 0)), ("95+9-99", (1, 0)), ("99-90+10", (0, 1))):
        assert game.is_terminal(game.parse(text))
        assert utilities(game, game.parse(text)) == chances


def test_every_number_is_as_likely() -> None:
    game = Pig(100, 10)
    rolling = State(0, 0, 0, 0, True)
    assert [game.probability(rolling, a) for a in game.actions(rolling)] == [0.1] * 10  # type: ignore[attr-defined]


def test_evaluation_follows_the_lead() -> None:
    game = Pig(100)
    assert game.evaluate(State(0, 0, 0, 0, False), 0) == 0.5
    assert game.evaluate(State(40, 10, 20, 1, False), 1) == 0.75
    assert game.evaluate(State(40, 10, 20, 1, False), 0) == 0.25


@pytest.mark.parametrize("text", ["", "5", "5-7", "5+2", "5+2-7+1", "100+0-0", "0+0-100", "90+10?-5", "a+0-1", "5+2-7?"])
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(PositionError):
        load("pig").parse(text)


def test_the_smallest_game_is_allowed() -> None:
    assert load("pig:goal=1,sides=2").players == 2


@pytest.mark.parametrize("options", ["goal=0", "sides=1"])
def test_impossible_games_are_refused(options: str) -> None:
    with pytest.raises(InputError):
        load(f"pig:{options}")
