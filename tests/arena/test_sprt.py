"""The sequential test: fastchess's published figures, and how often it is wrong in simulated matches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log, sqrt

import numpy as np
import pytest

from kibitz.arena.elo import NORMALISED_UNIT, expected_share
from kibitz.arena.likelihood import with_mean
from kibitz.arena.score import GAME_POINTS, PAIR_POINTS, Score
from kibitz.arena.sprt import Model, Sprt, Verdict
from kibitz.core.errors import InputError

MATCHES = 2000
LONGEST = 1000


def test_fastchess_prints_the_same_for_the_same_pairs() -> None:
    """A finished test of Stockfish that fastchess's documentation shows, and the same figures to its last digit."""
    score, test = Score.of_pairs((379, 10170, 21828, 10640, 343)), Sprt(0, 2, model="normalised")
    assert score.normalised_elo == pytest.approx(3.05, abs=0.005)
    assert score.normalised_elo_error == pytest.approx(2.31, abs=0.005)
    assert test.log_likelihood_ratio(score) == pytest.approx(2.94598, abs=0.000005)
    assert test.bounds == pytest.approx((-2.94, 2.94), abs=0.005)
    assert test.verdict(score) is Verdict.H1


@pytest.mark.parametrize(
    ("model", "elo0", "elo1", "wins", "losses", "draws", "ratio"),
    [
        ("normalised", 0, 2, 36433, 36027, 68692, 0.92),
        ("normalised", -1.75, 0.25, 10871, 10650, 20431, 2.30),
        ("logistic", 0.5, 2.5, 21404, 21184, 40708, -1.57),
        ("logistic", 0, 2, 57433, 57030, 106593, -2.59),
    ],
)
def test_ratios_of_single_games_are_fastchess_s(
    model: Model, elo0: float, elo1: float, wins: int, losses: int, draws: int, ratio: float
) -> None:
    """The figures are those of fastchess's own tests."""
    assert Sprt(elo0, elo1, model=model).log_likelihood_ratio(Score(wins, draws, losses)) == pytest.approx(ratio, abs=0.006)


@pytest.mark.parametrize(
    ("model", "elo0", "elo1", "pairs", "ratio"),
    [
        ("normalised", 0, 2, (365, 16618, 36229, 16974, 390), 2.25),
        ("normalised", -1.75, 0.25, (127, 4883, 10712, 5150, 104), 3.01),
        ("logistic", 0.5, 2.5, (223, 9863, 21279, 10037, 246), -3.07),
        ("logistic", 0, 2, (871, 26175, 55983, 26678, 821), -4.98),
    ],
)
def test_ratios_of_pairs_are_fastchess_s(model: Model, elo0: float, elo1: float, pairs: tuple[int, ...], ratio: float) -> None:
    """The figures are those of fastchess's own tests."""
    assert Sprt(elo0, elo1, model=model).log_likelihood_ratio(Score.of_pairs(pairs)) == pytest.approx(ratio, abs=0.006)


def test_the_likeliest_distribution_has_the_mean_and_no_other_with_it_is_likelier() -> None:
    """Moving probability along the constraints, in either direction, makes the results less likely."""
    shares = [0.1, 0.2, 0.4, 0.2, 0.1]
    found = with_mean(shares, PAIR_POINTS, 0.6)
    assert sum(found) == pytest.approx(1.0)
    assert sum(p * value for p, value in zip(found, PAIR_POINTS, strict=True)) == pytest.approx(0.6)

    def likelihood(distribution: Sequence[float]) -> float:
        return sum(q * log(p) for q, p in zip(shares, distribution, strict=True))

    for change in ((1, -2, 1, 0, 0), (0, 1, -2, 1, 0), (1, -1, 0, -1, 1)):  # they change neither the sum nor the mean
        for size in (1e-3, -1e-3):
            assert likelihood([p + size * step for p, step in zip(found, change, strict=True)]) < likelihood(found)


@pytest.mark.parametrize("model", ["logistic", "normalised"])
def test_more_wins_never_tell_against_the_stronger_hypothesis(model: Model) -> None:
    test = Sprt(0, 10, model=model)
    ratios = [test.log_likelihood_ratio(Score(wins, 0, 300 - wins)) for wins in range(0, 301, 5)]
    assert ratios == sorted(ratios)
    assert test.verdict(Score(1000, 0, 0)) is Verdict.H1
    assert test.verdict(Score(0, 0, 1000)) is Verdict.H0


