"""The agent `level`: it plays every game, the same for the same seed, and errs plausibly."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz.core.decision import MoveValue
from kibitz.core.errors import InputError
from kibitz.endgames.building import Work, build
from kibitz.endgames.store import Tables
from kibitz.search.level import STRENGTHS, _agent, _weights

GAMES = ("tic_tac_toe", "connect_four", "nim", "pig", "2048", "vacuum", "tree", "mnk:width=3,height=3,connect=3,players=3")


@pytest.mark.parametrize("text", GAMES)
def test_every_level_plays_every_game_the_same_for_the_same_seed(text: str) -> None:
    game = kibitz.load(text)
    state = game.initial()
    while game.to_move(state) == kibitz.CHANCE:
        state = game.result(state, next(iter(game.actions(state))))
    for level in (1, 5, 10):
        first, again = (kibitz.decide(game, state, f"level:{level}", seed=3) for _ in range(2))
        assert first.action in list(game.actions(state))
        assert (first.action, first.nodes) == (again.action, again.nodes)


def test_low_levels_stray_and_high_ones_do_not() -> None:
    game = kibitz.load("connect_four")
    state = game.parse("4453")
    for level, fewest, most in ((1, 3, 7), (10, 1, 1)):
        moves = {kibitz.decide(game, state, f"level:{level}", seed=seed).action for seed in range(30)}
        assert fewest <= len(moves) <= most


def test_between_whole_depths_some_moves_are_searched_further() -> None:
    """Level 3 looks two moves ahead, level 4 three in every other move; who looks further looks at more positions."""
    game = kibitz.load("connect_four")
    state = game.parse("4453")
    nodes = {
        level: [kibitz.decide(game, state, f"level:{level}", seed=seed).nodes for seed in range(24)] for level in (3, 4, 5)
    }
    (two,), (three,) = set(nodes[3]), set(nodes[5])
    assert two < three
    assert set(nodes[4]) == {two, three}
    assert 5 <= nodes[4].count(three) <= 19


def test_levels_rise_from_the_first_to_the_last() -> None:
    for weaker, stronger in pairwise(STRENGTHS):
        assert (weaker.depth or 99) < (stronger.depth or 99)
        assert weaker.simulations < stronger.simulations
        assert weaker.temperature > stronger.temperature


@pytest.mark.parametrize("game", ["othello", "2048"])
def test_levels_judge_with_what_the_game_has_learnt(game: str) -> None:
    assert "patterns=trained" in _agent(kibitz.load(game), STRENGTHS[0], 0)


@pytest.mark.parametrize("level", [6, 8, 10])
def test_a_high_level_never_gives_a_piece_away(level: int) -> None:
    """The queen is attacked by a pawn, and every other move leaves it."""
    game = kibitz.load("chess")
    state = game.parse("rnbqkbnr/ppp2ppp/8/3pp3/4P1Q1/8/PPPP1PPP/RNB1KBNR w KQkq - 0 3")
    for seed in range(8):
        chosen = kibitz.decide(game, state, f"level:{level}", seed=seed).action
        assert chosen is not None
        after = game.result(state, chosen)
        answer = kibitz.decide(game, after, "alphabeta:depth=4")
        assert answer.value < 0.5  # not as much as a queen ahead


def test_the_worse_a_move_looks_the_less_likely_it_is() -> None:
    moves = [MoveValue(action, value) for action, value in enumerate((0.5, 0.4, -0.5))]
    for strength in STRENGTHS[:-1]:
        _, weights = _weights(moves, strength.temperature)
        assert weights[0] == 1.0 > weights[1] > weights[2]
    tried = [MoveValue(0, 0.1, visits=90), MoveValue(1, 0.4, visits=9), MoveValue(2, None, visits=0)]
    kept, weights = _weights(tried, 0.5)
    assert [move.action for move in kept] == [0, 1]
    assert weights == pytest.approx([1.0, 0.01])


def test_a_level_that_is_none_is_told() -> None:
    game = kibitz.load("tic_tac_toe")
    for text in ("level:0", "level:11"):
        with pytest.raises(InputError, match="level is from 1"):
            kibitz.decide(game, game.initial(), text)


def test_weak_levels_do_not_know_endings_by_heart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables would tell every won ending's shortest way to a beginner, and all winning moves alike to those above."""
    build(Tables(kibitz.load("chess"), tmp_path), ["KQK"], Work(), np.zeros(1, np.int64))
    monkeypatch.setenv("KIBITZ_TABLES", str(tmp_path))
    won = "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"
    for level, knows in ((1, False), (9, False), (10, True)):
        decision = kibitz.decide("chess", won, f"level:{level}", seed=1)
        assert ("table" in (decision.details or {})) == knows
    moves = {kibitz.decide("chess", won, "level:1", seed=seed).action for seed in range(12)}
    assert len(moves) > 3


def test_an_agent_can_be_told_to_ask_no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(Tables(kibitz.load("chess"), tmp_path), ["KQK"], Work(), np.zeros(1, np.int64))
    monkeypatch.setenv("KIBITZ_TABLES", str(tmp_path))
    won = "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"
    for option, knows in (("", True), (",tables=none", False)):
        decision = kibitz.decide("chess", won, f"alphabeta:depth=2{option}")
        assert ("table" in (decision.details or {}), "tbhits" in (decision.details or {})) == (knows, False)
