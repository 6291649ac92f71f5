"""Ratings held to choix, another implementation of Bradley and Terry's model; and what results alone cannot say."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, isnan

import numpy as np
import pytest

from kibitz.arena.elo import ELO_UNIT, elo_of_share, expected_share
from kibitz.arena.pair_results import PairResult
from kibitz.arena.ratings import RatingList, rate
from kibitz.arena.score import Score
from kibitz.core.errors import InputError
from kibitz.core.intervals import wilson_interval

Table = Mapping[tuple[str, str], tuple[int, int, int]]
TABLES: dict[str, Table] = {
    "two players": {("a", "b"): (60, 20, 40)},
    "round robin": {("a", "b"): (6, 3, 1), ("a", "c"): (7, 1, 2), ("b", "c"): (4, 4, 2)},
    "gauntlet": {("new", "old"): (12, 9, 11), ("new", "weak"): (30, 1, 1), ("new", "strong"): (3, 9, 20)},
    "unequal numbers of games": {
        ("a", "b"): (90, 15, 45), ("b", "c"): (10, 0, 4), ("c", "d"): (200, 80, 150), ("a", "d"): (3, 2, 1),
        ("d", "e"): (17, 6, 2), ("e", "a"): (1, 3, 11),
    },
    "rings": {
        ("a", "b"): (20, 0, 5), ("b", "c"): (20, 0, 5), ("c", "a"): (20, 0, 5), ("c", "d"): (40, 10, 1), ("d", "a"): (2, 3, 30),
    },
}  # fmt: skip


def _list(table: Table, anchors: Mapping[str, float] | None = None) -> RatingList:
    """Return the ratings after single games."""
    return rate(
        [
            PairResult(first, second, points, 1.0, count)
            for (first, second), counts in table.items()
            for points, count in zip((1.0, 0.5, 0.0), counts, strict=True)
            if count
        ],
        anchors,
    )


@pytest.mark.parametrize("name", TABLES)
def test_ratings_are_those_of_choix(name: str) -> None:
    """Maystre's choix finds the same maximum of the same likelihood in two ways of its own; a draw is given as half of each."""
    choix = pytest.importorskip("choix", reason="choix is not installed: pip install choix")
    table = TABLES[name]
    players = sorted({player for pair in table for player in pair})
    data = []
    for (first, second), (wins, draws, losses) in table.items():
        pair = (players.index(first), players.index(second))
        data += [pair] * (2 * wins + draws) + [pair[::-1]] * (2 * losses + draws)
    for solve in (choix.opt_pairwise, choix.ilsr_pairwise):
        levels = solve(len(players), data, alpha=0.0)
        expected = (levels - levels.mean()) * ELO_UNIT
        ratings = _list(table)
        assert not ratings.notes
        assert [ratings[player].elo for player in players] == pytest.approx(list(expected), abs=0.01)


def test_two_players_are_as_far_apart_as_their_score_says() -> None:
    ratings, score = _list(TABLES["two players"]), Score(60, 20, 40)
    lead, error = ratings.difference("a", "b")
    low, high = score.elo_interval
    assert lead == pytest.approx(score.elo)
    assert error == pytest.approx((high - low) / 2, rel=0.02)
    assert ratings.superiority("a", "b") == pytest.approx(score.superiority, abs=0.005)
    assert ratings["a"].superiority == ratings.superiority("a", "b") == 1 - ratings.superiority("b", "a")


@pytest.mark.parametrize("draws", [0.0, 0.5])
def test_error_bars_hold_what_they_promise(draws: float) -> None:
    """Of many simulated tournaments, 95 % have the true difference within the error, which is as large as the leads vary."""
    random = np.random.default_rng(7)
    truth = {"a": 80.0, "b": 0.0, "c": -80.0, "d": 20.0}
    names = list(truth)
    pairs = [(one, other) for place, one in enumerate(names) for other in names[place + 1 :]]
    held, leads, errors, tournaments = 0, [], [], 400
    for _ in range(tournaments):
        table: dict[tuple[str, str], tuple[int, int, int]] = {}
        for one, other in pairs:
            share = expected_share(truth[one] - truth[other])
            drawn = 2 * draws * share * (1 - share)
            won, even, lost = random.multinomial(60, [share - drawn / 2, drawn, 1 - share - drawn / 2])
            table[one, other] = (int(won), int(even), int(lost))
        lead, error = _list(table).difference("a", "c")
        held += abs(lead - 160) <= error
        leads.append(lead)
        errors.append(error)
    assert 0.92 * tournaments <= held <= 0.98 * tournaments
    assert float(np.mean(errors)) == pytest.approx(1.96 * float(np.std(leads)), rel=0.1)