def test_nothing_but_draws_says_that_nobody_is_stronger() -> None:
    assert Sprt(0, 5, model="normalised").log_likelihood_ratio(Score(0, 16700, 0)) < -1
    assert Sprt(0, 5).verdict(Score(0, 16700, 0)) is Verdict.H0
    assert Sprt(0, 5).log_likelihood_ratio(Score()) == 0.0


@pytest.mark.parametrize("is_true", [False, True], ids=["elo0 is true", "elo1 is true"])
@pytest.mark.parametrize("model", ["logistic", "normalised"])
@pytest.mark.parametrize("values", [PAIR_POINTS, GAME_POINTS], ids=["pairs", "games"])
def test_errors_stay_within_what_was_asked(values: tuple[float, ...], model: Model, is_true: bool) -> None:
    """Of 2,000 matches whose true lead is one of the two, at most 5 % accept the other one."""
    test = Sprt(0, 120 if values is PAIR_POINTS else 200, model=model)
    truth = _distribution(test, values, test.elo1 if is_true else test.elo0)
    drawn = np.random.default_rng(15).choice(len(values), size=(MATCHES, LONGEST), p=truth)
    wrong = Verdict.H0 if is_true else Verdict.H1
    verdicts = [_verdict(test, values, match) for match in drawn]
    assert Verdict.OPEN not in verdicts
    assert verdicts.count(wrong) <= 0.05 * MATCHES


def _distribution(test: Sprt, values: tuple[float, ...], elo: float) -> list[float]:
    """Return a distribution of results with that lead, with many even pairs or draws."""
    usual = [0.03, 0.17, 0.6, 0.17, 0.03] if values is PAIR_POINTS else [0.3, 0.4, 0.3]
    if test.model == "logistic":
        return with_mean(usual, values, expected_share(elo))
    low, high = 0.5, 0.9
    for _ in range(60):  # the lead in standard deviations grows with the mean
        mean = (low + high) / 2
        found = with_mean(usual, values, mean)
        variance = sum(p * (value - mean) ** 2 for p, value in zip(found, values, strict=True))
        lead = (mean - 0.5) / sqrt(variance * (2 if values is PAIR_POINTS else 1))
        low, high = (mean, high) if lead * NORMALISED_UNIT < elo else (low, mean)
    return found


def _verdict(test: Sprt, values: tuple[float, ...], results: Sequence[int]) -> Verdict:
    """Return what the test says when it first says something."""
    counts = [0] * len(values)
    for result in results:
        counts[result] += 1
        verdict = _known_verdict(test, tuple(counts))
        if verdict is not Verdict.OPEN:
            return verdict
    return Verdict.OPEN


@lru_cache(maxsize=1 << 20)
def _known_verdict(test: Sprt, counts: tuple[int, ...]) -> Verdict:
    """Return the verdict on these counts, from the worst result to the best."""
    return test.verdict(Score.of_pairs(counts) if len(counts) == len(PAIR_POINTS) else Score(counts[2], counts[1], counts[0]))


def test_pairs_decide_sooner_than_the_same_games_one_by_one() -> None:
    """Where an opening is good for one side the two games of a pair are opposed, and the pairs vary less."""
    pairs = (2, 10, 80, 20, 8)
    together = Score.of_pairs(pairs)
    apart = Score(together.wins, together.draws, together.losses)
    assert Sprt(0, 20).log_likelihood_ratio(together) > 1.05 * Sprt(0, 20).log_likelihood_ratio(apart)
    assert together.elo == apart.elo
    assert together.elo_interval[0] > apart.elo_interval[0]


def test_a_test_is_a_string() -> None:
    assert Sprt.parse("elo0=0, elo1=10") == Sprt(0, 10)
    test = Sprt.parse("elo0=-3,elo1=1,alpha=0.1,beta=0.02,model=normalised")
    assert test == Sprt(-3, 1, 0.1, 0.02, "normalised")
    assert Sprt.parse(str(test)) == test


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("elo0=0", "does not say elo1"),
        ("elo1", "not of the form key=value"),
        ("elo0=0,elo0=1,elo1=2", "not of the form key=value, once"),
        ("elo0=10,elo1=0", "elo0 must be below elo1"),
        ("elo0=0,elo1=2000", "between -1000 and 1000"),
        ("elo0=0,elo1=5,alpha=0.7", "alpha, how often"),
        ("elo0=0,elo1=5,beta=0", "beta, how often"),
        ("elo0=0,elo1=5,model=bayes", "unknown value of the test's option model 'bayes'"),
        ("elo=0,elo1=5", "unknown option of the test 'elo'"),
    ],
)
def test_what_is_no_test_is_told(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        Sprt.parse(text)
