"""What a search calls exact is what the definition says, to the last bit, whatever the utilities."""

from __future__ import annotations

from typing import Any, cast

import pytest
from definition import minimax_value
from hypothesis import given, settings
from hypothesis import strategies as st
from wild_games import Bush, Count, Diced, Judged, Opposed, Shared, Stakes

import kibitz
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.core.game import CHANCE
from kibitz.search.alphabeta import agent
from kibitz.search.solving import solver as solve

END = 1 << 20
"""Deeper than any of these games."""

FITTING = st.integers(-3, 3).map(float) | st.sampled_from((0.5, -0.25, 100_000.0, -99_999.75, 2.0**-32, 1.0 + 2.0**-32))
WILD = (
    FITTING
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.floats(-1.0, 1.0)
    | st.sampled_from((150_000.0, 483_995.0, 799_997.0, -5.0, -4.999999999999, 0.1, 0.3, 1 / 3, 5e-324, -5e-324, 1e308))
)

WITHIN = st.floats(-1.0, 1.0) | st.integers(-1, 1).map(float)
"""What games with features end with."""


def bushes(leaves: st.SearchStrategy[float], movers: tuple[int, ...]) -> st.SearchStrategy[Bush]:
    """Trees with such leaves in which these move, in any order."""
    return st.builds(
        lambda who, worth: Bush(0, who, worth),
        st.tuples(*[st.sampled_from(movers)] * 15),
        st.tuples(*[leaves] * 16),
    )


def decisions(game: Game, s: Bush) -> dict[str, Decision]:
    """Return what every search that can be exact says of a position, solving by its tree too, small as the game is."""
    agent._off_scale.clear()
    answers = {name: kibitz.analyse(game, s, f"{name}:engine=search") for name in ("alphabeta", "minimax")}
    answers["solve"] = solve.solve(game, s)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solve, "FEW_POSITIONS", 0)
        answers["solve by tree"] = solve.Solver(game, megabytes=1).solve(s, answer="strong")
    return answers


def check(game: Game, s: Bush) -> None:
    """Hold all answers to the definition: exactly in value, moves and their values."""
    mover = game.to_move(s)
    player = max(mover, 0)
    value = minimax_value(game, s, player, END)
    worths = {a: minimax_value(game, game.result(s, a), player, END) for a in game.actions(s)}
    for name, decision in decisions(game, s).items():
        assert decision.exact, name
        assert decision.value == value, name
        assert {move.action: move.value for move in decision.moves} == worths, name
        if mover != CHANCE:
            assert decision.action in decision.actions
            assert set(decision.actions) == {a for a in worths if worths[a] == value}, name


@pytest.mark.parametrize("game", [Opposed(), Shared(), Judged()], ids=lambda game: type(game).__name__)
@settings(max_examples=60)
@given(data=st.data())
def test_every_exact_value_is_the_definitions(game: Any, data: st.DataObject) -> None:
    leaves = data.draw(st.sampled_from((WITHIN,) if isinstance(game, Judged) else (FITTING, WILD)))
    check(cast(Game, game), data.draw(bushes(leaves, (0, 1))))


@settings(max_examples=60)
@given(data=st.data())
def test_averages_are_the_definitions(data: st.DataObject) -> None:
    """Chance is added up in the order of the rules, so that even rounding is the same."""
    leaves = data.draw(st.sampled_from((FITTING, st.floats(-1e6, 1e6), st.floats(-1e-6, 1e-6))))
    s = data.draw(bushes(leaves, (0, 1, CHANCE)))
    game = cast(Game, Diced())
    player = max(game.to_move(s), 0)
    value = minimax_value(game, s, player, END)
    for name, decision in decisions(game, s).items():
        assert decision.exact, name
        assert decision.value == value, name


@pytest.mark.parametrize("stake", [5.0, 0.1, 1e9])
def test_a_win_is_a_win_however_far_away(stake: float) -> None:
    """Whole numbers stay whole at the end of long games, and all moves that win are equally good, late ones too."""
    game = cast(Game, Stakes())
    for left in range(2, 25):
        s = Count(left, 0, stake)
        decision = kibitz.decide(game, s, "alphabeta:engine=search,every=true")
        worths = {a: minimax_value(game, game.result(s, a), 0, END) for a in game.actions(s)} if left < 16 else {}
        assert decision.exact
        assert decision.value == (-stake if left % 3 == 0 else stake)
        assert set(decision.actions) == ({1, 2} if left % 3 == 0 else {left % 3})
        assert not worths or {move.action: move.value for move in decision.moves} == worths


def test_utilities_beyond_the_scale_decide() -> None:
    text = "root MAX: a -> B, b -> 150000\nB MIN: 483995, 799997\n"
    game = cast(Game, kibitz.load("tree").parse_tree("wild.tree", text))  # type: ignore[attr-defined]
    for decision in (kibitz.decide(game, agent="alphabeta:engine=search"), kibitz.solve(game)):
        assert (decision.action, decision.value, decision.exact) == (0, 483_995.0, True)