def test_opposed_games_of_pairs_make_errors_smaller() -> None:
    single = rate([PairResult("a", "b", 1, 1, 50), PairResult("a", "b", 0, 1, 50)])
    paired = rate([PairResult("a", "b", 1, 2, 40), PairResult("a", "b", 2, 2, 5), PairResult("a", "b", 0, 2, 5)])
    assert paired["a"].elo == single["a"].elo == pytest.approx(0)
    assert paired["a"].error < 0.65 * single["a"].error


def test_anchors_keep_their_ratings() -> None:
    table = TABLES["unequal numbers of games"]
    free, fixed = _list(table), _list(table, {"c": 1500.0})
    assert fixed["c"].elo == 1500.0
    assert fixed["c"].error == 0.0
    for name in "abde":
        assert fixed[name].elo - 1500.0 == pytest.approx(free[name].elo - free["c"].elo)
        assert fixed[name].error == pytest.approx(free.difference(name, "c")[1])
    both = _list(table, {"c": 1500.0, "d": 1400.0})
    assert (both["c"].elo, both["d"].elo) == (1500.0, 1400.0)
    with pytest.raises(InputError, match="unknown player to anchor 'z'"):
        _list(table, {"z": 0.0})


def test_ratings_without_a_limit_are_told_and_held_by_a_named_prior() -> None:
    ratings = _list({("a", "b"): (10, 0, 0)})
    (note,) = ratings.notes
    assert "a took every point and b took none" in note
    assert "the prior" in note
    assert 200 < ratings["a"].elo - ratings["b"].elo < 1000
    more = _list({("a", "b"): (100, 0, 0)})
    assert more["a"].elo > ratings["a"].elo


def test_a_group_that_took_every_point_from_the_rest_is_told() -> None:
    ratings = _list({("a", "b"): (5, 0, 5), ("a", "c"): (5, 0, 0), ("b", "d"): (5, 0, 0), ("c", "d"): (4, 0, 3)})
    assert "some players took every point from the others" in ratings.notes[0]


def test_players_who_never_met_are_not_compared() -> None:
    ratings = _list({("a", "b"): (6, 0, 4), ("c", "d"): (6, 0, 4)})
    assert "never met" in ratings.notes[0]
    assert [rating.group for rating in ratings] == [1, 1, 2, 2]
    assert ratings["b"].superiority is None


def test_impossible_results_are_refused() -> None:
    for meeting in (PairResult("a", "a", 1), PairResult("a", "b", 2), PairResult("a", "b", -1), PairResult("a", "b", 0, 0)):
        with pytest.raises(InputError, match="no two players can have met"):
            rate([meeting])
    with pytest.raises(InputError, match="pairs are more than"):
        Score(1, 0, 0, (0, 0, 1, 0, 0))


def test_shares_have_wilson_s_interval() -> None:
    assert Score(7, 0, 3).interval == pytest.approx(wilson_interval(0.7, 10))
    low, high = Score(7, 6, 3).interval
    assert (low, high) > wilson_interval(0.625, 16)[:1]
    assert high < wilson_interval(0.625, 16)[1]
    assert Score().interval == (0.0, 1.0)
    assert isnan(Score().share)


def test_few_equal_results_are_no_certainty() -> None:
    assert Score(0, 5, 0).interval[0] < 0.45
    assert Score(3, 0, 0).superiority < 0.97
    assert Score(3, 0, 0).elo == inf
    assert Score.of_pairs((0, 0, 5, 0, 0)).interval[0] < 0.45


@pytest.mark.parametrize("elo", [-800, -100, 0, 3, 400])
def test_elo_and_shares_belong_together(elo: float) -> None:
    assert elo_of_share(expected_share(elo)) == pytest.approx(elo)


def test_400_points_are_ten_to_one() -> None:
    assert expected_share(400) == pytest.approx(10 / 11)
    assert elo_of_share(0.75) == pytest.approx(190.848502)
    assert elo_of_share(0) == -inf
