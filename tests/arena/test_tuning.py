"""Tuning: the surface finds what was put into it, and a run is the same when it is done again."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.arena.elo import expected_share
from kibitz.arena.score import Score
from kibitz.arena.settings import MatchSettings
from kibitz.arena.tuning.parameters import Parameter, read_parameters, with_values
from kibitz.arena.tuning.surface import Surface
from kibitz.arena.tuning.tuner import Trial, Tuning, tune
from kibitz.core.errors import InputError
from kibitz.core.registry import load


def _hill(place: float) -> float:
    """Return the true lead at a place: 60 points at 0.7, falling to both sides."""
    return 60.0 - 900.0 * (place - 0.7) ** 2


def _match(place: float, games: int, random: np.random.Generator) -> Score:
    won = int(random.binomial(games, expected_share(_hill(place))))
    return Score(won, 0, games - won)


def test_the_curve_finds_the_top_of_a_known_hill() -> None:
    random = np.random.default_rng(4)
    parameter = Parameter("c", 0.0, 1.0)
    places = np.linspace(0.0, 1.0, 20)
    trials = [Trial({"c": float(place)}, "", _match(float(place), 200, random)) for place in places]
    values, lead, error = Tuning((parameter,), tuple(trials), "x", True).best()
    assert float(values["c"]) == pytest.approx(0.7, abs=0.12)
    assert abs(lead - 60.0) <= error


def test_the_band_holds_what_it_promises() -> None:
    """Over many simulated tunings the true curve lies in the band of 95 %, at most places."""
    random = np.random.default_rng(9)
    places = np.linspace(0.0, 1.0, 12)
    inside, looked = [], (0.25, 0.5, 0.75)
    for _ in range(40):
        surface = Surface([[place] for place in places], [_match(float(place), 60, random) for place in places])
        found, deviations = surface.at([[at] for at in looked])
        inside += [
            abs(_hill(at) - lead) <= 1.96 * wide for at, lead, wide in zip((0.25, 0.5, 0.75), found, deviations, strict=True)
        ]
    assert np.mean(inside) >= 0.88


def test_few_results_leave_it_open() -> None:
    surface = Surface([[0.1], [0.5], [0.9]], [Score(2, 0, 2), Score(3, 0, 1), Score(2, 1, 1)])
    _, (deviation,) = surface.at([[0.5]])
    assert deviation > 50


def test_parameters_are_read_from_texts() -> None:
    game = load("connect_four")
    c, sims, policy = read_parameters(game, "uct:sims=100", ["c=0.2..3", "sims=10..50", "chance=sample|widen"])
    assert (c.low, c.high, c.is_whole, c.by_ratio) == (0.2, 3.0, False, True)
    assert (sims.is_whole, sims.value(0.5), sims.by_ratio) == (True, 30, False)
    assert policy.choices == ("sample", "widen")
    for parameter in (c, sims, policy):
        for place in (0.0, 1.0):
            assert parameter.place(parameter.value(place)) == pytest.approx(place)
    assert with_values("uct:sims=100,c=1.4", {"c": 0.5}) == "uct:sims=100,c=0.5"
    assert with_values("uct", {"c": 0.5}) == "uct:c=0.5"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("c", "is no parameter"),
        ("c=3..1", "from a lower number"),
        ("c=a..b", "is no number"),
        ("sims=1.5..3", "is a whole number"),
        ("chance=sample", "leaves nothing to choose"),
        ("depth=1..2", "unknown option of uct 'depth'"),
    ],
)
def test_what_is_no_parameter_is_told(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        read_parameters(load("connect_four"), "uct", [text])


@pytest.mark.parametrize(
    ("parameter", "complaint"),
    [("c=-1..3", "--parameter c may be -1, but c must be"), ("sims=-5..10", "--parameter sims may be -5, but sims must be")],
)
def test_a_range_whose_end_the_agent_refuses_is_told_before_anything_is_played(parameter: str, complaint: str) -> None:
    game, agent = load("nim:piles=1+2"), "uct:sims=20"
    settings = MatchSettings(game, (agent, agent), 16, 0)
    with pytest.raises(InputError, match=complaint):
        tune(settings, read_parameters(game, agent, [parameter]))
